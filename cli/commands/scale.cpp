#include "commands/scale.h"

#include <cmath>
#include <string>

#include "grmf/error.h"
#include "report/text.h"
#include "terminal/parse_number.h"

namespace grmf::cli {
namespace {

ScaleBy parse_scale(const std::string& text) {
  if (text == "none") return ScaleBy::none;
  if (text == "columns") return ScaleBy::columns;
  if (text == "rows") return ScaleBy::rows;
  throw Error(ErrorCode::unknown_name,
              "--scale is '" + text + "'; it must be none, columns or rows");
}

}  // namespace

void add_scale(Command& command, std::optional<ScaleBy>& scale) {
  command
      .parsed("--scale", scale, parse_scale,
              "divide columns or rows by their size, so that all count alike: none, columns or "
              "rows [none]")
      .placeholder("NAME");
}

void add_threshold(Command& command, double& threshold) {
  const auto parse = [](const std::string& text) {
    const auto sigmas = parse_number<double>("--threshold", text);
    if (sigmas > 0 && std::isfinite(sigmas)) return sigmas;
    throw Error(ErrorCode::out_of_range,
                "--threshold is " + text + "; it must be a finite number greater than 0");
  };
  command
      .parsed("--threshold", threshold, parse,
              "how many sigmas, deviations of the noise, make an outlier [4]")
      .placeholder("NUMBER");
}

const char* scale_name(const Sizes& sizes) {
  if (!sizes.columns.empty()) return "columns";
  return sizes.rows.empty() ? "none" : "rows";
}

NoiseOf noise_of(const io::Model& model) {
  if (model.peak > 0) return NoiseOf::all;
  return model.sizes.rows.empty() ? NoiseOf::columns : NoiseOf::rows;
}

std::vector<std::string> size_notes(const Data& data, double peak,
                                    const std::optional<ScaleBy>& scale) {
  constexpr double far_apart = 100;
  if (scale || peak > 0) return {};
  const double spread = spread_of_columns(data);
  if (spread <= far_apart) return {};
  return {"the largest column is " + report::rough(spread) +
          " times the size of the smallest, which then hardly counts; --scale columns makes all "
          "count alike"};
}

}  // namespace grmf::cli
