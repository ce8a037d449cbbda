#include "commands/csv_line.h"

#include <iostream>

#include <unistd.h>

#include "io/dialect.h"
#include "terminal/messages.h"

namespace grmf::cli {

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) line += io::as_field(field, ',') + ",";
  line.back() = '\n';
  return line;
}

void print_csv_line(const std::vector<std::string>& fields) {
  static const bool seen = ::isatty(STDOUT_FILENO) != 0;
  const std::string line = csv_line(fields);
  std::cout << (seen ? printable(line.substr(0, line.size() - 1)) + "\n" : line);
}

}  // namespace grmf::cli
