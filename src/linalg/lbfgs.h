#pragma once

#include <functional>

#include "linalg/dense.h"

namespace grmf::internal {

/// Returns the value of a function, infinite where it is not defined, and sets its gradient.
using Differentiable = std::function<double(const Dense& at, Dense& gradient)>;

/// Minimises f by limited-memory BFGS with a backtracking line search. It makes at most `steps`
/// steps from `x`, each of which lowers f, and ends early after a step that lowers f by no more
/// than the share `tolerance`.
Dense lbfgs(const Differentiable& f, Dense x, int steps, double tolerance);

}  // namespace grmf::internal
