#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace grmf::internal {

/// Finds, among the subsets A of the nodes of a small graph, one that maximises
///
///   c(A) - kappa cut(A),      cut(A) = number of edges between A and the other nodes.
///
/// This is how the optimality of tied entries is judged: entries tied in a group S, with residuals
/// c, stay tied iff no subset A of S gains by moving on its own. Complete graphs are solved by
/// sorting, other graphs by max-flow = min-cut.
class HeaviestSet {
 public:
  explicit HeaviestSet(int max_nodes);

  /// Both `c` and `edges`, a symmetric 0/1 matrix with row stride `stride`, are indexed by the
  /// entries of `nodes`. Returns the value of the best A, which is at least 0, the value of the
  /// empty set.
  double find(std::span<const int> nodes, const double* c, double kappa, const std::uint8_t* edges,
              int stride);

  /// The nodes of the set found last.
  [[nodiscard]] std::span<const int> members() const { return members_; }

 private:
  double find_in_complete(std::span<const int> nodes, const double* c, double kappa);
  double find_by_flow(std::span<const int> nodes, const double* c, double kappa,
                      const std::uint8_t* edges, int stride);
  bool augment();

  std::vector<int> members_;
  std::vector<int> order_;
  // The flow network: node k has remaining capacity from the source, to the sink and to every other
  // node.
  int size_ = 0;
  std::vector<double> from_source_;
  std::vector<double> to_sink_;
  std::vector<double> between_;
  std::vector<int> queue_;
  std::vector<int> parent_;
};

}  // namespace grmf::internal
