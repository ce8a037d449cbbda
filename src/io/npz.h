#pragma once

#include <filesystem>
#include <string>

#include "grmf/any_matrix.h"
#include "grmf/io/read_options.h"
#include "io/source.h"

/// NumPy's .npz files, which are zip archives of .npy files.
namespace grmf::io {

/// Reads the array that the options name, or the only one of the archive. A model and a workbook,
/// which are such archives too, throw an Error that says what to do with them.
AnyMatrix read_npz(Source& source, const ReadOptions& options);

/// A file, and the array of it that is meant; empty for the whole file.
struct NpzMember {
  std::filesystem::path file;
  std::string member = {};
};
/// Takes FILE.npz:NAME apart. Where a file is called so, or no member is named, it is the file.
NpzMember npz_member(const std::filesystem::path& path);

}  // namespace grmf::io
