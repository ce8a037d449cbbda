#include "commands/commands.h"

namespace grmf::cli {

void add_commands(Program& program) {
  add_fit(program);
  add_tune(program);
  add_clean(program);
  add_denoise(program);
  add_reconstruct(program);
  add_groups(program);
  add_info(program);
  add_outliers(program);
  add_methods(program);
  add_corrupt(program);
  add_score(program);
  add_compare(program);
  add_reproduce(program);
  add_report(program);
  add_demo(program);
  add_completion(program);
  add_man(program);
  add_help(program);
}

}  // namespace grmf::cli
