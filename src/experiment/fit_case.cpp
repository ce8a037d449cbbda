#include "experiment/fit_case.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "grmf/tune.h"
#include "report/picture.h"

namespace grmf::experiment {
namespace {

/// The estimate that is scored. The paper scored RPCA by L + S, which is its own input; see
/// docs/methods/rpca.md.
Matrix estimate_of(const Result& result, const RunKey& key) {
  Matrix estimate = result.reconstruct();
  if (key.method != "rpca" || key.setting == Setting::fair) return estimate;
  const Matrix& outliers = *result.outliers;
  for (Index k = 0; k < estimate.size(); ++k) estimate.data()[k] += outliers.data()[k];
  return estimate;
}

/// The first rows of a factor: as many as a figure can show with their values.
Matrix first_rows(const Matrix& factor) {
  const Index rows = std::min<Index>(12, factor.rows());
  const auto values = factor.values().first(static_cast<std::size_t>(rows * factor.cols()));
  return {rows, factor.cols(), std::vector<double>(values.begin(), values.end())};
}

}  // namespace

std::unique_ptr<Method> method_of(std::string_view name, Setting setting) {
  auto method = make_method(name);
  if (setting == Setting::published) method->set("preset", std::string("published"));
  return method;
}

int rank_of_data(const Data& data, const FitOptions& options) {
  const auto method = make_method("grmf");
  return tune(*method, data,
              {.seed = options.seed, .threads = options.threads, .on_sweep = options.on_sweep})
      .rank;
}

Run fit_case(const Case& fitted, const RunKey& key, const FitOptions& options, const Shown& shown) {
  const auto method = method_of(key.method, key.setting);
  const auto begin = std::chrono::steady_clock::now();
  const Result result = method->fit(fitted.data, options);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  const Matrix estimate = estimate_of(result, key);
  Run run{.key = key,
          .rank = static_cast<int>(result.u.cols()),
          .score = score(fitted.truth, estimate, fitted.peak),
          .groups = result.groups().mean,
          .groups_paper = result.groups_paper().mean,
          .sparsity = result.sparsity(),
          .tied = result.tied(),
          .status = std::string(to_string(result.status)),
          .sweeps = result.sweeps(),
          .seconds = spent.count()};
  if (std::isfinite(result.objective)) run.objective = result.objective;
  if (std::isfinite(result.certificate)) run.certificate = result.certificate;
  if (shown.picture) run.picture = report::encoded_picture(estimate, fitted.peak);
  if (shown.groups) {
    run.u = first_rows(result.u);
    run.v = first_rows(result.v);
  }
  return run;
}

Run leave_case(const Case& fitted, const RunKey& key, const Shown& shown) {
  Run run{.key = key,
          .score = score(fitted.truth, fitted.corrupted, fitted.peak),
          .status = "as it is"};
  if (shown.picture) run.picture = report::encoded_picture(fitted.corrupted, fitted.peak);
  return run;
}

}  // namespace grmf::experiment
