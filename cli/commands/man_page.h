#pragma once

#include <ostream>

#include "terminal/program.h"

namespace grmf::cli {

/// Writes the manual of the whole program in the language of man(7). It is made from the arguments
/// that the program parses, and so from the option tables of the methods: the two cannot differ.
void print_man_page(const Program& program, std::ostream& out);

}  // namespace grmf::cli
