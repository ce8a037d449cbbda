#include "terminal/terminal.h"

#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace grmf::cli {

bool is_capable_terminal(int descriptor) {
  const char* term = std::getenv("TERM");
  return isatty(descriptor) != 0 && term != nullptr && std::string_view(term) != "dumb";
}

bool colour_wanted() {
  const char* no_color = std::getenv("NO_COLOR");
  return no_color == nullptr || *no_color == '\0';
}

}  // namespace grmf::cli
