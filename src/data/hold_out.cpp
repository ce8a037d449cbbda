#include "data/hold_out.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "data/unit.h"

namespace grmf::internal {
namespace {

constexpr std::uint64_t stream = 0x686f6c64;

/// A row or column keeps at least this many of its entries, if it has so many.
constexpr int kept_of_line = 2;

/// The weights of all entries, 0 where they are missing, in the number type of those given or else
/// of Y.
AnyMatrix weights_of(const Data& data) {
  const AnyMatrixView& like = data.stored_weights() ? *data.stored_weights() : data.stored_y();
  return like.visit([&]<class T>(const BasicMatrixView<T>&) {
    BasicMatrix<T> weights(data.rows(), data.cols());
    for (Index i = 0; i < data.rows(); ++i) {
      for (Index j = 0; j < data.cols(); ++j) weights(i, j) = static_cast<T>(data.weight(i, j));
    }
    return AnyMatrix(std::move(weights));
  });
}

/// Sets the weight of the entries in `held_out` to 0, but no row or column loses all of its
/// entries.
template <class T>
void take_out(const HoldOut& held_out, BasicMatrix<T>& weights) {
  std::vector<int> left_in_row(weights.rows());
  std::vector<int> left_in_col(weights.cols());
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) {
      if (weights(i, j) == 0) continue;
      ++left_in_row[i];
      ++left_in_col[j];
    }
  }
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) {
      const bool spare = left_in_row[i] > kept_of_line && left_in_col[j] > kept_of_line;
      if (weights(i, j) == 0 || !spare || !held_out.contains(i, j)) continue;
      weights(i, j) = 0;
      --left_in_row[i];
      --left_in_col[j];
    }
  }
}

}  // namespace

bool HoldOut::contains(Index i, Index j) const {
  const double place = random_uniform(mix(seed_) ^ static_cast<std::uint64_t>(i), stream,
                                      static_cast<std::uint64_t>(j));
  return from_ <= place && place < to_;
}

Data HoldOut::rest_of(const Data& data) const {
  AnyMatrix weights = weights_of(data);
  weights.visit([&](auto& held) { take_out(*this, held); });
  return data.reweighted(std::move(weights));
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
