#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grmf {
struct Names;
struct OutlierScores;
struct Score;
struct Tuned;
namespace io {
struct Model;
}
namespace report {
struct ShownRows;
}
}  // namespace grmf

/// What the commands print under --json: one JSON value as text, without the end of its line.
namespace grmf::cli {

struct BatchFile;
struct Cleaned;
struct Denoised;
struct Fitted;
struct NamedScore;

std::string as_json(const Fitted& fitted);
/// The names of the input and the output, and then all that is told of a single fit.
std::string as_json(const BatchFile& file, const Fitted& fitted);
std::string as_json(const BatchFile& file, const Denoised& picture);
/// What is told of an input that could not be fitted.
std::string failure_as_json(const std::filesystem::path& input, const std::string& why);

/// The measures of the whole and, where there are any, of its parts.
std::string as_json(const Score& score, const std::vector<NamedScore>& parts);
std::string as_json(const OutlierScores& scores, const Names& names);
std::string as_json(const Cleaned& cleaned, const Names& names);
std::string as_json(const report::ShownRows& shown);
std::string as_json(const Tuned& tuned);
/// The methods with these names, and their options.
std::string methods_as_json(const std::vector<std::string_view>& names);

std::string as_json(const io::Model& model);
/// What as_json tells of a model without its lists and options: the names and the values as text.
std::vector<std::pair<std::string, std::string>> plain_fields(const io::Model& model);

}  // namespace grmf::cli
