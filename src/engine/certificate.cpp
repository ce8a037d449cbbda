#include "engine/certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/cpu/row_block.h"
#include "rowproblem/heaviest_set.h"
#include "rowproblem/tiny_problem.h"

namespace grmf::internal {
namespace {

/// The smallest subgradient of a tiny problem at z, in the norm max_l |g_l| / s_l.
///
/// Inside a tied group multipliers flow along the edges of E, and at 0 also to the ground. By
/// Hoffman's circulation theorem a g with |g_l| <= t s_l exists iff no subset A of the group, moved
/// up or down, gains more than t s(A). So the smallest t is the largest ratio gain(A) / s(A). By
/// Dinkelbach's method t is raised to the ratio of the best A for the current t until no A gains
/// more.
class SmallestSubgradient {
 public:
  explicit SmallestSubgradient(int r) : groups_(r), heaviest_(r), rho_(r), gain_(r), net_gain_(r) {}

  double measure(const TinyProblem& problem, std::span<const double> z, std::span<const double> s) {
    if (!problem.finite()) return std::numeric_limits<double>::quiet_NaN();
    residual(problem, z, rho_);
    double worst = 0.0;
    if (problem.smooth()) {
      for (int l = 0; l < problem.r; ++l)
        if (rho_[l] != 0) worst = std::max(worst, std::abs(rho_[l]) / s[l]);
      return worst;
    }
    groups_.find(problem, z);
    for (int g = 0; g < groups_.count(); ++g) {
      const bool pinned = groups_.pinned(g);
      for (const double direction : {1.0, -1.0}) {
        if (pinned && problem.hard && direction < 0) continue;  // it cannot go below 0
        for (const int l : groups_.nodes(g)) {
          gain_[l] = direction * rho_[l] - (pinned && problem.in_f[l] != 0 ? problem.kappa1 : 0.0);
        }
        worst = std::max(worst, largest_ratio(problem, groups_.nodes(g), s));
      }
    }
    return worst;
  }

 private:
  double largest_ratio(const TinyProblem& problem, std::span<const int> nodes,
                       std::span<const double> s) {
    double t = 0.0;
    for (;;) {
      for (const int l : nodes) net_gain_[l] = gain_[l] - t * s[l];
      const double excess =
          heaviest_.find(nodes, net_gain_.data(), problem.kappa2, problem.in_e.data(), problem.r);
      double size = 0.0;
      for (const int l : heaviest_.members()) size += s[l];
      if (!(excess > 0)) return t;
      if (size == 0) return std::numeric_limits<double>::infinity();
      const double raised = t + excess / size;
      if (raised <= t * (1 + 1e-14)) return t;  // the rest is rounding
      t = raised;
    }
  }

  Partition groups_;
  HeaviestSet heaviest_;
  std::vector<double> rho_;
  std::vector<double> gain_;
  std::vector<double> net_gain_;
};

double max_slope(const Terms& terms) {
  return std::visit([](const auto& loss) { return loss.max_slope(); }, terms.loss);
}

/// The scales s_l by which the subgradient of one row is measured (see certificate.h).
void measuring_scale(const Terms& terms, const Data& data, Side side, Index row, const Matrix& a,
                     std::span<double> s) {
  const double slope = max_slope(terms);
  const bool bounded_slope = std::isfinite(slope);
  std::fill(s.begin(), s.end(), 0.0);
  for (Index k = 0; k < a.rows(); ++k) {
    const Index i = side == Side::u ? row : k;
    const Index j = side == Side::u ? k : row;
    const double m = data.weight(i, j);
    const double y = bounded_slope ? 0.0 : data.y()(i, j);
    for (std::size_t l = 0; l < s.size(); ++l)
      s[l] += bounded_slope ? slope * m * std::abs(a.row(k)[l]) : m * a.row(k)[l] * y;
  }
  if (bounded_slope) return;
  double largest = 0.0;
  for (const double value : s) largest = std::max(largest, std::abs(value));
  std::fill(s.begin(), s.end(), largest);
}

double certificate_of_side(const Data& data, const Terms& terms, const Kernel& kernel, Side side,
                           const Matrix& x, const Matrix& a, Workers& workers) {
  const Penalty& penalty = side == Side::u ? terms.u : terms.v;
  struct Scratch {
    RowBlock rows;
    TinyProblem problem;
    SmallestSubgradient subgradient;
    std::vector<double> x;
    std::vector<double> s;
  };
  const int r = kernel.rank();
  // Without weights, and with a loss of bounded slope, all rows have the same scales.
  const bool alike = !data.weights() && std::isfinite(max_slope(terms));
  std::vector<double> common(r);
  if (alike) measuring_scale(terms, data, side, 0, a, common);
  std::vector<Scratch> scratches(
      workers.count(), Scratch{RowBlock(kernel, data, side), TinyProblem(r), SmallestSubgradient(r),
                               std::vector<double>(r), std::vector<double>(r)});
  std::vector<double> of_row(x.rows());
  workers.for_each(block_count(data, side, r), [&](Index block, int worker) {
    Scratch& scratch = scratches[worker];
    scratch.rows.load(x, block);
    scratch.rows.majorise(a);
    for (int place = 0; place < scratch.rows.count(); ++place) {
      const Index row = scratch.rows.first() + place;
      scratch.rows.get_row(place, scratch.x);
      scratch.rows.fill_problem(place, penalty.lambda3, scratch.problem);
      scratch.problem.freeze(penalty, scratch.x);
      if (!alike) measuring_scale(terms, data, side, row, a, scratch.s);
      of_row[row] =
          scratch.subgradient.measure(scratch.problem, scratch.x, alike ? common : scratch.s);
    }
  });
  double worst = 0.0;
  for (const double value : of_row) worst = std::isnan(value) ? value : std::max(worst, value);
  return worst;
}

}  // namespace

double certificate(const Data& data, const Terms& terms, const Kernel& kernel,
                   const Factors& factors, Workers& workers) {
  return std::max(certificate_of_side(data, terms, kernel, Side::u, factors.u, factors.v, workers),
                  certificate_of_side(data, terms, kernel, Side::v, factors.v, factors.u, workers));
}

}  // namespace grmf::internal
