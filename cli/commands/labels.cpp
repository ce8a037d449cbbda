#include "commands/labels.h"

#include <algorithm>

#include "base/shown.h"
#include "grmf/error.h"

namespace grmf::cli {
namespace {

std::vector<std::string> matched(const char* what, const std::vector<std::string>& of_model,
                                 const std::vector<std::string>& of_data) {
  if (of_data.empty() || of_model.empty()) return of_data.empty() ? of_model : of_data;
  // Another number of rows or columns is refused later, with the shapes.
  const std::size_t count = std::min(of_model.size(), of_data.size());
  for (std::size_t k = 0; k < count; ++k) {
    if (of_model[k] == of_data[k]) continue;
    throw Error(ErrorCode::invalid_data,
                std::string(what) + " " + std::to_string(k) + " (counted from 0) is " +
                    internal::shown(of_data[k]) + ", that of the model " +
                    internal::shown(of_model[k]) +
                    "; names and their order must be those of the data the model was fitted to");
  }
  return of_data;
}

}  // namespace

std::string label_of(const std::vector<std::string>& names, Index k) {
  return names.empty() || names[k].empty() ? std::to_string(k) : names[k];
}

Names matched_names(const Names& model, const Names& data) {
  return {.rows = matched("row", model.rows, data.rows),
          .columns = matched("column", model.columns, data.columns)};
}

}  // namespace grmf::cli
