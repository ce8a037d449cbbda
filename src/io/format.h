#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grmf::io {

/// How a matrix is stored. Tables may be packed with gzip, which is seen from the bytes.
enum class Format { npy, csv, tsv, png, pgm, ppm, tiff };

/// Whether it is one of pictures.
bool is_picture(Format format);

/// "npy", "csv", ...
std::string_view to_string(Format format);

/// All that format_named() knows.
std::vector<std::string_view> format_names();

/// By name, "csv" or ".csv"; an unknown one throws Error that lists the names.
Format format_named(std::string_view name);

/// By the end of the name; nothing where that tells none.
std::optional<Format> known_format(const std::filesystem::path& path);

/// Whether a name says that the file is packed, in capitals or not.
bool ends_in_gz(const std::filesystem::path& path);

/// By the end of the name, in capitals or not; for tables .gz may follow. An unknown or missing end
/// throws Error that lists the known ones.
Format format_of(const std::filesystem::path& path);

}  // namespace grmf::io
