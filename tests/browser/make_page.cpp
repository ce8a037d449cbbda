// Reads the data of a page (JSON) from standard input and writes the page.
#include <iostream>

#include <nlohmann/json.hpp>

#include "report/page.h"

int main() {
  std::cout << grmf::report::page(nlohmann::ordered_json::parse(std::cin));
  return std::cout.flush() ? 0 : 1;
}
