#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "grmf/any_matrix.h"
#include "grmf/export.h"
#include "grmf/io/format.h"
#include "grmf/io/read_options.h"

/// Matrices in files. docs/formats.md tells what the formats hold and what is refused.
///
/// Messages read `FILE:LINE: what is wrong; what the rule is; what to do`. Error codes: unreadable
/// and unwritable for the file as a whole, invalid_data for what stands in it, unknown_name for a
/// format.
namespace grmf::io {

/// A matrix that was read.
struct Input {
  /// NaN means missing. Infinite numbers are passed on; Data refuses them. An array of
  /// float32 gives floats, all others give doubles.
  AnyMatrix values;
  Format format = Format::npy;
  double peak = 0.0;  ///< white of a picture of whole numbers (255, 65535, ...); otherwise 0
  Names names = {};   ///< those that a table of text has
  std::vector<std::string> notes = {};  ///< what the user should know about what was read
};

/// Reads a file, or standard input for "-". FILE.npz:NAME is an array of an npz, unless a file is
/// called so. Where no format is given, the first bytes tell it, or else the name; a note says
/// where the two disagree.
GRMF_EXPORT Input read_input(const std::filesystem::path& path, std::optional<Format> format = {},
                             const ReadOptions& options = {});
/// Reads a stream to its end; `name` is what messages call it.
GRMF_EXPORT Input read_input(std::istream& stream, Format format, const std::string& name,
                             const ReadOptions& options = {});

/// Reads the values alone, as doubles.
GRMF_EXPORT Matrix read_matrix(const std::filesystem::path& path,
                               std::optional<Format> format = {});
GRMF_EXPORT Matrix read_matrix(std::istream& stream, Format format, const std::string& name);

/// The format that write_matrix would write: `format`, or else what the name tells. Throws Error
/// for what can only be read (packed files, npz and jpeg), and for ppm, which is for colour.
GRMF_EXPORT Format written_format(const std::filesystem::path& path,
                                  std::optional<Format> format = {});

/// Writes npy (float64), csv, tsv, png, pgm or tiff. `peak` is the number in `values` that stands
/// for white, at most 65535; 0 counts as 255, but makes a tiff of floats. A png or tiff gets 8
/// bits, or 16 where `peak` is above 255, and the numbers are stretched to that range; a pgm keeps
/// the numbers and has the white `peak`.
///
/// A file is written under a temporary name in the same folder and takes its name only when it is
/// complete; after a failure an older file is unchanged. What is not a regular file (/dev/null, a
/// pipe) and "-", standard output, are written in place.
///
/// A table of text gets the names: a header, and a first column. Names that do not fit the shape
/// throw Error.
GRMF_EXPORT void write_matrix(const std::filesystem::path& path, const Matrix& values,
                              std::optional<Format> format = {}, double peak = 0.0,
                              const Names& names = {});
GRMF_EXPORT void write_matrix(std::ostream& stream, const std::string& name, const Matrix& values,
                              Format format, double peak = 0.0);

}  // namespace grmf::io
