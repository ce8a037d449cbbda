#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Formats that are not read, but known well enough to say how they become one that is.
namespace grmf::io {

struct Foreign {
  std::string_view name;                  ///< "an Excel workbook"
  std::vector<std::string_view> endings;  ///< of file names, without the dot
  std::vector<std::string_view> starts;   ///< how such files begin; empty: in no way of their own
  std::string_view conversion;            ///< Python that converts 'FILE'
  std::string_view result;                ///< what it adds to the name: ".csv"
};

/// The format that the first bytes of a file tell, or that the end of its name tells; null where it
/// is none of these.
const Foreign* foreign_in(std::string_view start);
const Foreign* foreign_named(const std::filesystem::path& path);
/// The format of workbooks, which are zip archives as npz are.
const Foreign& workbook();

/// Throws an Error that gives one line for the shell, which converts the file.
[[noreturn]] void refuse_foreign(const std::string& name, const Foreign& format);

}  // namespace grmf::io
