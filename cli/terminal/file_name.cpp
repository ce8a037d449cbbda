#include "terminal/file_name.h"

namespace grmf::cli {

std::string file_name(const std::filesystem::path& file) {
  return file == "-" ? "standard input" : file.string();
}

Error named(const std::filesystem::path& file, const Error& error) {
  return {error.code(), file_name(file) + ": " + error.what(), error.subject()};
}

}  // namespace grmf::cli
