#include "grmf/sizes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "grmf/data.h"

namespace grmf {
namespace {

double median_of(std::vector<double>& numbers) {
  const auto middle = numbers.begin() + std::ssize(numbers) / 2;
  std::nth_element(numbers.begin(), middle, numbers.end());
  if (numbers.size() % 2 == 1) return *middle;
  const double below = *std::max_element(numbers.begin(), middle);
  return below + (*middle - below) / 2;
}

/// The robust size of numbers; 0 where there is none.
double size_of(std::vector<double>& numbers) {
  if (numbers.empty()) return 0.0;
  const double centre = median_of(numbers);
  double sum = 0.0;
  for (double& number : numbers) sum += number = std::abs(number - centre);
  const double largest = *std::max_element(numbers.begin(), numbers.end());
  const double median = median_of(numbers);
  const double size = median > 0 ? median : sum / static_cast<double>(numbers.size());
  // The largest number must stay finite when it is divided by the size.
  constexpr double least = 1e-200;
  return std::max(size, least * largest);
}

/// The observed entries of columns `first` to `last` - 1 in every `step`-th row, each column for
/// itself. They are gathered row by row, because a row lies together in memory.
std::vector<std::vector<double>> columns_of(const Data& data, Index first, Index last, Index step) {
  std::vector<std::vector<double>> columns(last - first);
  for (Index i = 0; i < data.rows(); i += step) {
    for (Index j = first; j < last; ++j) {
      if (data.weight(i, j) > 0) columns[j - first].push_back(data.y(i, j));
    }
  }
  return columns;
}

std::vector<double> sizes_of_columns(const Data& data, Index step) {
  constexpr Index at_once = 16;
  std::vector<double> sizes;
  for (Index first = 0; first < data.cols(); first += at_once) {
    for (auto& column : columns_of(data, first, std::min(first + at_once, data.cols()), step))
      sizes.push_back(size_of(column));
  }
  return sizes;
}

std::vector<double> sizes_of_rows(const Data& data) {
  std::vector<double> sizes;
  std::vector<double> row;
  for (Index i = 0; i < data.rows(); ++i) {
    row.clear();
    for (Index j = 0; j < data.cols(); ++j) {
      if (data.weight(i, j) > 0) row.push_back(data.y(i, j));
    }
    sizes.push_back(size_of(row));
  }
  return sizes;
}

/// The same sizes with 1 where there is none.
std::vector<double> usable(std::vector<double> sizes) {
  std::replace(sizes.begin(), sizes.end(), 0.0, 1.0);
  return sizes;
}

}  // namespace

void Sizes::undo(Matrix& estimate) const {
  if (empty()) return;
  for (Index i = 0; i < estimate.rows(); ++i) {
    for (Index j = 0; j < estimate.cols(); ++j) estimate(i, j) *= at(i, j);
  }
}

Sizes robust_sizes(const Data& data, ScaleBy by) {
  switch (by) {
    case ScaleBy::columns:
      return {.columns = usable(sizes_of_columns(data, 1))};
    case ScaleBy::rows:
      return {.rows = usable(sizes_of_rows(data))};
    case ScaleBy::none:
      break;
  }
  return {};
}

double spread_of_columns(const Data& data) {
  constexpr Index enough = 1000;
  std::vector<double> sizes = sizes_of_columns(data, std::max<Index>(data.rows() / enough, 1));
  std::erase(sizes, 0.0);
  if (sizes.empty()) return 1.0;
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  return *most / *least;
}

}  // namespace grmf
