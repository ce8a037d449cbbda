#pragma once

#include "terminal/program.h"

/// The commands of the program. Nothing numeric lives in this folder.
namespace grmf::cli {

/// Adds all of them, in the order of the help.
void add_commands(Program& program);

void add_fit(Program& program);
void add_tune(Program& program);
void add_clean(Program& program);
void add_denoise(Program& program);
void add_reconstruct(Program& program);
void add_groups(Program& program);
void add_info(Program& program);
void add_outliers(Program& program);
void add_methods(Program& program);
void add_corrupt(Program& program);
void add_score(Program& program);
void add_compare(Program& program);
void add_reproduce(Program& program);
void add_report(Program& program);
void add_demo(Program& program);
void add_completion(Program& program);
void add_man(Program& program);
void add_help(Program& program);

}  // namespace grmf::cli
