#include "engine/rescue_rows.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "base/random.h"
#include "linalg/dense.h"

namespace grmf::internal {
namespace {

using Row = Eigen::VectorXd;

/// The entries that one row is fitted to.
struct Samples {
  Dense a;
  Row y;
  Row m;
};

Samples samples_of(Side side, const Data& data, Index row, const Matrix& a) {
  std::vector<Index> there;
  const auto place = [&](Index k) {
    return side == Side::u ? std::pair(row, k) : std::pair(k, row);
  };
  for (Index k = 0; k < a.rows(); ++k) {
    const auto [i, j] = place(k);
    if (data.weight(i, j) > 0) there.push_back(k);
  }
  const Index count = std::ssize(there);
  Samples samples{Dense(count, a.cols()), Row(count), Row(count)};
  for (Index s = 0; s < count; ++s) {
    const auto [i, j] = place(there[s]);
    samples.y[s] = data.y(i, j);
    samples.m[s] = data.weight(i, j);
    for (Index l = 0; l < a.cols(); ++l) samples.a(s, l) = a(there[s], l);
  }
  return samples;
}

/// The problem of one row.
class RowSearch {
 public:
  RowSearch(const Samples& samples, const AnyLoss& loss, const Penalty& penalty)
      : samples_(&samples), loss_(&loss), penalty_(&penalty) {}

  [[nodiscard]] double value(const Row& x) const {
    const Row left = samples_->y - samples_->a * x;
    double sum = penalty_->value({x.data(), static_cast<std::size_t>(x.size())});
    for (Index s = 0; s < left.size(); ++s) {
      sum += samples_->m[s] *
             std::visit([&](const auto& loss) { return loss.value(left[s]); }, *loss_);
    }
    return sum;
  }

  /// The best of the rows that random picks lead to, if it is better than x.
  [[nodiscard]] std::optional<Row> better_than(const Row& x, std::uint64_t seed) const {
    constexpr std::uint64_t picks = 50;
    constexpr int steps = 5;
    double lowest = value(x);
    std::optional<Row> best;
    for (std::uint64_t pick = 0; pick < picks; ++pick) {
      Row tried = from_pick(seed, pick);
      for (int step = 0; step < steps; ++step) tried = improved(tried);
      const double there = value(tried);
      if (!(there < lowest)) continue;
      lowest = there;
      best = std::move(tried);
    }
    return best;
  }

 private:
  /// The row that fits a random pick of as many entries as it has values.
  [[nodiscard]] Row from_pick(std::uint64_t seed, std::uint64_t stream) const {
    const Index count = samples_->a.cols();
    Dense a(count, count);
    Row y(count);
    for (Index k = 0; k < count; ++k) {
      const auto pick =
          static_cast<Index>(random_uniform(seed, stream, static_cast<std::uint64_t>(k)) *
                             static_cast<double>(samples_->y.size()));
      a.row(k) = samples_->a.row(pick);
      y[k] = samples_->y[pick];
    }
    return solved(a.transpose() * a, a.transpose() * y, 0.0);
  }

  /// The row after a step of majorise-minimise, without sparsity and grouping.
  [[nodiscard]] Row improved(const Row& x) const {
    const Row left = samples_->y - samples_->a * x;
    Row w(left.size());
    for (Index s = 0; s < left.size(); ++s) {
      w[s] = samples_->m[s] *
             std::visit([&](const auto& loss) { return loss.weight(left[s]); }, *loss_);
    }
    const Dense weighted = w.asDiagonal() * samples_->a;
    return solved(samples_->a.transpose() * weighted, weighted.transpose() * samples_->y,
                  penalty_->lambda3);
  }

  /// The solution of h x = g, with a ridge, and a little more of it where h is singular.
  [[nodiscard]] Row solved(Dense h, const Row& g, double ridge) const {
    constexpr double little = 1e-10;
    h.diagonal().array() += 2 * ridge + little * h.diagonal().maxCoeff();
    Row x = h.ldlt().solve(g);
    if (penalty_->hard) x = x.cwiseMax(0.0);
    return x;
  }

  const Samples* samples_;
  const AnyLoss* loss_;
  const Penalty* penalty_;
};

/// A row of so few entries that it may settle on the wrong ones.
struct ShortRow {
  Index number;
  Index count;  ///< of its entries
  Index lost;   ///< entries that it has given up

  /// Whether more entries are lost than chance explains, where most rows lose the share `usual`.
  [[nodiscard]] bool has_lost_many(double usual) const {
    const auto entries = static_cast<double>(count);
    return static_cast<double>(lost) > entries * usual + std::sqrt(entries * usual * (1 - usual));
  }
};

/// The rows with more entries than values, but not many times as many.
std::vector<ShortRow> short_rows(Side side, const Data& data, const Matrix& a) {
  constexpr Index times = 20;
  const Index most = times * a.cols();
  std::vector<ShortRow> rows;
  if (!data.weighted() && a.rows() > most) return rows;
  const Index count = side == Side::u ? data.rows() : data.cols();
  for (Index row = 0; row < count; ++row) {
    Index there = 0;
    for (Index k = 0; k < a.rows() && there <= most; ++k)
      there += (side == Side::u ? data.weight(row, k) : data.weight(k, row)) > 0 ? 1 : 0;
    if (there > a.cols() && there <= most) rows.push_back({row, there, 0});
  }
  return rows;
}

Index given_up(const Samples& samples, const Row& x, double width) {
  return ((samples.y - samples.a * x).array().abs() > width).count();
}

}  // namespace

Index rescue_rows(Side side, const Data& data, const Terms& terms, double width, const Matrix& a,
                  std::uint64_t seed, Workers& workers, Matrix& x) {
  const auto row_of = [&](Index row) {
    return Row(Eigen::Map<const Row>(x.row(row).data(), x.cols()));
  };
  std::vector<ShortRow> rows = short_rows(side, data, a);
  workers.for_each(std::ssize(rows), [&](Index k, int) {
    ShortRow& row = rows[k];
    row.lost = given_up(samples_of(side, data, row.number, a), row_of(row.number), width);
  });
  double all = 0.0;
  double all_lost = 0.0;
  for (const ShortRow& row : rows) {
    all += static_cast<double>(row.count);
    all_lost += static_cast<double>(row.lost);
  }
  std::atomic<Index> moved = 0;
  workers.for_each(std::ssize(rows), [&](Index k, int) {
    const ShortRow& row = rows[k];
    if (!row.has_lost_many(all_lost / all)) return;
    const Samples samples = samples_of(side, data, row.number, a);
    const RowSearch search(samples, terms.loss, side == Side::u ? terms.u : terms.v);
    const std::optional<Row> better =
        search.better_than(row_of(row.number), mix(seed) ^ static_cast<std::uint64_t>(row.number));
    if (!better) return;
    std::copy(better->begin(), better->end(), x.row(row.number).begin());
    ++moved;
  });
  return moved;
}

}  // namespace grmf::internal
