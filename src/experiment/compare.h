#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "experiment/plan.h"

namespace grmf::experiment {

/// The fits of a comparison: every combination on every input that could be read, but for methods
/// that cannot take an input. With `pictured`, what is recovered of the first few pictures is kept,
/// at the middle ratio and rank.
std::vector<Task> compare_tasks(const std::vector<Input>& inputs, const Sweep& sweep,
                                bool pictured);

/// What is left out because a method cannot take an input: a line for every such method, with the
/// reason. Throws Error where nothing is left of the comparison.
std::vector<std::string> left_out(const std::vector<Input>& inputs, const Sweep& sweep);

/// The median of the values, the upper one of two.
template <class Value>
Value middle(std::vector<Value> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace grmf::experiment
