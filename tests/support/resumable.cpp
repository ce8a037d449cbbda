#include "support/resumable.h"

#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "grmf/io/model_file.h"
#include "support/problems.h"

namespace grmf::test {

std::unique_ptr<Method> ResumableFit::make() const {
  auto made = make_method(method);
  for (const auto& [option, value] : settings) made->set(option, value);
  return made;
}

Data ResumableFit::data() const {
  Random random(11);
  const bool of_pictures = !make()->takes_gaps();
  Matrix y = planted(50, 40, 3, 0.2, random).y;
  const Matrix noise = normal_matrix(50, 40, random);
  for (Index k = 0; k < y.size(); ++k) {
    y.data()[k] += 0.1 * noise.data()[k];
    if (method == "ngrmf" || method == "rnmf") y.data()[k] = std::abs(y.data()[k]);
    if (k % 11 == 0 && !of_pictures) y.data()[k] = std::numeric_limits<double>::quiet_NaN();
  }
  if (!weights_and_floats) return Data(std::move(y));
  Matrix weights(50, 40);
  for (Index k = 0; k < weights.size(); ++k) weights.data()[k] = 0.5 * static_cast<double>(k % 4);
  return {narrowed(y), std::move(weights)};
}

std::string ResumableFit::model(Result result) const {
  std::ostringstream file;
  io::write_model(file, "model", io::make_model(std::move(result), *make()));
  return file.str();
}

namespace {

FitOptions given_start() {
  Random random(12);
  FitOptions options{.rank = 3, .max_sweeps = 60};
  options.start = Factors{normal_matrix(50, 3, random), normal_matrix(40, 3, random)};
  return options;
}

}  // namespace

std::vector<ResumableFit> resumable_fits() {
  const auto word = [](const char* text) { return std::string(text); };
  return {
      {"grmf", "grmf", {{"lambda1", 0.001}, {"lambda2", 0.001}}},
      {"grmf_refined", "grmf", {{"lambda1", 0.0}, {"lambda2", 0.0}}},
      {"grmf_auto", "grmf", {}},
      {"grmf_atan", "grmf", {{"loss", word("atan")}, {"l1_rank", std::int64_t{2}}}},
      {"grmf_published", "grmf", {{"preset", word("published")}}},
      {"grmf_without_ridge", "grmf", {{"lambda3", 0.0}, {"init", word("random")}}},
      {"ngrmf", "ngrmf", {}},
      {"gmf_l2", "gmf-l2", {}},
      {"prmf", "prmf", {}},
      {"prmf_published", "prmf", {{"preset", word("published")}}},
      {"godec_plus", "godec-plus", {}},
      {"godec_plus_published", "godec-plus", {{"preset", word("published")}}},
      {"tsvd", "tsvd", {}},
      {"rpca", "rpca", {}},
      {"rpca_ialm", "rpca", {{"algorithm", word("ialm")}}},
      {"rnmf", "rnmf", {}},
      {"rnmf_published", "rnmf", {{"preset", word("published")}}},
      {"of_rank_1", "grmf", {}, {.rank = 1}},
      {"without_acceleration", "grmf", {}, {.rank = 3, .max_sweeps = 60, .acceleration = 0}},
      {"by_steps", "prmf", {}, {.rank = 3, .stop = StopRule::steps}},
      {"from_a_given_start", "grmf", {}, given_start()},
      {"of_weights_and_floats", "grmf", {}, {.rank = 3}, true},
  };
}

ResumableFit resumable_fit(std::string_view name) {
  for (const ResumableFit& fit : resumable_fits()) {
    if (fit.name == name) return fit;
  }
  throw std::invalid_argument("no such fit: " + std::string(name));
}

}  // namespace grmf::test
