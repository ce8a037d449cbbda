#include "commands/score_output.h"

#include "report/text.h"
#include "terminal/messages.h"
#include "terminal/text_table.h"

namespace grmf::cli {

std::vector<std::pair<std::string, double>> measures_of(const Score& score) {
  std::vector<std::pair<std::string, double>> measures = {
      {"rmae", score.rmae}, {"rse", score.rse}, {"re", score.re},
      {"mae", score.mae},   {"mse", score.mse}, {"rmse", score.rmse}};
  if (score.psnr) measures.emplace_back("psnr", *score.psnr);
  if (score.ssim) measures.emplace_back("ssim", *score.ssim);
  return measures;
}

std::string as_lines(const Score& score) {
  std::string text;
  for (const auto& [name, value] : measures_of(score)) {
    text += name + std::string(6 - name.size(), ' ') + report::brief(value) + "\n";
  }
  return text;
}

std::string as_table(const std::vector<NamedScore>& scores) {
  std::vector<std::vector<std::string>> lines(1, {""});
  for (const auto& [measure, value] : measures_of(scores.front().score))
    lines.front().push_back(measure);
  for (const NamedScore& part : scores) {
    lines.push_back({short_name(part.name)});
    for (const auto& [measure, value] : measures_of(part.score))
      lines.back().push_back(report::brief(value));
  }
  return text_table(lines);
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
