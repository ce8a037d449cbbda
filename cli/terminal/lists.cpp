#include "terminal/lists.h"

#include <cmath>

#include "grmf/error.h"
#include "terminal/parse_number.h"

namespace grmf::cli {
namespace {

constexpr double most_values = 1000;

std::vector<std::string> parts_between(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return parts;
    begin = end + 1;
  }
}

template <class Number>
void append_range(const std::string& flag, const std::string& text,
                  const std::vector<std::string>& parts, std::vector<Number>& values) {
  if (parts.size() > 3) {
    throw Error(ErrorCode::wrong_kind, flag + " takes FROM:TO or FROM:TO:STEP, not '" + text + "'");
  }
  const auto from = parse_number<Number>(flag, parts[0]);
  const auto to = parse_number<Number>(flag, parts[1]);
  const Number step = parts.size() == 3 ? parse_number<Number>(flag, parts[2]) : Number{1};
  // A little more, for rounding: 0:0.7:0.1 must reach 0.7.
  const double steps = (static_cast<double>(to) - static_cast<double>(from)) /
                       static_cast<double>(step) * (1 + 1e-9);
  if (!(step > 0) || !(steps >= 0) || steps > most_values) {
    throw Error(ErrorCode::out_of_range, flag + " has the range " + text +
                                             "; it must go up, by a step greater than 0, in at "
                                             "most 1000 steps");
  }
  for (int k = 0; k <= static_cast<int>(steps); ++k) {
    // Tables show it: it must be 0.3, not 0.30000000000000004.
    const double value = static_cast<double>(from) + k * static_cast<double>(step);
    values.push_back(static_cast<Number>(std::round(value * 1e9) / 1e9));
  }
}

template <class Number>
std::vector<Number> parse_list(const std::string& flag, const std::string& text) {
  std::vector<Number> values;
  for (const std::string& part : split(text)) {
    const std::vector<std::string> range = parts_between(part, ':');
    if (range.size() > 1) {
      append_range(flag, part, range, values);
    } else {
      values.push_back(parse_number<Number>(flag, part));
    }
  }
  return values;
}

}  // namespace

std::vector<std::string> split(const std::string& text) { return parts_between(text, ','); }

std::vector<double> parse_numbers(const std::string& flag, const std::string& text) {
  return parse_list<double>(flag, text);
}

std::vector<int> parse_whole_numbers(const std::string& flag, const std::string& text) {
  return parse_list<int>(flag, text);
}

}  // namespace grmf::cli
