#pragma once

#include <string>
#include <vector>

#include "rowproblem/tiny_problem.h"

namespace grmf::test {

/// A tiny problem with its reference answer; tests/reference/tiny_problem.py says what the fields
/// mean.
struct TinyCase {
  std::string name;
  internal::TinyProblem problem;
  double objective = 0.0;
  bool strict = false;  ///< the minimiser is unique, and every tie and zero is held with a margin
  std::vector<double> z = {};
  std::vector<int> group = {};
  std::vector<int> zero = {};
};

/// The cases in tests/fixtures/tiny_problem.txt.
const std::vector<TinyCase>& tiny_cases();

/// The scale that errors of q(z) are compared with: the size of the terms of q at its minimum.
double objective_scale(const TinyCase& tiny);

}  // namespace grmf::test
