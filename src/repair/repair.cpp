#include "grmf/repair.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "grmf/grmf_options.h"
#include "grmf/models.h"

namespace grmf {
namespace {

bool in_reading_order(const Outlier& a, const Outlier& b) {
  return std::pair(a.row, a.col) < std::pair(b.row, b.col);
}

/// The outliers, in reading order.
std::vector<Outlier> outliers_of(const Data& data, const Factors& factors, OutlierOptions options) {
  options.worst = std::numeric_limits<Index>::max();
  std::vector<Outlier> all = outlier_scores(data, factors.u, factors.v, options).worst;
  std::sort(all.begin(), all.end(), in_reading_order);
  return all;
}

/// The rows and columns of which at least half is suspect. Errors are rare: such a line does not
/// follow the others, and they do not tell what it should be.
struct OddLines {
  std::vector<bool> rows;
  std::vector<bool> columns;

  OddLines(const std::vector<Outlier>& suspects, const Data& data) {
    std::vector<Index> seen_in_rows(data.rows());
    std::vector<Index> seen_in_columns(data.cols());
    for (Index i = 0; i < data.rows(); ++i) {
      for (Index j = 0; j < data.cols(); ++j) {
        const Index seen = data.weight(i, j) > 0 ? 1 : 0;
        seen_in_rows[i] += seen;
        seen_in_columns[j] += seen;
      }
    }
    std::vector<Index> in_rows(data.rows());
    std::vector<Index> in_columns(data.cols());
    for (const Outlier& suspect : suspects) {
      ++in_rows[suspect.row];
      ++in_columns[suspect.col];
    }
    for (Index i = 0; i < data.rows(); ++i)
      rows.push_back(in_rows[i] > 0 && 2 * in_rows[i] >= seen_in_rows[i]);
    for (Index j = 0; j < data.cols(); ++j)
      columns.push_back(in_columns[j] > 0 && 2 * in_columns[j] >= seen_in_columns[j]);
  }

  [[nodiscard]] bool contain(const Outlier& entry) const {
    return rows[entry.row] || columns[entry.col];
  }
  [[nodiscard]] bool any() const {
    return std::find(rows.begin(), rows.end(), true) != rows.end() ||
           std::find(columns.begin(), columns.end(), true) != columns.end();
  }
};

/// The weights of the data, with 0 for the suspects.
Matrix weights_without(const std::vector<Outlier>& suspects, const Data& data) {
  Matrix weights(data.rows(), data.cols());
  for (Index i = 0; i < data.rows(); ++i) {
    for (Index j = 0; j < data.cols(); ++j) weights(i, j) = data.weight(i, j);
  }
  for (const Outlier& suspect : suspects) weights(suspect.row, suspect.col) = 0.0;
  return weights;
}

void take_out(const OddLines& odd, Matrix& weights) {
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) {
      if (odd.rows[i] || odd.columns[j]) weights(i, j) = 0.0;
    }
  }
}

/// Whether every row and column has more entries than a row of a factor has values, or none: else
/// least squares tells nothing of it.
bool is_determined(const Matrix& weights, Index rank) {
  std::vector<Index> in_rows(weights.rows());
  std::vector<Index> in_columns(weights.cols());
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) {
      in_rows[i] += weights(i, j) > 0 ? 1 : 0;
      in_columns[j] += weights(i, j) > 0 ? 1 : 0;
    }
  }
  const auto too_few = [&](Index count) { return count > 0 && count <= rank; };
  return std::none_of(in_rows.begin(), in_rows.end(), too_few) &&
         std::none_of(in_columns.begin(), in_columns.end(), too_few);
}

/// Leaves of the suspects those who are outliers too.
void acquit(const std::vector<Outlier>& outliers, std::vector<Outlier>& suspects) {
  std::erase_if(suspects, [&](Outlier& suspect) {
    const auto again =
        std::lower_bound(outliers.begin(), outliers.end(), suspect, in_reading_order);
    if (again == outliers.end() || in_reading_order(suspect, *again)) return true;
    suspect = *again;
    return false;
  });
}

/// A factorisation and its outliers.
struct Judged {
  Factors factors;
  std::vector<Outlier> outliers;
};

/// Judges suspects by least squares.
class Judge {
 public:
  Judge(const Data& data, OutlierOptions options, Index rank, int threads)
      : data_(data),
        even_(data.divided(options.sizes)),
        options_(std::move(options)),
        rank_(rank),
        threads_(threads) {
    options_.noise.reset();
  }

