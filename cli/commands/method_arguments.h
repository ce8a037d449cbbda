#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grmf/method.h"
#include "grmf/tune.h"
#include "terminal/command.h"

namespace grmf::cli {

/// A method and its options as the command line gives them, for the commands that fit.
struct MethodArguments {
  std::string name = "grmf";
  std::string preset;
  std::vector<std::pair<std::string, std::string>>
      settings;             ///< option name and text, in the order given
  bool loss_auto = false;   ///< --loss auto: by what is held out
  std::optional<int> rank;  ///< empty: auto, or of no use to the method
};

/// Adds -m, --preset, --set and a flag for every option of every method.
void add_method_arguments(Command& command, MethodArguments& arguments);
/// Adds -r, which takes a number or auto.
void add_rank(Command& command, MethodArguments& arguments);

/// The rank, 0 for auto. Throws Error unless it is at least 1.
int rank_or_auto(const MethodArguments& arguments);

/// The method with these options set. Throws Error naming what is wrong.
std::unique_ptr<Method> configured_method(const MethodArguments& arguments);
/// Whether an option was given on the command line.
bool given(const MethodArguments& arguments, std::string_view option);

}  // namespace grmf::cli
