#include "report/text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace grmf::report {

std::string brief(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", number);
  return text.data();
}

std::string rough(double number) {
  std::array<char, 32> text{};
  const bool large = std::abs(number) >= 100 && std::abs(number) < 1e6;
  std::snprintf(text.data(), text.size(), large ? "%.0f" : "%.3g", number);
  return text.data();
}

std::string percent(double share) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f %%", 100 * share);
  return text.data();
}

std::string markup_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '&')
      escaped += "&amp;";
    else if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else
      escaped += code < 0x20 || code == 0x7F ? ' ' : c;
  }
  return escaped;
}

std::string said_of(const GroupEvidence& evidence) {
  const std::string first = evidence.found ? "groups were found: " : "no groups were found: ";
  if (evidence.possible == 0) return "no groups were found";
  const std::string counts = "of " + brief(evidence.possible) + " possible zeros and ties " +
                             brief(evidence.counted) +
                             " are there within the errors of the values, where chance explains " +
                             brief(std::round(evidence.expected));
  return first + counts + (evidence.refuted ? "; held equal, they would not fit the data" : "");
}

}  // namespace grmf::report
