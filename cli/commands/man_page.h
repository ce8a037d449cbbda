#pragma once

#include <ostream>

#include "terminal/program.h"

namespace grmf::cli {

/// Writes the manual of the whole program in the language of man(7). It is made from what the program
/// itself parses with, and so from the option tables of the methods: it cannot tell anything else.
void print_man_page(const Program& program, std::ostream& out);

}  // namespace grmf::cli
