#include "data/names.h"

#include <algorithm>

#include "base/shown.h"

namespace grmf {
namespace {

constexpr const char* from_0 = " (counted from 0)";

bool named(const std::vector<std::string>& names, Index k) {
  return k < std::ssize(names) && !names[static_cast<std::size_t>(k)].empty();
}

/// The name, or the number where there is none.
std::string name_of(const std::vector<std::string>& names, Index k) {
  return named(names, k) ? internal::shown(names[static_cast<std::size_t>(k)]) : std::to_string(k);
}

std::string line(const char* what, const std::vector<std::string>& names, Index k) {
  return what + name_of(names, k) + (named(names, k) ? "" : from_0);
}

}  // namespace

std::string Names::row(Index i) const { return line("row ", rows, i); }
std::string Names::column(Index j) const { return line("column ", columns, j); }

std::string Names::entry(Index i, Index j) const {
  if (named(rows, i) || named(columns, j)) return row(i) + ", " + column(j);
  return "row " + std::to_string(i) + ", " + column(j);
}

namespace internal {

std::string listed(const std::vector<std::string>& names, const std::vector<Index>& which) {
  constexpr std::size_t most = 5;
  const std::size_t told = std::min(which.size(), most);
  std::string list;
  bool all_named = true;
  for (std::size_t k = 0; k < told; ++k) {
    list += (k > 0 ? ", " : "") + name_of(names, which[k]);
    all_named = all_named && named(names, which[k]);
  }
  if (which.size() > told) list += " and " + std::to_string(which.size() - told) + " more";
  return list + (all_named ? "" : from_0);
}

}  // namespace internal
}  // namespace grmf
