#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "grmf/matrix.h"
#include "grmf/measures.h"

namespace grmf::experiment {

using Json = nlohmann::ordered_json;

/// How the options of a method are set: done well (its defaults), or as the paper ran it
/// (preset=published).
enum class Setting { fair, published };
std::string_view to_string(Setting setting);
/// The setting of this name. Throws Error for another name.
Setting setting_named(std::string_view name);

/// Stands in place of a method for the input as it is, noise and all: what every method has to
/// beat.
inline constexpr std::string_view nothing_done = "none";

/// What identifies a fit.
struct RunKey {
  std::string input;         ///< name of the input
  std::string digest;        ///< digest of its numbers and of the truth
  std::uint64_t number = 0;  ///< number of the input, which with the seed decides its noise
  double ratio = 0.0;        ///< share of the entries that was destroyed
  std::uint64_t seed = 1;
  std::string method;
  Setting setting = Setting::fair;
  int rank = 0;  ///< 0 means chosen by the data

  // NOLINTNEXTLINE(modernize-use-nullptr): the 0 is the compiler's
  friend auto operator<=>(const RunKey&, const RunKey&) = default;
};

/// A fit and its measures.
struct Run {
  RunKey key;
  int rank = 0;      ///< rank of the result
  Score score = {};  ///< measured against the truth
  double groups = 0.0;
  double groups_paper = 0.0;
  double sparsity = 0.0;
  double tied = 0.0;
  /// Empty where it is infinite, as for published RNMF with zeros in the data.
  std::optional<double> objective = {};
  std::optional<double> certificate = {};
  std::string status = {};
  int sweeps = 0;
  double seconds = 0.0;
  std::string picture = {};  ///< base64 of a png; empty unless it is to be shown
  Matrix u = {};             ///< first rows of U; empty unless the groups are to be shown
  Matrix v = {};             ///< first rows of V; empty where U is
  std::string error = {};    ///< why there is no result; all above but the key is then void
};

/// Whether its measures mean anything: the fit was done and did not diverge.
bool has_result(const Run& run);

/// JSON on one line. A file name need not be text that JSON can hold: invalid bytes are replaced.
std::string line_of(const Json& json);
Json to_json(const Run& run);
/// Reads a run from JSON. Throws an Error (invalid_data) that names the member at fault.
Run run_from_json(const Json& json);

/// The measures that tables and charts may show, by their names in the JSON.
std::vector<std::string_view> measure_names();
/// The value of a measure; NaN where the run has none.
double measure(const Run& run, std::string_view name);

}  // namespace grmf::experiment
