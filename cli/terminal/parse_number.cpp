#include "terminal/parse_number.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>
#include <type_traits>

#include "grmf/error.h"

namespace grmf::cli {
namespace {

/// Refuses a number that is too large or too small for its type.
template <class Number>
[[noreturn]] void refuse_size(const std::string& flag, const std::string& text) {
  using Limits = std::numeric_limits<Number>;
  const std::string rule = std::is_floating_point_v<Number>
                               ? "its size must be 0 or from 5e-324 to 1.797e308"
                               : "it must be from " + std::to_string(Limits::lowest()) + " to " +
                                     std::to_string(Limits::max());
  throw Error(ErrorCode::out_of_range, flag + " is " + text + "; " + rule);
}

}  // namespace

template <class Number>
Number parse_number(const std::string& flag, const std::string& text) {
  Number number{};
  const bool plus = text.starts_with('+') && !text.starts_with("+-");
  const char* begin = text.data() + (plus ? 1 : 0);
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(begin, end, number);
  if (code == std::errc::invalid_argument || rest != end) {
    constexpr const char* kind = std::is_floating_point_v<Number> ? "a number"
                                 : std::is_signed_v<Number>       ? "a whole number"
                                                                  : "a whole number, 0 or more";
    throw Error(ErrorCode::wrong_kind, flag + " takes " + kind + ", not '" + text + "'");
  }
  if (code != std::errc()) refuse_size<Number>(flag, text);
  return number;
}

template double parse_number<double>(const std::string&, const std::string&);
template int parse_number<int>(const std::string&, const std::string&);
template std::int64_t parse_number<std::int64_t>(const std::string&, const std::string&);
template std::uint64_t parse_number<std::uint64_t>(const std::string&, const std::string&);

}  // namespace grmf::cli
