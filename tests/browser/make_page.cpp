// Reads the data of a page (JSON) from the standard input and writes its page.
#include <iostream>

#include "report/page.h"

int main() {
  std::cout << grmf::report::page(nlohmann::ordered_json::parse(std::cin));
  return std::cout.flush() ? 0 : 1;
}
