/// GRMF (Jiang, Li, Zhang, Xiong, Dou: Robust Matrix Factorization with Grouping Effect), N-GRMF
/// and GMF-L2.
///
/// Minimises the f of models.h by alternating over V and U (Algorithm 1, run_loop.cpp). A row is
/// improved by majorise-minimise with an exact solver of the convex problem inside
/// (row_solver.cpp), or by the paper's Algorithm 2. Where this deviates from the paper: the ridge
/// stays in N-GRMF (without it f is not coercive), rows start from where they are, multipliers of
/// Algorithm 2 have their signs corrected, ties are exact.

#include <tuple>
#include <utility>
#include <variant>

#include "core/run_loop.h"
#include "core/workers.h"
#include "grmf/models.h"
#include "methods/fit_settings.h"
#include "methods/grmf_options.h"
#include "methods/grmf_run.h"
#include "methods/grouped_start.h"
#include "methods/start.h"

namespace grmf {
namespace {

using internal::Workers;

Factors own_start(const GrmfOptions& settings, const Data& data, const FitOptions& options,
                  Workers& workers) {
  if (settings.init == Init::random) {
    return internal::random_start(data, options.rank, options.seed);
  }
  return internal::svd_start(data, options.rank, options.seed, workers);
}

Factors start_of(const GrmfOptions& settings, const Data& data, const FitOptions& options,
                 Workers& workers) {
  Factors start = options.start ? *options.start : own_start(settings, data, options, workers);
  internal::check_start(start, data, options.rank);
  return start;
}

constexpr const char* no_gauge =
    "gauge=on is left out without a ridge on both factors (lambda3 > 0): the basis would run away";

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

StopDefaults Grmf::stop_defaults() const {
  const bool published = settings_.preset == Preset::published;
  // The approximate ties of dc-admm keep the certificate from ever becoming small.
  const bool certifiable = !published && settings_.solver == Solver::exact;
  return {.max_sweeps = published ? 5000 : 500,
          .tolerance = published ? 1e-7 : 1e-5,
          .rule = certifiable ? StopRule::certified : StopRule::decrease};
}

Result Grmf::fit(const Data& data, const FitOptions& options) const {
  internal::StopSettings stop = internal::stop_settings(options, stop_defaults());
  internal::check(options, data);
  Workers workers(options.threads);
  internal::Model model = internal::resolve(settings_, data);
  Status at_start = Status::converged;
  const bool own_start = !options.start && stop.max_sweeps > 0;
  Factors start;
  if (own_start && settings_.nonnegative == Nonnegativity::hard && settings_.init == Init::svd) {
    std::tie(start, at_start) =
        internal::nonnegative_start(data, model, settings_, options, stop, workers);
    internal::check_start(start, data, options.rank);
  } else {
    start = start_of(settings_, data, options, workers);
  }
  if (auto* atan = std::get_if<internal::AtanLoss>(&model.loss)) {
    if (own_start && !internal::out_of_time(at_start)) {
      std::tie(start, at_start) =
          internal::start_of_atan(data, model, settings_, std::move(start), options, stop, workers);
    }
    if (settings_.a == 0) atan->a = internal::yield_point(data, start);
  }
  internal::GrmfRun run(data, model, settings_, options.rank, std::move(start), workers,
                        options.seed);
  if (run.turns_gauge() && internal::structured(model) && own_start &&
      !internal::out_of_time(at_start))
    at_start = internal::start_with_groups(run, data, model, settings_, options, stop, workers);
  const bool ended = internal::out_of_time(at_start);
  if (ended) stop.max_sweeps = 0;
  Result result = internal::run(run, stop, options.on_sweep);
  if (ended) {
    result.status = at_start;
    result.message = internal::describe(at_start, 0, "");
  }
  if (settings_.gauge == Gauge::on && !run.turns_gauge()) result.warnings.emplace_back(no_gauge);
  if (!run.coercive()) result.warnings.push_back(internal::no_ridge("lambda3"));
  internal::finish(result, run, name());
  return result;
}

}  // namespace grmf
