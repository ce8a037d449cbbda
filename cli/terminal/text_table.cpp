#include "terminal/text_table.h"

#include <algorithm>

#include "io/utf8.h"

namespace grmf::cli {

std::string text_table(const std::vector<std::vector<std::string>>& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const auto& line : lines) {
    for (std::size_t k = 0; k < widths.size(); ++k)
      widths[k] = std::max(widths[k], io::characters_in(line[k]));
  }
  std::string text;
  for (const auto& line : lines) {
    for (std::size_t k = 0; k < widths.size(); ++k) {
      const std::size_t blanks = widths[k] - io::characters_in(line[k]);
      text += std::string(blanks + (k > 0 ? 2 : 0), ' ') + line[k];
    }
    text.erase(text.find_last_not_of(' ') + 1);  // where the last fields are empty
    text += "\n";
  }
  return text;
}

}  // namespace grmf::cli
