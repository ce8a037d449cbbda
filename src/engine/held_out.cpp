#include "engine/held_out.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/sums.h"

namespace grmf::internal {
namespace {

double estimate_of(const Factors& factors, Index i, Index j) {
  const auto u = factors.u.row(i);
  return std::inner_product(u.begin(), u.end(), factors.v.row(j).begin(), 0.0);
}

}  // namespace

void HeldOutComparison::Sums::add(const Sums& other) {
  entries += other.entries;
  weight += other.weight;
  weight_squares += other.weight_squares;
  first += other.first;
  second += other.second;
  squares += other.squares;
}

void HeldOutComparison::add(const Data& all, const Data& rest, const Factors& first,
                            const Factors& second) {
  std::vector<Sums> chunks(static_cast<std::size_t>(chunk_count(all.rows())));
  for (Index i = 0; i < all.rows(); ++i) {
    Sums& sums = chunks[i / sum_chunk];
    for (Index j = 0; j < all.cols(); ++j) {
      const double m = all.weight(i, j);
      if (m == 0 || rest.weight(i, j) > 0) continue;
      const double of_first = std::abs(all.y(i, j) - estimate_of(first, i, j));
      const double of_second = std::abs(all.y(i, j) - estimate_of(second, i, j));
      const double difference = of_first - of_second;
      sums.add({1, m, m * m, m * of_first, m * of_second, m * difference * difference});
    }
  }
  add_by_tree(chunks, [](Sums& a, const Sums& b) { a.add(b); });
  sums_.add(chunks.front());
}

double HeldOutComparison::standard_errors_better() const {
  if (sums_.entries == 0) return 0.0;
  const double mean = first() - second();
  const double variance = std::max(sums_.squares / sums_.weight - mean * mean, 0.0);
  const double error = std::sqrt(variance * sums_.weight_squares) / sums_.weight;
  return error > 0 ? mean / error : 0.0;
}

}  // namespace grmf::internal
