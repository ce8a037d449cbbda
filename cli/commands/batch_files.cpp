#include "commands/batch_files.h"

#include <cerrno>
#include <cstring>
#include <map>
#include <system_error>

#include <unistd.h>

#include "grmf/error.h"
#include "grmf/io/format.h"
#include "io/folder.h"
#include "io/sink.h"

namespace grmf::cli {
namespace {

namespace fs = std::filesystem;

void take_apart(const fs::path& folder, const BatchKind& kind, std::vector<fs::path>& inputs,
                std::vector<fs::path>& left_out) {
  const std::size_t before = inputs.size();
  for (const fs::path& file : io::sorted_files(folder)) {
    (kind.takes(file) ? inputs : left_out).push_back(file);
  }
  if (inputs.size() > before) return;
  throw Error(ErrorCode::unreadable,
              folder.string() +
                  ": is a folder without a file whose name tells its format, "
                  "such as " +
                  kind.such_as + "; name the files, and their format with --format");
}

void check_folder_name(const fs::path& folder, const BatchKind& kind) {
  std::error_code ignored;
  if (folder.empty() || fs::is_directory(folder, ignored)) return;
  const bool named_as_file = io::is_standard_output(folder) || io::known_format(folder).has_value();
  if (!named_as_file && !fs::exists(folder, ignored)) return;
  throw Error(ErrorCode::unknown_name, folder.string() +
                                           ": is no folder; several inputs give several " +
                                           kind.outputs + "; name a folder for them with -o");
}

}  // namespace

bool is_batch(const std::vector<fs::path>& inputs) {
  std::error_code ignored;  // what is wrong with a file is told when it is read
  return inputs.size() > 1 || fs::is_directory(inputs.front(), ignored);
}

void refuse_standard_input(const std::string& what) {
  throw Error(ErrorCode::unknown_name,
              what + " is standard input, which cannot be read for several fits; name a file");
}

BatchFiles batch_files(const std::vector<fs::path>& named, const fs::path& folder,
                       const BatchKind& kind) {
  check_folder_name(folder, kind);
  BatchFiles result;
  std::vector<fs::path> inputs;
  for (const fs::path& input : named) {
    if (input == "-") refuse_standard_input("one of the inputs");
    std::error_code ignored;  // what is wrong with a file is told when it is read
    if (fs::is_directory(input, ignored)) {
      take_apart(input, kind, inputs, result.left_out);
    } else {
      inputs.push_back(input);
    }
  }
  std::map<fs::path, fs::path> input_of;
  for (const fs::path& input : inputs) {
    const fs::path output = folder / kind.name_of(input);
    const auto [other, is_new] = input_of.emplace(output, input);
    if (!is_new) {
      throw Error(ErrorCode::unknown_name, other->second.string() + " and " + input.string() +
                                               " would both become " + output.string() +
                                               "; rename or leave out one of them");
    }
    result.files.push_back({input, output});
  }
  return result;
}

void make_output_folder(const fs::path& folder) {
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && ::access(folder.c_str(), W_OK | X_OK) != 0) {
    error.assign(errno, std::generic_category());
  }
  if (!error) return;
  throw Error(ErrorCode::unwritable, folder.string() + ": cannot be written into: " +
                                         error.message() + "; choose another folder with -o");
}

}  // namespace grmf::cli
