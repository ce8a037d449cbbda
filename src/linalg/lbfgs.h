#pragma once

#include <functional>

#include "linalg/dense.h"

namespace grmf::internal {

/// A function and its gradient; infinite where it is not defined.
using Differentiable = std::function<double(const Dense& at, Dense& gradient)>;

/// Limited-memory BFGS with a backtracking line search: at most `steps` steps from `x`, each of which lowers f;
/// ends early where a step lowers it by less than `tolerance` of itself.
Dense lbfgs(const Differentiable& f, Dense x, int steps, double tolerance);

}  // namespace grmf::internal
