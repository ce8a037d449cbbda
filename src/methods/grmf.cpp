/// GRMF (Jiang, Li, Zhang, Xiong, Dou: Robust Matrix Factorization with Grouping Effect), N-GRMF
/// and GMF-L2.
///
/// Minimises the f of models.h by alternating over V and U (Algorithm 1, run_loop.cpp). A row is
/// improved by majorise-minimise with an exact solver of the convex problem inside
/// (row_solver.cpp), or by the paper's Algorithm 2. Where this deviates from the paper: the ridge
/// stays in N-GRMF (without it f is not coercive), rows start from where they are, multipliers of
/// Algorithm 2 have their signs corrected, ties are exact.

#include <chrono>
#include <cmath>
#include <string>

#include "core/run_loop.h"
#include "core/workers.h"
#include "grmf/error.h"
#include "grmf/models.h"
#include "methods/grmf_options.h"
#include "methods/grmf_run.h"
#include "methods/start.h"

namespace grmf {
namespace {

using internal::Workers;

void check_at_least_zero(const char* name, double value) {
  if (value >= 0) return;
  throw Error(ErrorCode::out_of_range, std::string("option ") + name + " is " +
                                           to_string(OptionValue(value)) +
                                           "; it must be at least 0");
}

void check(const FitOptions& options, const Data& data) {
  const Index largest = std::min(data.rows(), data.cols());
  if (options.rank < 1 || options.rank > largest) {
    throw Error(ErrorCode::out_of_range, "rank is " + std::to_string(options.rank) +
                                             "; for data of " + std::to_string(data.rows()) +
                                             " x " + std::to_string(data.cols()) +
                                             " it must be from 1 to " + std::to_string(largest));
  }
  check_at_least_zero("max_sweeps", options.max_sweeps.value_or(0));
  check_at_least_zero("tolerance", options.tolerance.value_or(0));
  check_at_least_zero("acceleration", options.acceleration);
  check_at_least_zero("delta_u", options.delta_u);
  check_at_least_zero("delta_v", options.delta_v);
  check_at_least_zero("time_limit", options.time_limit);
  if (options.start) internal::check_start(*options.start, data, options.rank);
}

Factors start_of(const GrmfOptions& settings, const Data& data, const FitOptions& options,
                 Workers& workers) {
  if (options.start) return *options.start;
  if (settings.init == Init::random)
    return internal::random_start(data, options.rank, options.seed);
  if (settings.nonnegative == Nonnegativity::hard) {
    return internal::nonnegative_svd_start(data, options.rank, options.seed, workers);
  }
  return internal::svd_start(data, options.rank, options.seed, workers);
}

/// Data that are all 0 have no scale; U = V = 0 fits them exactly and no penalty wants anything
/// else.
Result result_for_zero_data(const Data& data, int rank) {
  Result result;
  result.u = Matrix(data.rows(), rank);
  result.v = Matrix(data.cols(), rank);
  result.history.push_back({});
  result.message = "all observed entries are 0; so are the factors";
  return result;
}

}  // namespace

Grmf::Grmf(GrmfOptions options) : Grmf(internal::grmf_variant(), options) {}
NGrmf::NGrmf(GrmfOptions options) : Grmf(internal::ngrmf_variant(), options) {}
GmfL2::GmfL2(GrmfOptions options) : Grmf(internal::gmf_l2_variant(), options) {}

Grmf::Grmf(const GrmfVariant& variant, GrmfOptions options)
    : variant_(&variant), settings_(variant.specialise(options)) {
  variant_->table->check(settings_);
}

std::string_view Grmf::name() const { return variant_->name; }
std::string_view Grmf::summary() const { return variant_->summary; }
std::span<const OptionSpec> Grmf::options() const { return variant_->table->specs(); }
void Grmf::set(std::string_view option, const OptionValue& value) {
  variant_->table->set(settings_, option, value);
}
OptionValue Grmf::get(std::string_view option) const {
  return variant_->table->get(settings_, option);
}

Result Grmf::fit(const Data& data, const FitOptions& options) const {
  const auto begin = std::chrono::steady_clock::now();
  check(options, data);
  Workers workers(options.threads);
  Result result;
  if (data.scale() == 0) {
    result = result_for_zero_data(data, options.rank);
  } else {
    internal::GrmfRun run(data, settings_, options.rank,
                          start_of(settings_, data, options, workers), workers);
    const bool published = settings_.preset == Preset::published;
    result = internal::run(
        run,
        {.max_sweeps = options.max_sweeps.value_or(published ? 5000 : 500),
         .tolerance = options.tolerance.value_or(published ? 1e-7 : 1e-5),
         .rule = options.stop.value_or(published ? StopRule::decrease : StopRule::certified),
         .delta_u = options.delta_u,
         .delta_v = options.delta_v,
         .time_limit = options.time_limit,
         .acceleration = options.acceleration,
         .begin = begin},
        options.on_sweep);
    result.certificate = run.certificate();
    if (!run.coercive()) {
      result.warnings.emplace_back(
          "lambda3 is 0: nothing keeps the scale of the factors, and the fit may follow noise; "
          "give a ridge");
    }
    result.u = run.factors().u;
    result.v = run.factors().v;
  }
  result.method = name();
  result.backend = "cpu";
  return result;
}

}  // namespace grmf
