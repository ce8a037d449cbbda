#include "commands/clean_run.h"

#include <algorithm>
#include <numbers>
#include <utility>

#include "commands/scale.h"
#include "grmf/option.h"
#include "grmf/repair.h"

namespace grmf::cli {
namespace {

std::string before(const io::EditableInput& input, Index row, Index col) {
  if (input.text) return std::string(input.text->cell(row, col));
  return to_string(OptionValue(input.input.values(row, col)));
}

std::string after(const io::EditableInput& input, Index col, double number) {
  if (input.text) return input.text->written(col, number);
  const bool narrow = input.input.values.narrow();
  return to_string(OptionValue(narrow ? static_cast<float>(number) : number));
}

void replace(io::EditableInput& input, const Replaced& cell, double number) {
  if (input.text) return input.text->replace(cell.row, cell.col, cell.after);
  input.input.values.visit([&]<class T>(BasicMatrix<T>& values) {
    values(cell.row, cell.col) = static_cast<T>(number);
  });
}

/// Whether the model knows more than least squares do: groups, or that nothing is below 0.
bool knows_more(const io::Model& model) {
  if (model.evidence && model.evidence->found) return true;
  const auto negative = [](double value) { return value < 0; };
  return std::none_of(model.u.values().begin(), model.u.values().end(), negative) &&
         std::none_of(model.v.values().begin(), model.v.values().end(), negative);
}

}  // namespace

std::vector<double> rounding_of(const io::EditableInput& input) {
  std::vector<double> deviations;
  if (!input.text) return deviations;
  for (const io::NumberStyle& style : input.text->styles())
    deviations.push_back(style.step / (2 * std::numbers::sqrt3));
  return deviations;
}

Cleaned clean(io::EditableInput& input, const Data& data, const io::Model& model, double threshold,
              int threads) {
  const OutlierOptions options{.deviations = threshold,
                               .noise = model.noise,
                               .noise_of = noise_of(model),
                               .sizes = model.sizes,
                               .least_noise = rounding_of(input)};
  const Repairs repairs =
      find_repairs(data, {model.u, model.v}, options, knows_more(model), threads);
  Cleaned cleaned;
  cleaned.gaps_left = repairs.unknown;
  for (const Repair& repair : repairs.entries) {
    Replaced cell{.row = repair.row,
                  .col = repair.col,
                  .before = before(input, repair.row, repair.col),
                  .after = after(input, repair.col, repair.estimate),
                  .sigmas = repair.deviations};
    if (cell.before == cell.after) continue;
    replace(input, cell, repair.estimate);
    ++(cell.sigmas ? cleaned.outliers : cleaned.gaps);
    cleaned.cells.push_back(std::move(cell));
  }
  return cleaned;
}

}  // namespace grmf::cli
