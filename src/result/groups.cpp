#include "grmf/groups.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "grmf/fit.h"

namespace grmf {
namespace {

/// The mean and the deviation of count(row) over all rows of U and V.
template <class Count>
GroupCount over_rows(const Result& result, Count count) {
  double sum = 0.0;
  double squares = 0.0;
  double rows = 0.0;
  for (const Matrix* factor : {&result.u, &result.v}) {
    for (Index i = 0; i < factor->rows(); ++i) {
      const auto groups = static_cast<double>(count(factor->row(i)));
      sum += groups;
      squares += groups * groups;
      rows += 1.0;
    }
  }
  if (rows == 0) return {};
  const double mean = sum / rows;
  return {mean, std::sqrt(std::max(0.0, squares / rows - mean * mean))};
}

/// The sum of count(row) over all rows of U and V, as a share of all their entries.
template <class Count>
double share_of_entries(const Result& result, Count count) {
  Index counted = 0;
  for (const Matrix* factor : {&result.u, &result.v}) {
    for (Index i = 0; i < factor->rows(); ++i) counted += count(factor->row(i));
  }
  const Index entries = result.u.size() + result.v.size();
  return entries == 0 ? 0.0 : static_cast<double>(counted) / static_cast<double>(entries);
}

}  // namespace

std::vector<Group> groups_of(std::span<const double> row) {
  std::map<double, std::vector<Index>> by_value;
  for (Index l = 0; l < std::ssize(row); ++l)
    by_value[row[static_cast<std::size_t>(l)]].push_back(l);
  std::vector<Group> groups;
  groups.reserve(by_value.size());
  for (auto& [value, members] : by_value) groups.push_back({value, std::move(members)});
  return groups;
}

Index count_groups_paper(std::span<const double> row, double tolerance) {
  std::vector<double> sorted(row.begin(), row.end());
  std::sort(sorted.begin(), sorted.end());
  Index groups = 0;
  double first_of_group = 0.0;
  for (const double value : sorted) {
    if (groups == 0 || value - first_of_group > tolerance) {
      ++groups;
      first_of_group = value;
    }
  }
  return groups;
}

GroupCount Result::groups() const {
  return over_rows(*this, [](std::span<const double> row) { return groups_of(row).size(); });
}

GroupCount Result::groups_paper(double tolerance) const {
  return over_rows(*this,
                   [&](std::span<const double> row) { return count_groups_paper(row, tolerance); });
}

double Result::sparsity() const {
  return share_of_entries(*this, [](std::span<const double> row) {
    return static_cast<Index>(std::count(row.begin(), row.end(), 0.0));
  });
}

double Result::tied() const {
  return share_of_entries(*this, [](std::span<const double> row) {
    Index saved = std::ssize(row);
    for (const Group& group : groups_of(row)) saved -= group.value == 0.0 ? 0 : 1;
    return saved;
  });
}

}  // namespace grmf
