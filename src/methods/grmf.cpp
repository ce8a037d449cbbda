/// GRMF (Jiang, Li, Zhang, Xiong, Dou: Robust Matrix Factorization with Grouping Effect), N-GRMF
/// and GMF-L2.
///
/// They minimise the f of grmf_options.h by alternating over V and U (Algorithm 1, run_loop.cpp). A
/// row is improved by majorise-minimise with an exact solver of the convex problem inside
/// (row_step.cpp), or by the paper's Algorithm 2. This deviates from the paper in four ways: the
/// ridge stays in N-GRMF, because without it f is not coercive; rows start from where they are; the
/// multipliers of Algorithm 2 have their signs corrected; and ties are exact.

#include <functional>
#include <utility>
#include <variant>

#include "backends/backends.h"
#include "context/fit_context.h"
#include "grmf/models.h"
#include "methods/fit_settings.h"
#include "methods/grmf_options.h"
#include "refine/calibration.h"
#include "refine/group_finder.h"
#include "refine/refine.h"
#include "solve/grmf_run.h"
#include "solve/run_loop.h"
#include "starts/grmf_start.h"
#include "starts/start.h"

namespace grmf {
namespace internal {
namespace {

/// The options with weak sparsity and grouping in place of auto.
GrmfOptions with_weak_structure(GrmfOptions options) {
  constexpr double weak = 0.001;
  for (AutoPerFactor* lambda : {&options.lambda1, &options.lambda2}) {
    lambda->u = lambda->u.value_or(weak);
    lambda->v = lambda->v.value_or(weak);
  }
  return options;
}

/// The options of the first stage: l1, or atan where l1_rank asks for it, if the loss is auto.
/// Whether that is refined is decided here too.
GrmfOptions of_first_stage(GrmfOptions settings, const FitOptions& options) {
  const bool automatic = settings.loss == Loss::automatic;
  if (settings.refine == Refine::automatic && !automatic) settings.refine = Refine::off;
  const bool by_atan = settings.l1_rank > 0 && settings.l1_rank <= options.rank && !options.start;
  if (automatic) settings.loss = by_atan ? Loss::atan : Loss::l1;
  // Its ties are only approximate, and cannot be held.
  return settings.solver == Solver::dc_admm ? with_weak_structure(settings) : settings;
}

/// The stages of a fit, one after the other. Each begins with the factors of the one before.
class Stages {
 public:
  Stages(const Data& data, Engine& engine, FitContext& context, const GrmfOptions& settings,
         const StopSettings& stop)
      : data_(data), engine_(engine), context_(context), settings_(settings), stop_(stop) {}

  /// The fit itself, under `terms`.
  void fit(GrmfRun& run, const Terms& terms) {
    make_stage(run, terms);
    certificate_ = [&run] { return run.certificate(); };
  }

  /// The refinement of the solution, where the options or the data ask for it.
  void refine() {
    if (settings_.refine == Refine::off) return;
    if (!done()) {
      result_.refinement = "not refined: the fit has not converged";
      return;
    }
    context_.begin_trials();
    const Factors solution = factors();
    Refiner refiner(data_, engine_, context_, terms_, settings_, stop_);
    Refinement refinement =
        settings_.refine == Refine::on ? refiner.always(solution) : refiner.where_better(solution);
    const std::string why = std::move(refinement.why);
    if (refinement.next) go_on(refinement.next->terms, std::move(refinement.next->factors));
    result_.refinement = why;
    if (!refinement.next) note_end();
  }

  /// Sparsity and grouping, where they are left to the data.
  void find_groups() {
    if (!structure_is_automatic(settings_) || !done() || context_.must_end()) return note_end();
    context_.begin_trials();
    FoundStructure structure =
        find_structure(data_, engine_, context_, settings_, stop_, weak_terms(), terms_, factors());
    if (context_.must_end()) return note_end();
    result_.evidence = structure.evidence;
    go_on(structure.terms, std::move(structure.factors));
  }

  Result result(bool with_errors) {
    result_.certificate = certificate_();
    describe_fit(terms_, data_, engine_, result_);
    if (with_errors)
      result_.standard_errors = standard_errors_of(engine_, factors(), terms_.loss, result_.noise);
    return std::move(result_);
  }

