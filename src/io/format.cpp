#include "grmf/io/format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "grmf/error.h"
#include "io/refusal.h"

namespace grmf::io {
namespace {

constexpr std::array<std::pair<std::string_view, Format>, 10> names = {{
    {"npy", Format::npy},
    {"csv", Format::csv},
    {"csv.gz", Format::csv},
    {"tsv", Format::tsv},
    {"tsv.gz", Format::tsv},
    {"png", Format::png},
    {"pgm", Format::pgm},
    {"ppm", Format::ppm},
    {"tiff", Format::tiff},
    {"tif", Format::tiff},
}};

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::optional<Format> find(std::string_view name) {
  for (const auto& [known, format] : names) {
    if (known == name) return format;
  }
  return {};
}

std::string listed(const std::string& before) {
  std::string list;
  for (const auto& [name, format] : names) {
    list += (list.empty() ? "" : ", ") + before + std::string(name);
  }
  return list;
}

}  // namespace

bool is_picture(Format format) {
  return format != Format::npy && format != Format::csv && format != Format::tsv;
}

std::string_view to_string(Format format) {
  const auto* found = std::find_if(names.begin(), names.end(),
                                   [&](const auto& entry) { return entry.second == format; });
  return found->first;
}

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> list;
  list.reserve(names.size());
  for (const auto& [name, format] : names) list.push_back(name);
  return list;
}

Format format_named(std::string_view name) {
  std::string wanted = lower(name);
  if (wanted.starts_with('.')) wanted.erase(0, 1);
  if (const std::optional<Format> format = find(wanted)) return *format;
  throw Error(ErrorCode::unknown_name,
              "unknown format " + shown(name) + "; known are " + listed(""));
}

bool ends_in_gz(const std::filesystem::path& path) {
  return lower(path.extension().string()) == ".gz";
}

std::optional<Format> known_format(const std::filesystem::path& path) {
  const std::filesystem::path file = path.filename();
  std::string end = lower(file.extension().string());
  if (ends_in_gz(file)) end = lower(file.stem().extension().string()) + end;
  if (end.empty()) return {};
  return find(std::string_view(end).substr(1));
}

Format format_of(const std::filesystem::path& path) {
  if (const std::optional<Format> format = known_format(path)) return *format;
  const bool standard = path == "-";
  throw Error(ErrorCode::unknown_name,
              (standard ? "standard input or output has no name to tell its format"
                        : path.string() + ": the name ends in no known format") +
                  "; known are " + listed(".") + "; " + (standard ? "" : "rename it or ") +
                  "name the format with --format");
}

}  // namespace grmf::io
