#include <iostream>

#include <nlohmann/json.hpp>

#include "common.h"
#include "grmf/corrupt.h"
#include "grmf/measures.h"
#include "io/matrix_file.h"

namespace grmf::cli {
namespace {

/// The measures by name, in the order they are shown; those that do not apply are left out.
nlohmann::ordered_json as_json(const Score& score) {
  nlohmann::ordered_json json = {{"rmae", score.rmae},
                                 {"rmse", score.rmse},
                                 {"re", score.re},
                                 {"mae", score.mae},
                                 {"mse", score.mse}};
  if (score.psnr) json["psnr"] = *score.psnr;
  if (score.ssim) json["ssim"] = *score.ssim;
  return json;
}

/// Pictures may store the same grey as different numbers: 1 of 1, 255 of 255.
void match_white(const io::Input& truth, const io::Input& estimate, Matrix& values) {
  if (truth.peak == 0 || estimate.peak == 0 || truth.peak == estimate.peak) return;
  for (double& value : values.values()) value *= truth.peak / estimate.peak;
}

}  // namespace

void add_corrupt(CLI::App& app) {
  CLI::App& command =
      *app.add_subcommand("corrupt", "destroy a share of the pixels (salt and pepper)");
  struct Arguments {
    std::filesystem::path input;
    std::filesystem::path output;
    double ratio = 0.5;
    std::uint64_t seed = 1;
    std::uint64_t picture = 0;
    std::optional<double> peak;
    std::optional<io::Format> format;
  };
  const auto a = std::make_shared<Arguments>();
  add_file(command, "input", a->input, "picture or matrix file")->required();
  add_file(command, "-o,--output", a->output, "where to write the result")->required();
  add_number<double>(command, "--ratio", a->ratio,
                     "share of the pixels that become 0 or white [0.5]");
  add_number<std::uint64_t>(command, "--seed", a->seed, "of the noise [1]");
  add_number<std::uint64_t>(command, "--picture", a->picture,
                            "number of the picture, for noise of its own [0]");
  add_peak(command, a->peak, "white [that of the picture; 255 for other formats]");
  add_format(command, a->format, "format of the input and output, where a name does not tell");
  command.callback([a] {
    io::Input input = io::read_input(a->input, unless_named(a->input, a->format));
    const double peak = a->peak.value_or(input.peak > 0 ? input.peak : 255.0);
    io::write_matrix(
        a->output, corrupt(std::move(input.values).widened(), a->ratio, peak, a->seed, a->picture),
        unless_named(a->output, a->format), peak);
  });
}

void add_score(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("score", "how far an estimate is from the truth");
  struct Arguments {
    std::filesystem::path truth;
    std::filesystem::path estimate;
    std::optional<double> peak;
    std::optional<io::Format> format;
    bool json = false;
  };
  const auto a = std::make_shared<Arguments>();
  add_file(command, "truth", a->truth, "matrix or picture file")->required();
  add_file(command, "estimate", a->estimate, "matrix or picture file of the same shape")
      ->required();
  add_peak(command, a->peak, "white, for PSNR and SSIM [that of the truth, if a picture]");
  add_format(command, a->format, "format of the files, where a name does not tell");
  command.add_flag("--json", a->json, "as one JSON object");
  command.callback([a] {
    io::Input truth = io::read_input(a->truth, unless_named(a->truth, a->format));
    io::Input estimate = io::read_input(a->estimate, unless_named(a->estimate, a->format));
    Matrix estimated = std::move(estimate.values).widened();
    match_white(truth, estimate, estimated);
    const auto json = naming(file_name(a->truth) + ", " + file_name(a->estimate), [&] {
      return as_json(
          score(std::move(truth.values).widened(), estimated, a->peak.value_or(truth.peak)));
    });
    if (a->json) {
      std::cout << json.dump() << "\n";
      return;
    }
    for (const auto& [name, value] : json.items()) {
      std::cout << name << std::string(6 - name.size(), ' ') << brief(value.get<double>()) << "\n";
    }
  });
}

}  // namespace grmf::cli
