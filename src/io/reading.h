#pragma once

#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "grmf/error.h"
#include "grmf/io/format.h"
#include "grmf/io/matrix_file.h"
#include "io/source.h"

/// The steps that reading a matrix and reading a picture share.
namespace grmf::io {

/// An input that is open.
struct OpenInput {
  std::unique_ptr<Source> source;
  Format format = Format::npy;
  std::string member = {};              ///< the array of an npz that its name tells
  std::vector<std::string> notes = {};  ///< what the user should know about it
  /// Where text is taken for a table although the name tells another format: what it tells.
  std::string text_named = {};
};

/// Opens a file, an array of an npz (FILE.npz:NAME), or standard input for "-". Where no format is
/// given, it is what the first bytes tell, else what the name tells, and packed files are unpacked.
OpenInput open_input(const std::filesystem::path& path, std::optional<Format> format);

/// The source itself, or what is packed in it where files of this format may be packed.
std::unique_ptr<Source> unpacked_as(Format format, std::unique_ptr<Source> source);

/// Reads a matrix of any format; pictures must be grey.
Input read_open(OpenInput open, ReadOptions options = {});
/// Reads a matrix of this format, whatever the first bytes tell.
Input read_source(std::unique_ptr<Source> source, Format format, const ReadOptions& options);

/// Calls read(). An empty source and a lack of memory throw an Error that names the source.
template <class Read>
auto told_by_name(Source& source, const Read& read) {
  const std::string name = source.name();  // read() may use the source up
  const auto no_memory = [&] {
    return Error(ErrorCode::out_of_memory, name + ": memory for the matrix could not be had");
  };
  try {
    if (source.peek(1).empty()) {
      throw Error(ErrorCode::invalid_data,
                  name + ": the file is empty; a matrix of at least one entry is needed");
    }
    return read();
  } catch (const std::bad_alloc&) {
    throw no_memory();
  } catch (const std::length_error&) {
    throw no_memory();
  }
}

}  // namespace grmf::io
