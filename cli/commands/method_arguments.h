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
  /// The options and their values as text, in the order of the command line.
  std::vector<std::pair<std::string, std::string>> settings;
  /// Options that hold where the command line does not say otherwise, in the order of the table.
  std::vector<std::pair<std::string, OptionValue>> defaults = {};
  std::optional<int> rank;  ///< empty where the data choose it, or the method has no use for it
};

/// Adds -m, --preset, --set and a flag for every option of every method.
void add_method_arguments(Command& command, MethodArguments& arguments);
/// Adds -r, which takes a number or auto.
void add_rank(Command& command, MethodArguments& arguments);

/// The rank, or 0 where the data choose it. Throws Error for a rank below 1.
int rank_or_auto(const MethodArguments& arguments);

/// The method with these options set. Throws Error naming what is wrong.
std::unique_ptr<Method> configured_method(const MethodArguments& arguments);
/// Whether an option was given on the command line.
bool given(const MethodArguments& arguments, std::string_view option);

}  // namespace grmf::cli
