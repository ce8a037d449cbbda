#include "commands/model_output.h"

#include <optional>
#include <system_error>

#include <unistd.h>

#include "grmf/error.h"
#include "grmf/io/format.h"
#include "io/npz.h"
#include "io/sink.h"

namespace grmf::cli {
namespace {

namespace fs = std::filesystem;

bool is_read_from(const fs::path& output, const DataFiles& files) {
  std::error_code ignored;  // what cannot be asked is not the same file
  if (!fs::is_regular_file(output, ignored)) return false;
  for (const auto& file : {std::optional(files.input), files.mask, files.weights}) {
    if (file && fs::equivalent(io::npz_member(*file).file, output, ignored)) return true;
  }
  return false;
}

}  // namespace

fs::path model_name(const fs::path& input) {
  if (input == "-") return input;
  const io::NpzMember named = io::npz_member(input);
  fs::path stem = named.file.stem();
  if (io::ends_in_gz(named.file)) stem = stem.stem();
  if (io::known_format(named.file) == io::Format::npz) {  // the model must not replace it
    stem += named.member.empty() ? "-model" : "-" + fs::path(named.member).filename().string();
  }
  return stem.string() + ".npz";
}

void check_model_output(const fs::path& output, const DataFiles& files) {
  io::check_writable(output);
  if (io::is_standard_output(output) && ::isatty(STDOUT_FILENO) != 0) {
    throw Error(ErrorCode::unwritable,
                "standard output: is a terminal; a model is no text; give it a name with -o, or "
                "send it to a file or program");
  }
  if (is_read_from(output, files)) {
    throw Error(ErrorCode::unwritable, output.string() +
                                           ": is what the data are read from; a model would "
                                           "replace it; choose another name with -o");
  }
  if (io::known_format(output).value_or(io::Format::npz) != io::Format::npz) {
    throw Error(ErrorCode::unknown_name,
                output.string() +
                    ": ends as a matrix or picture does; a model is an npz file; name it .npz, and "
                    "let grmf reconstruct write matrices and pictures");
  }
}

}  // namespace grmf::cli
