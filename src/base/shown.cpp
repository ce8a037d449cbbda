#include "base/shown.h"

namespace grmf::internal {

std::string shown(std::string_view text, std::size_t longest) {
  std::size_t length = text.size();
  if (length > longest) {
    length = longest;
    // Never cut inside a UTF-8 character.
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U) --length;
  }
  std::string safe = "'";
  for (const char c : text.substr(0, length)) {
    const auto code = static_cast<unsigned char>(c);
    safe += code < 0x20 || code == 0x7F ? '?' : c;
  }
  return safe + (length < text.size() ? "...'" : "'");
}

std::string counted(Index count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace grmf::internal