  [[nodiscard]] Judged operator()(Judged model) const {
    const OddLines odd(model.outliers, data_);
    if (odd.any()) {
      if (std::optional<Judged> exact = if_exact(model, odd)) return *std::move(exact);
      std::erase_if(model.outliers, [&](const Outlier& entry) { return odd.contain(entry); });
    }
    constexpr int most_rounds = 5;
    for (int round = 0; round < most_rounds; ++round) {
      Matrix weights = weights_without(model.outliers, data_);
      take_out(odd, weights);
      if (!is_determined(weights, rank_)) return model;
      const Factors next = least_squares(std::move(weights), model.factors);
      const std::size_t before = model.outliers.size();
      acquit(outliers_of(data_, next, options_), model.outliers);
      model.factors = next;
      if (model.outliers.size() == before) break;
    }
    return model;
  }

 private:
  /// Odd lines may be right and only large, which a robust loss takes for errors. They are if all
  /// entries but the other suspects fit exactly.
  [[nodiscard]] std::optional<Judged> if_exact(const Judged& model, const OddLines& odd) const {
    std::vector<Outlier> suspects = model.outliers;
    std::erase_if(suspects, [&](const Outlier& entry) { return odd.contain(entry); });
    Matrix weights = weights_without(suspects, data_);
    if (!is_determined(weights, rank_)) return {};
    Factors factors = least_squares(std::move(weights), {});
    OutlierOptions exactly = options_;
    exactly.noise = 0.0;
    exactly.noise_of = NoiseOf::all;
    const std::vector<Outlier> outliers = outliers_of(data_, factors, exactly);
    const bool exact = std::all_of(outliers.begin(), outliers.end(), [&](const Outlier& entry) {
      return std::binary_search(suspects.begin(), suspects.end(), entry, in_reading_order);
    });
    if (!exact) return {};
    acquit(outliers, suspects);
    return Judged{std::move(factors), std::move(suspects)};
  }

  /// The factorisation by least squares that is next to `start`, or the best one.
  [[nodiscard]] Factors least_squares(Matrix weights, const std::optional<Factors>& start) const {
    GrmfOptions options;
    options.loss = Loss::l2;
    options.lambda1 = 0.0;
    options.lambda2 = 0.0;
    options.lambda3 = 1e-12;
    options.gauge = Gauge::off;
    options.init = Init::svd;
    Result result =
        GmfL2(options).fit(even_.reweighted(std::move(weights)), {.rank = static_cast<int>(rank_),
                                                                  .max_sweeps = 300,
                                                                  .tolerance = 1e-14,
                                                                  .stop = StopRule::decrease,
                                                                  .threads = threads_,
                                                                  .start = start,
                                                                  .standard_errors = false});
    return {std::move(result.u), std::move(result.v)};
  }

  const Data& data_;
  Data even_;
  OutlierOptions options_;
  Index rank_;
  int threads_;
};

}  // namespace

Repairs find_repairs(const Data& data, const Factors& model, const OutlierOptions& options,
                     bool keep_model, int threads) {
  Judged judged{model, outliers_of(data, model, options)};
  if (!keep_model) judged = Judge(data, options, model.u.cols(), threads)(std::move(judged));
  Matrix estimate = multiply_transposed(judged.factors.u, judged.factors.v);
  options.sizes.undo(estimate);

  const auto lies_in = [](const std::vector<Index>& list, Index k) {
    return std::binary_search(list.begin(), list.end(), k);
  };
  Repairs repairs;
  auto outlier = judged.outliers.begin();
  for (Index i = 0; i < data.rows(); ++i) {
    for (Index j = 0; j < data.cols(); ++j) {
      if (outlier != judged.outliers.end() && outlier->row == i && outlier->col == j) {
        repairs.entries.push_back({i, j, estimate(i, j), outlier->deviations});
        ++outlier;
      } else if (data.weight(i, j) > 0) {
        continue;
      } else if (lies_in(data.empty_rows(), i) || lies_in(data.empty_columns(), j)) {
        ++repairs.unknown;
      } else {
        repairs.entries.push_back({i, j, estimate(i, j), {}});
      }
    }
  }
  return repairs;
}

}  // namespace grmf
