#include "report/shown_rows.h"

#include <algorithm>
#include <string_view>

#include "grmf/error.h"
#include "report/text.h"

namespace grmf::report {
namespace {

Matrix rows_of(const Matrix& factor, const RowRange& range) {
  const Index end = std::min(range.end, factor.rows());
  const Index first = std::min(range.first, end);
  const auto values = factor.values().subspan(first * factor.cols(), (end - first) * factor.cols());
  return {end - first, factor.cols(), std::vector<double>(values.begin(), values.end())};
}

std::string count_of(Index rows, const char* factor) {
  return std::to_string(rows) + (rows == 1 ? " row of " : " rows of ") + factor;
}

}  // namespace

ShownRows shown_rows(const io::Model& model, const RowRange& range) {
  const Index most = std::max(model.u.rows(), model.v.rows());
  if (range.first > 0 && range.first >= most) {
    throw Error(ErrorCode::out_of_range, "--rows begins at " + std::to_string(range.first) +
                                             "; the model has " + count_of(model.u.rows(), "U") +
                                             " and " + count_of(model.v.rows(), "V") +
                                             ", counted from 0");
  }
  ShownRows shown;
  shown.factors.u = rows_of(model.u, range);
  shown.factors.v = rows_of(model.v, range);
  shown.factors.evidence = model.evidence;
  shown.first = range.first;
  shown.names = model.names;
  return shown;
}

void for_each_row(const ShownRows& shown, const RowVisitor& visit) {
  const Matrix& u = shown.factors.u;
  const Matrix& v = shown.factors.v;
  const auto row = [&](char factor, Index k, const std::vector<std::string>& names) {
    const Index number = shown.first + k;
    return ShownRow{factor, number, names.empty() ? "" : names[number]};
  };
  for (Index i = 0; i < u.rows(); ++i) visit(row('U', i, shown.names.rows), groups_of(u.row(i)));
  for (Index j = 0; j < v.rows(); ++j) visit(row('V', j, shown.names.columns), groups_of(v.row(j)));
}

std::map<std::size_t, Index> group_sizes(const ShownRows& shown) {
  std::map<std::size_t, Index> groups_of_size;
  for_each_row(shown, [&](const ShownRow& /*row*/, const std::vector<Group>& groups) {
    for (const Group& group : groups) {
      if (group.value != 0) ++groups_of_size[group.members.size()];
    }
  });
  return groups_of_size;
}

std::vector<char> symbols_of(const std::vector<Group>& groups) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::vector<char> symbols;
  std::size_t ties = 0;
  for (const Group& group : groups) {
    if (group.value == 0) {
      symbols.push_back(zero_symbol);
    } else if (group.members.size() == 1) {
      symbols.push_back(single_symbol);
    } else {
      symbols.push_back(letters[std::min(ties++, letters.size() - 1)]);
    }
  }
  return symbols;
}

std::string joined(const std::vector<Index>& members) {
  std::string text;
  for (const Index member : members) text += (text.empty() ? "" : " ") + std::to_string(member);
  return text;
}

std::string which_rows(const ShownRows& shown) {
  return count_of(shown.factors.u.rows(), "U") + " and " + count_of(shown.factors.v.rows(), "V");
}

std::string summary_of(const ShownRows& shown) {
  const Result& factors = shown.factors;
  return brief(factors.groups().mean) + " distinct values in a row on average (" +
         brief(factors.groups_paper().mean) + " by the paper's count), " +
         percent(factors.sparsity()) + " zeros, " + percent(factors.tied()) +
         " of the values saved";
}

}  // namespace grmf::report
