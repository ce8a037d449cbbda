#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>

#include "grmf/any_matrix.h"
#include "io/format.h"

/// Matrices in files. What the formats hold and what is refused: docs/formats.md.
///
/// Messages read `FILE:LINE: what is wrong; what the rule is; what to do`. Error codes: unreadable
/// and unwritable for the file as a whole, invalid_data for what stands in it, unknown_name for a
/// format.
namespace grmf::io {

/// What was read.
struct Input {
  /// NaN where missing; an infinite number is passed on, Data refuses it. Floats from an npy file of
  /// float32, else doubles.
  AnyMatrix values;
  Format format = Format::npy;
  double peak = 0.0;  ///< white of a picture of whole numbers (255, 65535, ...); else 0
};

/// Reads a file, or standard input for "-". The format is told by the name unless given.
Input read_input(const std::filesystem::path& path, std::optional<Format> format = {});
/// Reads a stream to its end; `name` is what messages call it.
Input read_input(std::istream& stream, Format format, const std::string& name);

/// The values alone, as doubles.
Matrix read_matrix(const std::filesystem::path& path, std::optional<Format> format = {});
Matrix read_matrix(std::istream& stream, Format format, const std::string& name);

/// The format that write_matrix would write: given, or told by the name. Throws Error for what is only
/// read, packed files, and for ppm, which is colour.
Format written_format(const std::filesystem::path& path, std::optional<Format> format = {});

/// Writes npy (float64), csv, tsv, png, pgm or tiff. `peak` is the number in `values` that is white, at
/// most 65535; 0 counts as 255, but makes a tiff of floats. A png or tiff gets 8 bits, or 16 where it is
/// above 255, and its numbers are stretched to them; a pgm keeps them and has the white `peak`.
///
/// A file appears under its name only when it is complete (see write_file); "-" is standard output.
void write_matrix(const std::filesystem::path& path, const Matrix& values,
                  std::optional<Format> format = {}, double peak = 0.0);
void write_matrix(std::ostream& stream, const std::string& name, const Matrix& values,
                  Format format, double peak = 0.0);

}  // namespace grmf::io
