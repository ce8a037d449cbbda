#include "linalg/lbfgs.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

namespace grmf::internal {
namespace {

double dot(const Dense& a, const Dense& b) { return a.cwiseProduct(b).sum(); }

/// The last few steps and the change of the gradient over each of them.
class Memory {
 public:
  void add(const Dense& step, const Dense& change) {
    const double curvature = dot(step, change);
    // Such a pair would not keep the approximate inverse Hessian positive definite.
    if (curvature <= 1e-12 * step.norm() * change.norm()) return;
    pairs_.push_back({step, change, 1 / curvature});
    if (pairs_.size() > length) pairs_.pop_front();
  }
  void clear() { pairs_.clear(); }
  [[nodiscard]] bool empty() const { return pairs_.empty(); }

  /// Minus the approximate inverse Hessian times the gradient, by the two-loop recursion.
  [[nodiscard]] Dense direction(const Dense& gradient) const {
    Dense d = -gradient;
    std::vector<double> alpha(pairs_.size());
    for (std::size_t k = pairs_.size(); k-- > 0;) {
      alpha[k] = pairs_[k].inverse * dot(pairs_[k].step, d);
      d -= alpha[k] * pairs_[k].change;
    }
    if (!pairs_.empty()) {
      const Pair& last = pairs_.back();
      d *= 1 / (last.inverse * last.change.squaredNorm());
    }
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      const double beta = pairs_[k].inverse * dot(pairs_[k].change, d);
      d += (alpha[k] - beta) * pairs_[k].step;
    }
    return d;
  }

 private:
  static constexpr std::size_t length = 10;
  struct Pair {
    Dense step;
    Dense change;
    double inverse;  ///< 1 / (step . change)
  };
  std::deque<Pair> pairs_;
};

}  // namespace

Dense lbfgs(const Differentiable& f, Dense x, int steps, double tolerance) {
  constexpr double armijo = 1e-4;
  constexpr int most_halvings = 30;
  Dense gradient;
  double value = f(x, gradient);
  if (!std::isfinite(value)) return x;
  Memory memory;
  for (int step = 0; step < steps; ++step) {
    Dense direction = memory.direction(gradient);
    double slope = dot(direction, gradient);
    if (slope >= 0) {
      memory.clear();
      direction = -gradient;
      slope = -gradient.squaredNorm();
    }
    if (slope == 0) break;
    // Without memory nothing is known of the scale; a tenth of max(1, |x|) is a modest length.
    double length = memory.empty() ? 0.1 * std::max(1.0, x.norm()) / direction.norm() : 1.0;
    Dense to = x;
    Dense gradient_there;
    double value_there = value;
    bool lower = false;
    for (int halving = 0; halving < most_halvings && !lower; ++halving) {
      to = x + length * direction;
      value_there = f(to, gradient_there);
      lower = value_there <= value + armijo * length * slope;
      length /= 2;
    }
    if (!lower) break;
    memory.add(to - x, gradient_there - gradient);
    const double gain = value - value_there;
    x = std::move(to);
    gradient = std::move(gradient_there);
    value = value_there;
    if (gain <= tolerance * std::abs(value)) break;
  }
  return x;
}

}  // namespace grmf::internal
