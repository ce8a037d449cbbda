#include "rowproblem/heaviest_set.h"

#include <algorithm>
#include <numeric>

namespace grmf::internal {
namespace {

constexpr int unreached = -2;
constexpr int source = -1;

bool is_complete(std::span<const int> nodes, const std::uint8_t* edges, int stride) {
  for (std::size_t a = 0; a < nodes.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (edges[nodes[a] * stride + nodes[b]] == 0) return false;
    }
  }
  return true;
}

}  // namespace

HeaviestSet::HeaviestSet(int max_nodes) {
  const auto m = max_nodes;
  members_.reserve(m);
  order_.reserve(m);
  from_source_.resize(m);
  to_sink_.resize(m);
  between_.resize(m * m);
  queue_.resize(m);
  parent_.resize(m);
}

double HeaviestSet::find(std::span<const int> nodes, const double* c, double kappa,
                         const std::uint8_t* edges, int stride) {
  if (is_complete(nodes, edges, stride)) return find_in_complete(nodes, c, kappa);
  return find_by_flow(nodes, c, kappa, edges, stride);
}

double HeaviestSet::find_in_complete(std::span<const int> nodes, const double* c, double kappa) {
  // Every A of k nodes has the same cut, so the k largest c are the best of that size.
  order_.assign(nodes.begin(), nodes.end());
  std::sort(order_.begin(), order_.end(),
            [c](int a, int b) { return c[a] != c[b] ? c[a] > c[b] : a < b; });
  const auto m = static_cast<int>(nodes.size());
  double sum = 0.0;
  double best = 0.0;
  int best_size = 0;
  for (int k = 1; k <= m; ++k) {
    sum += c[order_[k - 1]];
    const double value = sum - kappa * k * (m - k);
    if (value > best) {
      best = value;
      best_size = k;
    }
  }
  members_.assign(order_.begin(), order_.begin() + best_size);
  return best;
}

double HeaviestSet::find_by_flow(std::span<const int> nodes, const double* c, double kappa,
                                 const std::uint8_t* edges, int stride) {
  size_ = static_cast<int>(nodes.size());
  for (int a = 0; a < size_; ++a) {
    from_source_[a] = std::max(c[nodes[a]], 0.0);
    to_sink_[a] = std::max(-c[nodes[a]], 0.0);
    for (int b = 0; b < size_; ++b) {
      between_[a * size_ + b] = a != b && edges[nodes[a] * stride + nodes[b]] != 0 ? kappa : 0.0;
    }
  }
  while (augment()) {
  }
  // The nodes that the source still reaches are the source side of a minimum cut.
  members_.clear();
  double value = 0.0;
  for (int a = 0; a < size_; ++a) {
    if (parent_[a] == unreached) continue;
    members_.push_back(nodes[a]);
    value += c[nodes[a]];
    for (int b = 0; b < size_; ++b) {
      if (parent_[b] == unreached && edges[nodes[a] * stride + nodes[b]] != 0) value -= kappa;
    }
  }
  return std::max(value, 0.0);
}

/// Augments the flow along one shortest path. False if there is none; parent_ then marks the nodes
/// that the source reaches.
bool HeaviestSet::augment() {
  int head = 0;
  int tail = 0;
  std::fill_n(parent_.begin(), size_, unreached);
  for (int a = 0; a < size_; ++a) {
    if (from_source_[a] > 0) {
      parent_[a] = source;
      queue_[tail++] = a;
    }
  }
  while (head < tail) {
    const int a = queue_[head++];
    if (to_sink_[a] > 0) {
      double flow = to_sink_[a];
      int node = a;
      for (; parent_[node] != source; node = parent_[node]) {
        flow = std::min(flow, between_[parent_[node] * size_ + node]);
      }
      flow = std::min(flow, from_source_[node]);
      from_source_[node] -= flow;
      to_sink_[a] -= flow;
      for (node = a; parent_[node] != source; node = parent_[node]) {
        between_[parent_[node] * size_ + node] -= flow;
        between_[node * size_ + parent_[node]] += flow;
      }
      return true;
    }
    for (int b = 0; b < size_; ++b) {
      if (parent_[b] == unreached && between_[a * size_ + b] > 0) {
        parent_[b] = a;
        queue_[tail++] = b;
      }
    }
  }
  return false;
}

}  // namespace grmf::internal
