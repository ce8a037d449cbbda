#pragma once

#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include "grmf/error.h"
#include "grmf/io/format.h"
#include "grmf/io/matrix_file.h"
#include "io/source.h"

/// The steps that reading a matrix and reading a picture share.
namespace grmf::io {

/// Opens a file, or standard input for "-", and finds its format where none is given.
std::unique_ptr<Source> open_input(const std::filesystem::path& path,
                                   std::optional<Format>& format);

/// Reads a matrix of any format; pictures must be grey.
Input read_source(std::unique_ptr<Source> source, Format format, const TableOptions& table = {});

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
