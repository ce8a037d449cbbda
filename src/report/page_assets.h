#pragma once

#include <string_view>

/// The files of src/experiment/page/; embed.cmake makes the source of these.
namespace grmf::report::page_assets {

extern const std::string_view html;    // with @TITLE@, @STYLE@, @THEME@, @DATA@ and @SCRIPT@
extern const std::string_view style;   // the style sheets
extern const std::string_view theme;   // the script that comes before all that is seen
extern const std::string_view script;  // the scripts, one after another

}  // namespace grmf::report::page_assets
