#pragma once

#include "grmf/io/table_options.h"
#include "terminal/command.h"

namespace grmf::cli {

/// Adds the flags that say how a table of text is read: --delimiter, --header, --na, --id-column,
/// --columns and --drop.
void add_table_flags(Command& command, io::TableOptions& table);

}  // namespace grmf::cli
