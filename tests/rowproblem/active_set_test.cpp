#include "rowproblem/active_set.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "support/tiny_cases.h"

namespace grmf::internal {
namespace {

using test::tiny_cases;
using test::TinyCase;

std::vector<double> solved(const TinyCase& tiny, std::vector<double> start) {
  ActiveSet solver(tiny.problem.r);
  EXPECT_TRUE(solver.solve(tiny.problem, start)) << tiny.name << ": cap on steps reached";
  return start;
}

std::vector<double> zeros(const TinyCase& tiny) { return std::vector<double>(tiny.z.size()); }

void expect_optimal(const TinyCase& tiny, const std::vector<double>& z) {
  const double excess = (tiny.problem.value(z) - tiny.objective) / test::objective_scale(tiny);
  EXPECT_LE(std::abs(excess), 1e-9) << tiny.name;
}

TEST(ActiveSet, has_at_least_500_reference_cases_over_all_ranks) {
  std::vector<int> of_rank(17);
  int plain = 0;
  for (const TinyCase& tiny : tiny_cases()) {
    ++of_rank.at(tiny.problem.r);
    plain += tiny.problem.hard || tiny.problem.lambda_neg > 0 ? 0 : 1;
  }
  EXPECT_GE(plain, 500);
  for (int r = 2; r <= 16; ++r) EXPECT_GT(of_rank[r], 0) << "r = " << r;
}

TEST(ActiveSet, objective_matches_the_reference) {
  for (const TinyCase& tiny : tiny_cases()) expect_optimal(tiny, solved(tiny, zeros(tiny)));
}

TEST(ActiveSet, ties_and_zeros_are_exact) {
  int checked = 0;
  for (const TinyCase& tiny : tiny_cases()) {
    if (!tiny.strict) continue;
    ++checked;
    const std::vector<double> z = solved(tiny, zeros(tiny));
    for (std::size_t l = 0; l < z.size(); ++l) {
      if (tiny.zero[l] != 0 && (tiny.problem.any_f || tiny.problem.hard)) {
        EXPECT_EQ(z[l], 0.0) << tiny.name << " node " << l;
      }
      for (std::size_t k = 0; k < l; ++k) {
        if (tiny.group[l] == tiny.group[k]) {
          EXPECT_EQ(z[l], z[k]) << tiny.name << " nodes " << l << ", " << k;
        }
      }
    }
  }
  EXPECT_GE(checked, 500);
}

TEST(ActiveSet, nothing_is_tied_or_zero_beyond_the_reference) {
  for (const TinyCase& tiny : tiny_cases()) {
    if (!tiny.strict) continue;
    const std::vector<double> z = solved(tiny, zeros(tiny));
    for (std::size_t l = 0; l < z.size(); ++l) {
      if (tiny.z[l] != 0) {
        EXPECT_NE(z[l], 0.0) << tiny.name;
      }
      for (std::size_t k = 0; k < l; ++k) {
        if (tiny.z[l] != tiny.z[k]) {
          EXPECT_NE(z[l], z[k]) << tiny.name;
        }
      }
    }
  }
}

TEST(ActiveSet, any_start_leads_to_the_minimum) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> coarse(-2, 2);
  for (const TinyCase& tiny : tiny_cases()) {
    std::vector<double> far(tiny.z.size());
    std::vector<double> wrongly_tied(tiny.z.size());
    for (double& z : far) z = 10 * normal(random);
    for (double& z : wrongly_tied) z = coarse(random);
    expect_optimal(tiny, solved(tiny, far));
    expect_optimal(tiny, solved(tiny, wrongly_tied));
    expect_optimal(tiny, solved(tiny, tiny.z));
  }
}

TEST(ActiveSet, the_minimiser_is_a_fixed_point) {
  for (const TinyCase& tiny : tiny_cases()) {
    if (!tiny.strict) continue;
    const std::vector<double> z = solved(tiny, zeros(tiny));
    const std::vector<double> again = solved(tiny, z);
    for (std::size_t l = 0; l < z.size(); ++l) {
      EXPECT_NEAR(again[l], z[l], 1e-6 * (1 + std::abs(z[l]))) << tiny.name;
      EXPECT_EQ(again[l] == 0, z[l] == 0) << tiny.name;
    }
  }
}

TEST(ActiveSet, overflow_is_reported_and_not_looped_over) {
  TinyProblem problem(2);
  problem.hessian = {1e308, 1e308, 1e308, 1e308};
  problem.rhs = {1e308, -1e308};
  std::vector<double> z = {1e300, -1e300};
  EXPECT_FALSE(ActiveSet(2).solve(problem, z));
}

}  // namespace
}  // namespace grmf::internal
