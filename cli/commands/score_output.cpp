#include "commands/score_output.h"

#include "report/text.h"

namespace grmf::cli {

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

std::string as_lines(const Score& score) {
  std::string text;
  const nlohmann::ordered_json json = as_json(score);
  for (const auto& [name, value] : json.items()) {
    text += name + std::string(6 - name.size(), ' ') + report::brief(value.get<double>()) + "\n";
  }
  return text;
}

std::string as_one_line(const Score& score) {
  std::string text = "rmae " + report::brief(score.rmae);
  if (score.psnr) text += ", psnr " + report::brief(*score.psnr);
  if (score.ssim) text += ", ssim " + report::brief(*score.ssim);
  return text;
}

void match_white(double truth_peak, double estimate_peak, Matrix& estimate) {
  if (truth_peak == 0 || estimate_peak == 0 || truth_peak == estimate_peak) return;
  for (double& value : estimate.values()) value *= truth_peak / estimate_peak;
}

}  // namespace grmf::cli
