#pragma once

#include <string>
#include <vector>

#include "rowproblem/tiny_problem.h"

namespace grmf::test {

/// A tiny problem with its reference answer; see tests/reference/tiny_problem.py for what the
/// fields mean.
struct TinyCase {
  std::string name;
  internal::TinyProblem problem;
  double objective = 0.0;
  bool strict = false;  ///< unique minimiser, every tie and zero held with a margin
  std::vector<double> z = {};
  std::vector<int> group = {};
  std::vector<int> zero = {};
};

/// tests/fixtures/tiny_problem.txt.
const std::vector<TinyCase>& tiny_cases();

/// What errors of q(z) are measured by: the size of the terms of q at its minimum.
double objective_scale(const TinyCase& tiny);

}  // namespace grmf::test
