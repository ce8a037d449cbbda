#include "commands/clean_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "commands/scale.h"
#include "grmf/option.h"
#include "grmf/outliers.h"

namespace grmf::cli {
namespace {

/// Reads and writes single cells, be the input a table of text or numbers.
class Cells {
 public:
  explicit Cells(io::EditableInput& input) : input_(input) {}

  /// The deviation of the rounding error of every column. Numbers that are not text are not
  /// rounded.
  [[nodiscard]] std::vector<double> rounding() const {
    std::vector<double> deviations;
    if (!input_.text) return deviations;
    for (const io::NumberStyle& style : input_.text->styles())
      deviations.push_back(style.step / (2 * std::numbers::sqrt3));
    return deviations;
  }

  [[nodiscard]] std::string before(Index row, Index col) const {
    if (input_.text) return std::string(input_.text->cell(row, col));
    return to_string(OptionValue(input_.input.values(row, col)));
  }
  [[nodiscard]] std::string after(Index col, double number) const {
    if (input_.text) return input_.text->written(col, number);
    return to_string(
        OptionValue(input_.input.values.narrow() ? static_cast<float>(number) : number));
  }
  void replace(const Replaced& cell, double number) {
    if (input_.text) return input_.text->replace(cell.row, cell.col, cell.after);
    input_.input.values.visit([&]<class T>(BasicMatrix<T>& values) {
      values(cell.row, cell.col) = static_cast<T>(number);
    });
  }

 private:
  io::EditableInput& input_;
};

/// Whether a model knows nothing of a row or column, because nothing of it was observed.
class Unknown {
 public:
  explicit Unknown(const Data& data) : data_(data) {}
  [[nodiscard]] bool operator()(Index i, Index j) const {
    return std::binary_search(data_.empty_rows().begin(), data_.empty_rows().end(), i) ||
           std::binary_search(data_.empty_columns().begin(), data_.empty_columns().end(), j);
  }

 private:
  const Data& data_;
};

}  // namespace

Cleaned clean(io::EditableInput& input, const Data& data, const io::Model& model,
              double threshold) {
  Cells cells(input);
  const OutlierScores scores = outlier_scores(data, model.u, model.v,
                                              {.worst = std::numeric_limits<Index>::max(),
                                               .deviations = threshold,
                                               .noise = model.noise,
                                               .noise_of = noise_of(model),
                                               .sizes = model.sizes,
                                               .least_noise = cells.rounding()});
  std::map<std::pair<Index, Index>, double> outliers;
  for (const Outlier& entry : scores.worst) outliers[{entry.row, entry.col}] = entry.deviations;

  const Matrix estimate = io::estimate(model);
  const Unknown unknown(data);
  Cleaned cleaned;
  for (Index i = 0; i < data.rows(); ++i) {
    for (Index j = 0; j < data.cols(); ++j) {
      const bool gap = data.weight(i, j) == 0;
      const auto outlier = outliers.find({i, j});
      if (!gap && outlier == outliers.end()) continue;
      if (unknown(i, j)) {
        ++cleaned.gaps_left;
        continue;
      }
      Replaced cell{.row = i,
                    .col = j,
                    .before = cells.before(i, j),
                    .after = cells.after(j, estimate(i, j)),
                    .deviations = gap ? std::numeric_limits<double>::quiet_NaN() : outlier->second,
                    .gap = gap};
      if (cell.before == cell.after) continue;
      cells.replace(cell, estimate(i, j));
      ++(gap ? cleaned.gaps : cleaned.outliers);
      cleaned.cells.push_back(std::move(cell));
    }
  }
  return cleaned;
}

}  // namespace grmf::cli
