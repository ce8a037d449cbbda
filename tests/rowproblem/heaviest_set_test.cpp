#include "rowproblem/heaviest_set.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace grmf::internal {
namespace {

/// There is room for more nodes than a set uses, so that positions and numbers of nodes differ.
constexpr int stride = 13;
constexpr int max_nodes = 10;

struct Problem {
  std::vector<int> nodes;
  std::vector<double> c = std::vector<double>(stride);
  double kappa = 0.0;
  std::vector<std::uint8_t> edges = std::vector<std::uint8_t>(stride * stride);

  [[nodiscard]] bool joined(int a, int b) const { return edges[a * stride + b] != 0; }
  void join(int a, int b) { edges[a * stride + b] = edges[b * stride + a] = 1; }
};

/// c(A) - kappa cut(A), straight from the definition.
double weight(const Problem& problem, const std::vector<int>& set) {
  const auto inside = [&](int a) { return std::find(set.begin(), set.end(), a) != set.end(); };
  double sum = 0.0;
  int cut = 0;
  for (const int a : set) {
    sum += problem.c[a];
    for (const int b : problem.nodes) cut += !inside(b) && problem.joined(a, b) ? 1 : 0;
  }
  return sum - problem.kappa * cut;
}

double heaviest_of_all_subsets(const Problem& problem) {
  double best = 0.0;
  for (unsigned subset = 0; subset < 1U << problem.nodes.size(); ++subset) {
    std::vector<int> set;
    for (std::size_t k = 0; k < problem.nodes.size(); ++k) {
      if ((subset >> k & 1U) != 0) set.push_back(problem.nodes[k]);
    }
    best = std::max(best, weight(problem, set));
  }
  return best;
}

double find(HeaviestSet& finder, const Problem& problem) {
  return finder.find(problem.nodes, problem.c.data(), problem.kappa, problem.edges.data(), stride);
}

void expect_heaviest(HeaviestSet& finder, const Problem& problem, const std::string& what) {
  const double value = find(finder, problem);
  EXPECT_NEAR(value, heaviest_of_all_subsets(problem), 1e-12) << what;

  std::vector<int> members(finder.members().begin(), finder.members().end());
  EXPECT_NEAR(weight(problem, members), value, 1e-12) << what;
  std::sort(members.begin(), members.end());
  EXPECT_EQ(std::adjacent_find(members.begin(), members.end()), members.end()) << what;
  for (const int a : members)
    EXPECT_EQ(std::count(problem.nodes.begin(), problem.nodes.end(), a), 1);
}

/// A problem of m nodes in random order, with every pair joined with probability `density`.
Problem random_problem(int m, double density, std::mt19937_64& random) {
  Problem problem;
  std::vector<int> all(stride);
  std::iota(all.begin(), all.end(), 0);
  std::shuffle(all.begin(), all.end(), random);
  problem.nodes.assign(all.begin(), all.begin() + m);
  std::normal_distribution<double> normal;
  for (double& c : problem.c) c = normal(random);
  std::bernoulli_distribution edge(density);
  for (int a = 0; a < stride; ++a) {
    for (int b = 0; b < a; ++b) {
      if (edge(random)) problem.join(a, b);
    }
  }
  return problem;
}

void expect_heaviest_for_many(double density, int rounds, unsigned seed) {
  std::mt19937_64 random(seed);
  HeaviestSet finder(max_nodes);  // one for all problems: nothing may leak from one into the next
  for (int round = 0; round < rounds; ++round) {
    for (int m = 1; m <= max_nodes; ++m) {
      Problem problem = random_problem(m, density, random);
      for (const double kappa : {0.0, 0.01, 0.1, 0.25, 0.5, 1.0, 5.0}) {
        problem.kappa = kappa;
        const std::string what = "m = " + std::to_string(m) + ", kappa = " + std::to_string(kappa) +
                                 ", round " + std::to_string(round);
        expect_heaviest(finder, problem, what);
      }
    }
  }
}

TEST(HeaviestSet, beats_every_subset_of_complete_graphs) { expect_heaviest_for_many(1.0, 8, 1); }

TEST(HeaviestSet, beats_every_subset_of_dense_graphs) { expect_heaviest_for_many(0.5, 300, 2); }

TEST(HeaviestSet, beats_every_subset_of_sparse_graphs) { expect_heaviest_for_many(0.25, 300, 3); }

TEST(HeaviestSet, beats_every_subset_of_graphs_without_edges) {
  expect_heaviest_for_many(0.0, 8, 4);
}

TEST(HeaviestSet, beats_every_subset_when_many_weights_are_equal_or_zero) {
  std::mt19937_64 random(5);
  std::uniform_int_distribution<int> coarse(-2, 2);
  HeaviestSet finder(max_nodes);
  for (int round = 0; round < 200; ++round) {
    Problem problem = random_problem(1 + round % max_nodes, round % 2 == 0 ? 0.5 : 1.0, random);
    for (double& c : problem.c) c = coarse(random);
    problem.kappa = 0.5 * (round % 4);
    expect_heaviest(finder, problem, "round " + std::to_string(round));
  }
}

TEST(HeaviestSet, without_edges_it_is_all_positive_weights) {
  Problem problem{.nodes = {4, 0, 2, 7}, .kappa = 3.0};
  problem.c[0] = 1.0;
  problem.c[2] = -2.0;
  problem.c[4] = 0.5;
  problem.c[9] = 100.0;  // 9 is not among the nodes
  HeaviestSet finder(max_nodes);
  EXPECT_EQ(find(finder, problem), 1.5);
}

TEST(HeaviestSet, a_light_bridge_is_taken_along_when_its_edges_cost_more) {
  // In the path 0 - 1 - 2, taking node 1 loses 1 and saves two edges of 2.
  Problem problem{.nodes = {0, 1, 2}, .kappa = 2.0};
  problem.join(0, 1);
  problem.join(1, 2);
  problem.c[0] = problem.c[2] = 3.0;
  problem.c[1] = -1.0;
  HeaviestSet finder(max_nodes);
  EXPECT_EQ(find(finder, problem), 5.0);
  EXPECT_EQ(finder.members().size(), 3U);
}

TEST(HeaviestSet, is_empty_when_nothing_is_worth_it) {
  HeaviestSet finder(max_nodes);
  for (const bool complete : {false, true}) {
    Problem problem{.nodes = {0, 1, 2}, .kappa = 1.0};
    problem.join(0, 1);
    problem.join(1, 2);
    if (complete) problem.join(0, 2);
    problem.c[0] = 0.9;
    problem.c[1] = -3.0;
    EXPECT_EQ(find(finder, problem), 0.0);
    EXPECT_TRUE(finder.members().empty());
  }
}

TEST(HeaviestSet, no_nodes_weigh_nothing) {
  HeaviestSet finder(max_nodes);
  EXPECT_EQ(find(finder, Problem{}), 0.0);
  EXPECT_TRUE(finder.members().empty());
}

}  // namespace
}  // namespace grmf::internal
