#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "io/dialect.h"
#include "io/table.h"

namespace grmf::io {

void write_table(Sink& sink, const Matrix& values, char separator, const Names& names) {
  const std::string delimiter(1, separator);
  if (!names.columns.empty()) {
    std::string header;
    for (const std::string& name : names.columns) header += as_field(name, separator) + delimiter;
    header.back() = '\n';
    sink.write((names.rows.empty() ? "" : delimiter) + header);
  }
  constexpr std::size_t longest_number = 32;
  constexpr std::size_t block_size = std::size_t{1} << 20U;
  std::string text;
  text.reserve(block_size + longest_number);
  std::array<char, longest_number> number{};
  for (Index i = 0; i < values.rows(); ++i) {
    if (!names.rows.empty()) text += as_field(names.rows[i], separator) + delimiter;
    for (Index j = 0; j < values.cols(); ++j) {
      // The sign of a NaN means nothing.
      const double value =
          std::isnan(values(i, j)) ? std::numeric_limits<double>::quiet_NaN() : values(i, j);
      const char* end = std::to_chars(number.data(), number.data() + longest_number, value).ptr;
      text.append(number.data(), static_cast<std::size_t>(end - number.data()));
      text += j + 1 < values.cols() ? separator : '\n';
      if (text.size() < block_size) continue;
      sink.write(text);
      text.clear();
    }
  }
  sink.write(text);
}

}  // namespace grmf::io
