#include "options/option_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "grmf/error.h"

namespace grmf {

std::string to_string(const OptionValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  std::array<char, 32> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::get<double>(value)).ptr;
  return {buffer.data(), end};
}

namespace internal {
namespace {

std::string kind_of(const OptionValue& value) {
  static constexpr std::array names = {"the switch ", "the whole number ", "the number ",
                                       "the text "};
  const bool text = std::holds_alternative<std::string>(value);
  return names.at(value.index()) + (text ? "'" + to_string(value) + "'" : to_string(value));
}

std::string joined(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

[[noreturn]] void throw_wrong_kind(const OptionSpec& spec, const OptionValue& value,
                                   const char* wanted) {
  throw Error(ErrorCode::wrong_kind,
              "option " + spec.name + " takes " + wanted + ", not " + kind_of(value),
              ErrorSubject::option);
}

void check_range(const OptionSpec& spec, double number) {
  if (!std::isfinite(number)) {
    throw Error(ErrorCode::out_of_range,
                "option " + spec.name + " is " + to_string(number) + "; it must be finite",
                ErrorSubject::option);
  }
  const bool above_min = spec.min_excluded ? number > spec.min : number >= spec.min;
  if (above_min && number <= spec.max) return;
  const std::string least =
      (spec.min_excluded ? "greater than " : "at least ") + to_string(spec.min);
  const bool bounded = std::isfinite(spec.max);
  throw Error(ErrorCode::out_of_range,
              "option " + spec.name + " is " + to_string(number) + "; it must be " + least +
                  (bounded ? " and at most " + to_string(spec.max) : ""),
              ErrorSubject::option);
}

/// How many letters to replace, insert, leave out or exchange with their neighbour lead from a to
/// b; no letter is touched twice.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

OptionValue checked(const OptionSpec& spec, const OptionValue& value) {
  switch (spec.kind) {
    case OptionKind::toggle:
      if (!std::holds_alternative<bool>(value)) throw_wrong_kind(spec, value, "true or false");
      return value;
    case OptionKind::choice: {
      const auto* name = std::get_if<std::string>(&value);
      if (name == nullptr)
        throw_wrong_kind(spec, value, ("one of " + joined(spec.choices)).c_str());
      if (std::find(spec.choices.begin(), spec.choices.end(), *name) == spec.choices.end()) {
        throw Error(ErrorCode::unknown_name,
                    "option " + spec.name + " is '" + *name + "'; it must be one of " +
                        joined(spec.choices),
                    ErrorSubject::option);
      }
      return value;
    }
    case OptionKind::integer: {
      const auto* whole = std::get_if<std::int64_t>(&value);
      if (whole == nullptr) throw_wrong_kind(spec, value, "a whole number");
      check_range(spec, static_cast<double>(*whole));
      return value;
    }
    case OptionKind::real:
      break;
  }
  if (spec.or_auto && value == OptionValue(std::string(automatic))) return value;
  double number = 0.0;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    number = static_cast<double>(*whole);
  } else if (const auto* real = std::get_if<double>(&value)) {
    number = *real;
  } else {
    throw_wrong_kind(spec, value, spec.or_auto ? "a number or auto" : "a number");
  }
  check_range(spec, number);
  return number;
}

std::string_view suggestion(std::string_view name, const std::vector<std::string_view>& known) {
  std::string_view nearest;
  std::size_t least = std::max<std::size_t>(name.size() / 3, 1) + 1;
  for (const std::string_view candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

void throw_unknown(std::string_view what, std::string_view name,
                   const std::vector<std::string_view>& known) {
  std::string list;
  for (const std::string_view candidate : known) {
    list += (list.empty() ? "" : ", ") + std::string(candidate);
  }
  const std::string near(suggestion(name, known));
  throw Error(
      ErrorCode::unknown_name,
      "unknown " + std::string(what) + " '" + std::string(name) +
          (near.empty() ? "'; known are: " : "'; did you mean '" + near + "'? Known are: ") + list,
      ErrorSubject::option);
}

}  // namespace internal
}  // namespace grmf
