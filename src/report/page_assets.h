#pragma once

#include <string_view>

/// The files of src/report/page/; embed.cmake makes the source file that defines these.
namespace grmf::report::page_assets {

extern const std::string_view html;    // template with @TITLE@, @STYLE@, @THEME@, @DATA@, @SCRIPT@
extern const std::string_view style;   // all style sheets
extern const std::string_view theme;   // the script that runs before anything is drawn
extern const std::string_view script;  // all other scripts, one after another

}  // namespace grmf::report::page_assets
