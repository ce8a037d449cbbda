#include "terminal/messages.h"

#include <iostream>

namespace grmf::cli {

std::string printable(std::string text) {
  for (char& c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7F) c = '?';
  }
  return text;
}

void complain(const std::string& message) { std::cerr << "grmf: " << printable(message) << "\n"; }

void tell_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) complain("note: " + note);
}

}  // namespace grmf::cli
