#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grmf/export.h"
#include "grmf/fit.h"
#include "grmf/io/table_options.h"
#include "grmf/matrix.h"
#include "grmf/method.h"
#include "grmf/option.h"
#include "grmf/sizes.h"

/// Model files are .npz archives that NumPy opens too. docs/formats.md describes their layout.
namespace grmf::io {

/// The newest layout that this version reads; it also writes this layout.
inline constexpr int model_format_version = 3;

/// What a model file holds. Nothing in it depends on the clock, the machine or the number of
/// threads, so that the same fit gives the same bytes.
struct Model {
  int format_version = model_format_version;
  Matrix u;                 ///< d x r
  Matrix v;                 ///< n x r
  std::optional<Matrix> s;  ///< d x n, the outliers; only for methods that have them
  std::string method = {};
  std::vector<std::pair<std::string, OptionValue>> options = {};  ///< numbers among them are finite
  std::string status = {};                                        ///< "converged", ...
  std::string message = {};                                       ///< the status in words
  std::vector<std::string> warnings = {};
  /// Why the data chose this rank and these options; empty where they did not choose.
  std::string chosen = {};
  std::vector<Sweep> history = {};
  double objective = 0.0;
  double certificate = 0.0;
  Formula formula = {};  ///< f in absolute numbers; empty in files of version 1
  /// The deviation of the noise; empty in files of version 1.
  std::optional<double> noise = {};
  std::string refinement = {};  ///< whether the fit was refined, and why
  /// Whether groups were found; empty where sparsity and grouping were not left to the data.
  std::optional<GroupEvidence> evidence = {};
  Names names = {};   ///< of the rows and columns of the data, where they had names
  Sizes sizes = {};   ///< what the data were divided by; u v^T is an estimate of the quotients
  double peak = 0.0;  ///< white of the picture that was fitted; 0 if the data were no picture

  friend bool operator==(const Model&, const Model&) = default;
};

/// The estimate of the data that a model makes: u v^T, multiplied by the sizes.
GRMF_EXPORT Matrix estimate(const Model& model);

/// The model that a fit gave, with the options of the method that made it.
GRMF_EXPORT Model make_model(Result result, const Method& method);

/// Writes a model file, which takes its name only when it is complete, as one of write_matrix does.
/// Shapes that do not fit together throw Error.
GRMF_EXPORT void write_model(const std::filesystem::path& path, const Model& model);
/// Writes the same bytes to a stream.
GRMF_EXPORT void write_model(std::ostream& stream, const std::string& name, const Model& model);

/// Reads a file, or standard input for "-". A damaged or truncated file, a missing member, and a
/// layout newer than this version knows throw Error.
GRMF_EXPORT Model read_model(const std::filesystem::path& path);
GRMF_EXPORT Model read_model(std::istream& stream, const std::string& name);

/// Reads a start for a fit: the members `u` and `v` of any npz, be it a model file or one that
/// numpy.savez or savez_compressed wrote.
GRMF_EXPORT Factors read_start(const std::filesystem::path& path);

/// A start and, where it is a model, how that was made.
struct Start {
  Factors factors;
  std::string method = {};  ///< empty where it is no model, or one that this version cannot read
  std::vector<std::pair<std::string, OptionValue>> options = {};
  Sizes sizes = {};  ///< what its data were divided by; the factors are in units of the data
};
GRMF_EXPORT Start read_start_with_options(const std::filesystem::path& path);

}  // namespace grmf::io
