#include "terminal/messages.h"

#include <iostream>

#include "io/utf8.h"

namespace grmf::cli {

std::string printable(std::string text) {
  for (char& c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7F) c = '?';
  }
  // The control characters from U+0080 to U+009F: some terminals act on them too.
  for (std::size_t k = 1; k < text.size(); ++k) {
    const auto code = static_cast<unsigned char>(text[k]);
    if (text[k - 1] == '\xC2' && code >= 0x80 && code < 0xA0) text[k - 1] = text[k] = '?';
  }
  return text;
}

std::string short_name(const std::string& name) {
  constexpr std::size_t longest = 24;
  return printable(io::shortened(name, longest));
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t taken = io::characters_in(text);
  if (taken < width) text.append(width - taken, ' ');
  return text;
}

void complain(const std::string& message) { std::cerr << "grmf: " << printable(message) << "\n"; }

void tell_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) complain("note: " + note);
}

}  // namespace grmf::cli