 private:
  void make_stage(GrmfRun& run, const Terms& terms) {
    context_.begin_stage();
    Result last = internal::run(run, stop_, context_);
    last.refinement = std::move(result_.refinement);
    last.evidence = result_.evidence;
    last.history.insert(last.history.begin(), result_.history.begin(), result_.history.end());
    result_ = std::move(last);
    terms_ = terms;
  }
  void go_on(const Terms& terms, Factors from) {
    GrmfOptions no_gauge = settings_;
    no_gauge.gauge = Gauge::off;
    GrmfRun run(engine_, context_, terms, no_gauge, std::move(from));
    make_stage(run, terms);
    certificate_ = [certificate = run.certificate()] { return certificate; };
  }
  /// Says that the fit was ended, if it was.
  void note_end() {
    if (!context_.ended()) return;
    result_.status = context_.status();
    result_.message = describe(result_.status, result_.sweeps(), "");
  }
  [[nodiscard]] bool done() const {
    return result_.status == Status::converged || result_.status == Status::stalled;
  }
  [[nodiscard]] Factors factors() const { return {result_.u, result_.v}; }
  /// The terms of the options with weak sparsity and grouping in place of auto.
  [[nodiscard]] Terms weak_terms() const { return resolve(with_weak_structure(settings_), data_); }

  const Data& data_;
  Engine& engine_;
  FitContext& context_;
  const GrmfOptions& settings_;
  const StopSettings& stop_;
  Terms terms_ = {};
  Result result_ = {};
  std::function<double()> certificate_;
};

}  // namespace
}  // namespace internal

namespace {

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

std::unique_ptr<Method> Grmf::clone() const { return std::make_unique<Grmf>(*this); }
std::unique_ptr<Method> NGrmf::clone() const { return std::make_unique<NGrmf>(*this); }
std::unique_ptr<Method> GmfL2::clone() const { return std::make_unique<GmfL2>(*this); }
Tunable Grmf::tunable() const { return internal::tunable_of(*variant_, settings_); }

StopDefaults Grmf::stop_defaults() const {
  const bool published = settings_.preset == Preset::published;
  // The approximate ties of dc-admm keep the certificate from ever becoming small.
  const bool certifiable = !published && settings_.solver == Solver::exact;
  return {.max_sweeps = published ? 5000 : 500,
          .tolerance = published ? 1e-7 : 1e-5,
          .rule = certifiable ? StopRule::certified : StopRule::decrease};
}

Result Grmf::fit(const Data& data, const FitOptions& options) const {
  internal::check(*this, options, data);
  internal::FitContext context(options);
  internal::identify(context, *this, data, options);
  const auto engine = internal::make_engine(data, context);
  const internal::StopSettings stop = internal::stop_settings(options, stop_defaults());
  const GrmfOptions settings = internal::of_first_stage(settings_, options);
  internal::Terms terms = internal::resolve(settings, data);
  internal::GrmfStart before(*engine, context, terms, settings, options.rank, stop);
  Factors start =
      internal::first_factors(options, context, data, *engine, [&] { return before.factors(); });
  // The start is clipped before anything is judged by it.
  if (terms.u.hard) internal::clip_to_nonnegative(start.u);
  if (terms.v.hard) internal::clip_to_nonnegative(start.v);
  if (auto* atan = std::get_if<internal::AtanLoss>(&terms.loss); atan && settings.a == 0)
    atan->a = context.once("a", [&] { return internal::yield_point(*engine, start); });
  internal::GrmfRun run(*engine, context, terms, settings, std::move(start));
  const bool own_start = !options.start && stop.max_sweeps > 0 && !context.resumes_behind_start();
  if (run.makes_gauge_steps() && internal::structured(terms) && own_start) before.find_groups(run);
  internal::Stages stages(data, *engine, context, settings, stop);
  stages.fit(run, terms);
  stages.refine();
  stages.find_groups();
  Result result = stages.result(options.standard_errors);
  if (settings.gauge == Gauge::on && !run.makes_gauge_steps())
    result.warnings.emplace_back(no_gauge);
  if (!run.coercive()) result.warnings.push_back(internal::no_ridge("lambda3"));
  internal::finish_fit(*this, data, *engine, result);
  return result;
}

}  // namespace grmf
