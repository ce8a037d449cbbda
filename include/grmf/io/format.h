#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grmf/export.h"

namespace grmf::io {

/// How a matrix is stored. A table may be packed with gzip, which is recognised from the bytes.
/// npz and jpeg are read, but not written.
enum class Format { npy, npz, csv, tsv, png, jpeg, pgm, ppm, tiff };

/// Whether it is a format of pictures.
GRMF_EXPORT bool is_picture(Format format);

/// The name of a format: "npy", "csv", ...
GRMF_EXPORT std::string_view to_string(Format format);

/// All names that format_named() knows.
GRMF_EXPORT std::vector<std::string_view> format_names();

/// The format of a name, "csv" or ".csv". An unknown name throws an Error that lists the known
/// ones.
GRMF_EXPORT Format format_named(std::string_view name);

/// The format that the end of a file name tells, FILE.npz:NAME included; empty where it tells none.
GRMF_EXPORT std::optional<Format> known_format(const std::filesystem::path& path);

/// Whether a file name ends in .gz, in capitals or not.
GRMF_EXPORT bool ends_in_gz(const std::filesystem::path& path);

/// The format that the end of a file name tells, in capitals or not; for tables .gz may follow. An
/// unknown or missing ending throws an Error that lists the known ones.
GRMF_EXPORT Format format_of(const std::filesystem::path& path);

}  // namespace grmf::io
