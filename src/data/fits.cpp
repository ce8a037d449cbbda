#include "data/fits.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/shown.h"

namespace grmf::internal {
namespace {

bool fits(Index given, Index count) { return given == 0 || given == count; }

std::string misfit(const std::vector<std::string>& names, Index count, const std::string& what) {
  if (fits(std::ssize(names), count)) return {};
  return counted(std::ssize(names), "name") + " of " + what + " for " + std::to_string(count) +
         " " + what + "; give one for each of them, or none";
}

std::string misfit(const std::vector<double>& sizes, Index count, const std::string& what) {
  const auto usable = [](double size) { return std::isfinite(size) && size > 0; };
  if (fits(std::ssize(sizes), count) && std::all_of(sizes.begin(), sizes.end(), usable)) return {};
  return "the sizes of " + what + " must be " + std::to_string(count) +
         " finite numbers > 0, or none";
}

}  // namespace

std::string misfit_of(const Names& names, Index rows, Index cols) {
  const std::string of_rows = misfit(names.rows, rows, "rows");
  return of_rows.empty() ? misfit(names.columns, cols, "columns") : of_rows;
}

std::string misfit_of(const Sizes& sizes, Index rows, Index cols) {
  const std::string of_rows = misfit(sizes.rows, rows, "rows");
  return of_rows.empty() ? misfit(sizes.columns, cols, "columns") : of_rows;
}

}  // namespace grmf::internal
