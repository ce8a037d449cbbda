#include "data/hold_out.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.h"
#include "data/unit.h"

namespace grmf::internal {
namespace {

constexpr std::uint64_t stream = 0x686f6c64;

/// A row or column keeps at least this many of its entries, if it has so many.
constexpr int kept_of_line = 2;

/// Random odd numbers: times an odd number, they are spread evenly again.
std::vector<std::uint32_t> random_odds(Index count, std::uint64_t seed, std::uint64_t of_side) {
  std::vector<std::uint32_t> odds(static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < odds.size(); ++k)
    odds[k] = static_cast<std::uint32_t>(random_bits(seed, stream + of_side, k)) | 1U;
  return odds;
}

std::uint32_t place_of(double share) {
  return static_cast<std::uint32_t>(std::min(share * 0x1p32, 0x1p32 - 1));
}

}  // namespace

HoldOut::HoldOut(const Data& data, double share, std::uint64_t seed, int fold)
    : from_(std::max(place_of(fold * share), 1U)),
      count_(std::max(place_of((fold + 1) * share), from_) - from_),
      rows_(random_odds(data.rows(), seed, 0)),
      cols_(random_odds(data.cols(), seed, 1)) {
  spare_lines(data);
}

/// To spare a line takes nothing from others, so one look at all entries is enough.
void HoldOut::spare_lines(const Data& data) {
  struct Line {
    int kept = 0;
    int held = 0;
    [[nodiscard]] bool too_short() const { return held > 0 && kept < kept_of_line; }
  };
  std::vector<Line> of_row(rows_.size());
  std::vector<Line> of_col(cols_.size());
  for (Index i = 0; i < data.rows(); ++i) {
    for (Index j = 0; j < data.cols(); ++j) {
      if (data.weight(i, j) == 0) continue;
      const bool held = contains(i, j);
      for (Line* line : {&of_row[i], &of_col[j]}) ++(held ? line->held : line->kept);
    }
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] = of_row[i].too_short() ? 0 : rows_[i];
  for (std::size_t j = 0; j < cols_.size(); ++j) cols_[j] = of_col[j].too_short() ? 0 : cols_[j];
}

Data rest_of(const Data& data, double share, std::uint64_t seed, int fold) {
  return data.without(std::make_shared<const HoldOut>(data, share, seed, fold));
}

HeldOut::HeldOut(const Data& all, const Data& rest) : scale_(unit_of(all)) {
  for (Index i = 0; i < all.rows(); ++i) {
    for (Index j = 0; j < all.cols(); ++j) {
      if (all.weight(i, j) == 0 || rest.weight(i, j) > 0) continue;
      entries_.push_back({i, j, all.y(i, j)});
      weights_.push_back(all.weight(i, j));
    }
  }
}

std::vector<double> HeldOut::errors_of(const Matrix& u, const Matrix& v) const {
  constexpr double cap = 1.0;
  std::vector<double> errors;
  errors.reserve(entries_.size());
  for (const auto& [i, j, y] : entries_) {
    double estimate = 0.0;
    for (Index l = 0; l < u.cols(); ++l) estimate += u(i, l) * v(j, l);
    errors.push_back(std::min(std::abs(y - estimate) / scale_, cap));
  }
  return errors;
}

Data sample_of(const Data& data, Index most) {
  if (data.rows() <= most && data.cols() <= most) return data;
  const Index rows = std::min(data.rows(), most);
  const Index cols = std::min(data.cols(), most);
  Matrix y(rows, cols);
  Matrix weights(rows, cols);
  for (Index i = 0; i < rows; ++i) {
    const Index from_i = i * data.rows() / rows;
    for (Index j = 0; j < cols; ++j) {
      const Index from_j = j * data.cols() / cols;
      y(i, j) = data.y(from_i, from_j);
      weights(i, j) = data.weight(from_i, from_j);
    }
  }
  if (!data.weighted()) return Data(std::move(y));
  return {std::move(y), std::move(weights)};
}

}  // namespace grmf::internal
