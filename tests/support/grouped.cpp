#include "support/grouped.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <span>

namespace grmf::test {
namespace {

Matrix grouped_factor(Index rows, const GroupedSettings& settings, Random& random) {
  Matrix x(rows, settings.rank);
  std::vector<double> values = settings.values;
  for (Index i = 0; i < rows; ++i) {
    const int distinct = std::uniform_int_distribution<int>(1, 3)(random);
    if (settings.own_values) {
      std::normal_distribution<double> normal(0.0, 4.0);
      values = {0.0, normal(random), normal(random), normal(random)};
    }
    std::shuffle(values.begin(), values.end(), random);
    std::uniform_int_distribution<int> which(0, distinct - 1);
    do {
      for (double& entry : x.row(i)) entry = values[which(random)];
    } while (std::ssize(std::set<double>(x.row(i).begin(), x.row(i).end())) <
             std::min(distinct, settings.rank));
  }
  return x;
}

/// Whether `found`, with its columns in the given order, has the same zeros and ties as `truth`.
bool same_structure(std::span<const double> truth, std::span<const double> found,
                    const std::vector<Index>& order) {
  for (std::size_t l = 0; l < truth.size(); ++l) {
    if ((truth[l] == 0) != (found[order[l]] == 0)) return false;
    for (std::size_t k = 0; k < l; ++k) {
      if ((truth[l] == truth[k]) != (found[order[l]] == found[order[k]])) return false;
    }
  }
  return true;
}

}  // namespace

Grouped grouped(const GroupedSettings& settings, Random& random) {
  Grouped problem;
  problem.truth = {grouped_factor(settings.rows, settings, random),
                   grouped_factor(settings.cols, settings, random)};
  problem.y = multiply_transposed(problem.truth.u, problem.truth.v);
  std::normal_distribution<double> normal;
  std::bernoulli_distribution is_outlier(settings.outliers);
  for (double& entry : problem.y.values()) entry += settings.dense_noise * normal(random);
  problem.without = problem.y;
  for (Index k = 0; k < problem.y.size(); ++k) {
    if (!is_outlier(random)) continue;
    problem.y.data()[k] += 60 * normal(random);
    problem.without.data()[k] = std::numeric_limits<double>::quiet_NaN();
  }
  return problem;
}

Factors disturbed(const Factors& truth, double deviation, Random& random) {
  std::normal_distribution<double> normal(0.0, deviation);
  Factors factors = truth;
  for (Matrix* a : {&factors.u, &factors.v}) {
    for (double& entry : a->values()) entry += normal(random);
  }
  return factors;
}

double right_rows(const Factors& truth, const Factors& found, int distinct) {
  std::vector<Index> order(truth.u.cols());
  std::iota(order.begin(), order.end(), Index{0});
  // With so many rows right no other order has more.
  constexpr double nearly_all = 0.9;
  double best = 0.0;
  do {
    int right = 0;
    int all = 0;
    for (const auto& [t, f] : {std::pair{&truth.u, &found.u}, {&truth.v, &found.v}}) {
      for (Index i = 0; i < t->rows(); ++i) {
        const auto row = t->row(i);
        if (std::ssize(std::set<double>(row.begin(), row.end())) < distinct) continue;
        ++all;
        right += same_structure(row, f->row(i), order) ? 1 : 0;
      }
    }
    best = std::max(best, static_cast<double>(right) / all);
  } while (best < nearly_all && std::next_permutation(order.begin(), order.end()));
  return best;
}

}  // namespace grmf::test
