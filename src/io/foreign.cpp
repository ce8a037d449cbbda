#include "io/foreign.h"

#include <algorithm>
#include <cctype>

#include "io/refusal.h"
#include "io/source.h"

namespace grmf::io {
namespace {

const std::vector<Foreign>& foreign_formats() {
  static const std::vector<Foreign> formats = {
      {.name = "an Excel workbook",
       .endings = {"xlsx", "xls", "xlsm"},
       .starts = {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"},
       .conversion = "import pandas; pandas.read_excel('FILE').to_csv('FILE.csv', index=False)",
       .result = ".csv"},
      {.name = "a Parquet file",
       .endings = {"parquet"},
       .starts = {"PAR1"},
       .conversion = "import pandas; pandas.read_parquet('FILE').to_csv('FILE.csv', index=False)",
       .result = ".csv"},
      // MATLAB counts the axes the other way round, hence the transposition.
      {.name = "a MATLAB file of version 7.3",
       .endings = {},
       .starts = {"MATLAB 7.3 MAT-file"},
       .conversion = "import h5py, numpy; f = h5py.File('FILE'); numpy.savez('FILE.npz', "
                     "**{k: f[k][()].T for k in f if hasattr(f[k], 'shape')})",
       .result = ".npz"},
      {.name = "a MATLAB file",
       .endings = {"mat"},
       .starts = {"MATLAB 5.0 MAT-file"},
       .conversion = "import numpy, scipy.io; f = scipy.io.loadmat('FILE'); "
                     "numpy.savez('FILE.npz', **{k: f[k] for k in f if k[0] != '_'})",
       .result = ".npz"},
      {.name = "an HDF5 file",
       .endings = {"h5", "hdf5"},
       .starts = {"\x89HDF\r\n\x1A\n"},
       .conversion = "import h5py, numpy; f = h5py.File('FILE'); numpy.savez('FILE.npz', "
                     "**{k: f[k][()] for k in f if hasattr(f[k], 'shape')})",
       .result = ".npz"},
  };
  return formats;
}

/// The name as it may stand between quotes in a command that people copy. Where a shell or Python
/// could take one of its characters for something else, and for standard input, it is FILE.
std::string quotable(const std::string& name) {
  const auto harmless = [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return std::isalnum(code) != 0 || code >= 0x80 ||
           std::string_view(" ._-+,=@~/:").find(c) != std::string_view::npos;
  };
  const bool has_name = name != standard_input && std::ranges::all_of(name, harmless);
  return has_name ? name : "FILE";
}

std::string with_name(std::string_view conversion, const std::string& name) {
  constexpr std::string_view place = "FILE";
  std::string line;
  for (;;) {
    const std::size_t found = conversion.find(place);
    line += conversion.substr(0, found);
    if (found == std::string_view::npos) return line;
    line += name;
    conversion.remove_prefix(found + place.size());
  }
}

}  // namespace

const Foreign* foreign_in(std::string_view start) {
  for (const Foreign& format : foreign_formats()) {
    for (const std::string_view begin : format.starts) {
      if (start.starts_with(begin)) return &format;
    }
  }
  return nullptr;
}

const Foreign* foreign_named(const std::filesystem::path& path) {
  std::string end = path.extension().string();
  std::ranges::transform(end, end.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (end.empty()) return nullptr;
  for (const Foreign& format : foreign_formats()) {
    if (std::ranges::find(format.endings, end.substr(1)) != format.endings.end()) return &format;
  }
  return nullptr;
}

const Foreign& workbook() { return foreign_formats().front(); }

void refuse_foreign(const std::string& name, const Foreign& format) {
  const std::string file = quotable(name);
  refuse(name, "is " + std::string(format.name) + ", which is not read; convert it to " + file +
                   std::string(format.result) + ": python3 -c \"" +
                   with_name(format.conversion, file) + "\"");
}

}  // namespace grmf::io
