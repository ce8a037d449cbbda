// Reads a page model (JSON) from the standard input and writes its page.
#include <iostream>

#include "experiment/page.h"

int main() {
  std::cout << grmf::experiment::page(nlohmann::ordered_json::parse(std::cin));
  return std::cout.flush() ? 0 : 1;
}
