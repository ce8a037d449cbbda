#include "grmf/io/format.h"

#include <algorithm>
#include <cctype>

#include "grmf/error.h"
#include "io/format_table.h"
#include "io/npz.h"
#include "io/refusal.h"

namespace grmf::io {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::optional<Format> find(std::string_view name) {
  for (const FormatRow& row : format_table()) {
    if (std::ranges::find(row.endings, name) != row.endings.end()) return row.format;
  }
  return {};
}

std::string listed(const std::string& before) {
  std::string list;
  for (const std::string_view name : format_names()) {
    list += (list.empty() ? "" : ", ") + before + std::string(name);
  }
  return list;
}

}  // namespace

bool is_picture(Format format) { return picture_format(format) != nullptr; }

std::string_view to_string(Format format) { return row_of(format).endings.front(); }

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> list;
  for (const FormatRow& row : format_table()) {
    list.insert(list.end(), row.endings.begin(), row.endings.end());
  }
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
  if (!npz_member(path).member.empty()) return Format::npz;
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
