#include "io/npz.h"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "io/content.h"
#include "io/foreign.h"
#include "io/npy.h"
#include "io/refusal.h"
#include "io/zip.h"

namespace grmf::io {
namespace {

constexpr std::string_view npy_ending = ".npy";
constexpr std::size_t longest_name = 80;  // one must be able to type what is shown

/// The names of the arrays in an archive.
std::vector<std::string> arrays_of(const ZipReader& zip) {
  std::vector<std::string> names;
  for (std::string name : zip.members()) {
    if (!name.ends_with(npy_ending)) continue;
    name.resize(name.size() - npy_ending.size());
    names.push_back(std::move(name));
  }
  return names;
}

std::string listed_names(const std::vector<std::string>& names) {
  constexpr std::size_t most = 12;
  std::string list;
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k) {
    list += (k == 0 ? "" : ", ") + shown(names[k], longest_name);
  }
  return names.size() > most ? list + " and " + std::to_string(names.size() - most) + " more"
                             : list;
}

bool holds_workbook(const ZipReader& zip) {
  return std::ranges::any_of(zip.members(),
                             [](const std::string& name) { return name.starts_with("xl/"); });
}

/// The name of the only array. Throws Error where there is another number of them.
std::string only_array(const ZipReader& zip, const std::string& name) {
  const std::vector<std::string> arrays = arrays_of(zip);
  if (arrays.empty()) {
    refuse(name,
           "the archive holds no array; an npz is written with numpy.savez; unpack it, or give "
           "one of its files");
  }
  if (zip.has_member("u.npy") && zip.has_member("v.npy") && zip.has_member("meta.npy")) {
    refuse(name,
           "is a model of grmf; data are needed; grmf reconstruct writes the matrix of a model, "
           "and :u or :v behind the name picks a factor");
  }
  if (arrays.size() > 1) {
    refuse(name, "holds " + std::to_string(arrays.size()) + " arrays: " + listed_names(arrays) +
                     "; one is read; pick it by its name, as in FILE.npz:NAME");
  }
  return arrays.front();
}

}  // namespace

AnyMatrix read_npz(Source& source, const ReadOptions& options) {
  if (!may_be(Format::npz, source.peek(4))) {
    refuse(source.name(), "does not start as npz files do; give its true format with --format");
  }
  const std::string bytes = source.read_all();
  const ZipReader zip(bytes, source.name());
  if (holds_workbook(zip)) refuse_foreign(source.name(), workbook());
  const std::string array =
      options.member.empty() ? only_array(zip, source.name()) : options.member;
  const std::string member = array + std::string(npy_ending);
  if (!zip.has_member(member)) {
    refuse(source.name(),
           "holds no array " + shown(array) + "; it has " + listed_names(arrays_of(zip)));
  }
  AnyMatrix matrix;
  zip.read(member, [&](Source& content) { matrix = read_npy(content, options); });
  return matrix;
}

NpzMember npz_member(const std::filesystem::path& path) {
  const std::string name = path.string();
  const std::string_view ending = ".npz:";
  const auto colon = std::search(
      name.begin(), name.end(), ending.begin(), ending.end(),
      [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b); });
  const auto member = colon == name.end() ? colon : colon + std::ssize(ending);
  std::error_code ignored;  // what cannot be asked is told when it is opened
  if (member == name.end() || std::filesystem::exists(path, ignored)) return {path};
  return {std::filesystem::path(name.begin(), member - 1), std::string(member, name.end())};
}

}  // namespace grmf::io
