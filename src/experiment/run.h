#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "grmf/matrix.h"
#include "grmf/measures.h"

namespace grmf::experiment {

using Json = nlohmann::ordered_json;

/// How a method is set: done well (its defaults), or as the paper ran it (preset=published).
enum class Setting { fair, published };
std::string_view to_string(Setting setting);
/// Throws Error for another name.
Setting setting_named(std::string_view name);

/// Instead of a method: the input as it is, noise and all. What every method has to beat.
inline constexpr std::string_view nothing_done = "none";

/// Which fit: what makes two of them the same.
struct RunKey {
  std::string input;         ///< name of the input
  std::string digest;        ///< of its numbers, and of the truth's
  std::uint64_t number = 0;  ///< of the input, which with the seed decides its noise
  double ratio = 0.0;        ///< share of the entries that was destroyed
  std::uint64_t seed = 1;
  std::string method;
  Setting setting = Setting::fair;
  int rank = 0;  ///< 0: chosen by the data

  // NOLINTNEXTLINE(modernize-use-nullptr): the 0 is the compiler's
  friend auto operator<=>(const RunKey&, const RunKey&) = default;
};

/// What came of it.
struct Run {
  RunKey key;
  int rank = 0;      ///< of the result
  Score score = {};  ///< against the truth
  double groups = 0.0;
  double groups_paper = 0.0;
  double sparsity = 0.0;
  double tied = 0.0;
  std::optional<double> objective =
      {};  ///< none where it is infinite, as of published RNMF with zeros in the data
  std::optional<double> certificate = {};
  std::string status = {};
  int sweeps = 0;
  double seconds = 0.0;
  std::string picture = {};  ///< base64 of a png, where it is to be shown
  Matrix u = {};             ///< its first rows, where its groups are to be shown
  Matrix v = {};
  std::string error = {};  ///< why there is no result; all above but the key is then void
};

/// Whether its measures mean anything: it was done, and did not diverge.
bool has_result(const Run& run);

/// JSON on one line. A file's name need not be text that JSON can hold: what is none is replaced.
std::string line_of(const Json& json);
Json to_json(const Run& run);
/// Throws Error (invalid_data) naming the member at fault.
Run run_from_json(const Json& json);

/// The measures that tables and charts may show, by their name in the JSON; NaN where a run has none.
std::vector<std::string_view> measure_names();
double measure(const Run& run, std::string_view name);

}  // namespace grmf::experiment
