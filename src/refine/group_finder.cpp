#include "refine/group_finder.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>
#include <vector>

#include "linalg/decompositions.h"
#include "objective/efficiency.h"
#include "refine/calibration.h"
#include "refine/regroup.h"
#include "result/noise.h"
#include "solve/gauge.h"
#include "solve/gauge_search.h"
#include "solve/gauge_step.h"
#include "solve/grmf_run.h"

namespace grmf::internal {
namespace {

/// A tie is held against so many deviations of what pulls it apart, and values are drawn together
/// from within so many standard errors of them. By measurement (docs/grouping.md).
constexpr double held_against = 4.0;
constexpr double reach = 5.0;
/// How near to each other values without noise must be to be drawn together, by their size.
constexpr double least_reach = 0.01;
/// Without groups values are drawn together from within so many standard errors.
constexpr double weak_reach = 0.7;
/// Where groups are there, a trial needs ten sweeps or less; where they are not, it may go on and
/// on.
constexpr int sweeps_of_trial = 50;
/// Values that are nearly equal by chance need no more sweeps to be made equal.
constexpr int few_sweeps = 3;
/// What equal values may cost, by what the free values that they save have gained by chance. It is
/// about 1 where the noise is normal.
constexpr double times_gained = 1.5;
/// What equal values may leave of noise. A loss that lets go of gross errors has cheap solutions
/// that let go of most entries.
constexpr double times_noise = 1.2;
/// What making values equal may leave of an exact fit, by the unit of the data.
constexpr double least_left = 1e-4;

/// What is known of the values of one factor in some basis.
struct Calibration {
  double error = 0.0;  ///< the usual standard error of a value
  double pull = 0.0;   ///< the usual deviation of what noise pulls a value by
  double size = 0.0;   ///< the root of the mean square of the values
};

Dense mean_curvature(const Matrix& triangles, Index r) {
  Dense mean = Dense::Zero(r, r);
  for (Index i = 0; i < triangles.rows(); ++i) mean += from_triangle(triangles.row(i), r);
  return mean / static_cast<double>(triangles.rows());
}

/// For rows x of a factor that become x q.
Calibration calibration_of(const Matrix& x, const Matrix& curvatures, const Dense& q,
                           double deviation, double mean_weight, double slope) {
  const Index r = x.cols();
  const Dense back = inverse(q);
  const Dense mean = back * mean_curvature(curvatures, r) * back.transpose();
  const auto covariance = inverse_unless_singular(mean, 1e-12);
  const double per_value = 1.0 / static_cast<double>(r);
  Calibration known;
  known.error = covariance ? deviation * std::sqrt(covariance->trace() * per_value) : 0.0;
  known.pull = slope * std::sqrt(mean.trace() * per_value / mean_weight);
  known.size = (view(x) * q).norm() / std::sqrt(static_cast<double>(x.size()));
  return known;
}

/// Sets the lambda and tau of a term, as far as they are left to the data.
void set_term(const Calibration& known, const std::optional<double>& lambda_given,
              const std::optional<double>& tau_given, double& lambda, double& tau) {
  if (lambda_given) return;
  if (!tau_given) tau = std::max(reach * known.error, least_reach * known.size);
  lambda = held_against * known.pull * tau;
}

void set_terms(const GrmfOptions& options, const Calibration& u, const Calibration& v,
               Terms& terms) {
  set_term(u, options.lambda1.u, options.tau1.u, terms.u.lambda1, terms.u.tau1);
  set_term(u, options.lambda2.u, options.tau2.u, terms.u.lambda2, terms.u.tau2);
  set_term(v, options.lambda1.v, options.tau1.v, terms.v.lambda1, terms.v.tau1);
  set_term(v, options.lambda2.v, options.tau2.v, terms.v.lambda2, terms.v.tau2);
}

/// A loss that is not narrower than what is left of an exact fit once values are made equal.
AnyLoss not_too_narrow(AnyLoss loss, double unit) {
  constexpr double widths = 5.0;
  const double least = least_left * unit;
  if (auto* biweight = std::get_if<BiweightLoss>(&loss); biweight && biweight->sigma < least)
    *biweight = {.width = widths * least, .sigma = least};
  return loss;
}

bool mostly_negative(const Factors& factors) {
  const auto sum = [](const Matrix& x) { return (view(x).array() * view(x).array().abs()).sum(); };
  return sum(factors.u) + sum(factors.v) < 0;
}

class Finder {
 public:
  Finder(Engine& engine, FitContext& context, const GrmfOptions& options, const Terms& terms,
         const Factors& solution, double noise, double weights)
      : context_(context),
        options_(options),
        terms_(terms),
        solution_(solution),
        curvatures_(curvatures_of(engine, solution, terms.loss, noise, weights)),
        u_(KnownRows::with_errors(view(solution.u), {curvatures_.deviation, curvatures_.of_u})),
        v_(KnownRows::with_errors(view(solution.v), {curvatures_.deviation, curvatures_.of_v})) {
    terms_.loss = not_too_narrow(terms.loss, engine.unit());
    slope_ = std::sqrt(weights) *
             slope_deviation(terms_.loss, std::max(noise, least_left * engine.unit()));
  }

  /// The best basis there is, which need not be a good one.
  [[nodiscard]] std::optional<FoundGauge> search() {
    if (u_.columns.cols() == 0 || v_.columns.cols() == 0) return std::nullopt;
    std::vector<FoundGauge> found =
        gauges_from_scratch(u_, v_, context_.seed(), context_.workers());
    if (found.empty()) return std::nullopt;
    if (!found.front().promising()) return std::move(found.front());
    FoundGauge best = found.front();
    for (FoundGauge& gauge : found) {
      FoundGauge nearby = settled(gauge.q);
      for (FoundGauge* candidate : {&gauge, &nearby}) {
        if (candidate->zeros_and_ties.beyond_chance() > best.zeros_and_ties.beyond_chance())
          best = std::move(*candidate);
      }
    }
    return best;
  }

  /// Factors and terms in the basis q.
  [[nodiscard]] FoundStructure structure(const Dense& q) const {
    const Dense even = balanced(q);
    return {.terms = calibrated(even), .factors = in_basis(solution_, even), .evidence = {}};
  }

  [[nodiscard]] Calibration of_u(const Dense& q) const {
    return calibration_of(solution_.u, curvatures_.of_u, q, curvatures_.deviation,
                          curvatures_.mean_weight, slope_);
  }
  [[nodiscard]] Calibration of_v(const Dense& q) const {
    return calibration_of(solution_.v, curvatures_.of_v, inverse(q).transpose(),
                          curvatures_.deviation, curvatures_.mean_weight, slope_);
  }

 private:
  [[nodiscard]] Terms calibrated(const Dense& q) const {
    Terms terms = terms_;
    set_terms(options_, of_u(q), of_v(q), terms);
    return terms;
  }
  /// The basis q in which both factors have one size, or -q, where zeros and ties are the same: the
  /// one with less below 0.
  [[nodiscard]] Dense balanced(const Dense& q) const {
    const Dense even = balanced_gauge(q, solution_);
    return mostly_negative(in_basis(solution_, even)) ? -even : even;
  }
  [[nodiscard]] FoundGauge settled(const Dense& q) const {
    const Dense even = balanced(q);
    const Terms terms = calibrated(even);
    GaugeProblem problem(terms.u, terms.v, solution_, context_.workers());
    FoundGauge gauge{.q = best_gauge(problem, even, Reach::near), .zeros_and_ties = {}};
    gauge.zeros_and_ties = zeros_and_ties(u_, gauge.q);
    gauge.zeros_and_ties += zeros_and_ties(v_, inverse(gauge.q).transpose());
    return gauge;
  }

  FitContext& context_;
  const GrmfOptions& options_;
  Terms terms_;
  const Factors& solution_;
  double slope_ = 0.0;  ///< the deviation of the slope of the loss
  Curvatures curvatures_;
  KnownRows u_;
  KnownRows v_;
};

double loss_of(Engine& engine, const AnyLoss& loss, const Factors& factors) {
  const auto rank = static_cast<int>(factors.u.cols());
  return engine.row_work({.loss = loss, .u = {}, .v = {}}, {}, rank)->objective(factors);
}

/// Whether equal values cost no more than what the free values that they save have gained by
/// chance. Ties that are not there cost many times as much; and where they gain as much, the loss
/// has let go of other entries than before.
bool ties_are_there(Engine& engine, const FoundStructure& found, const Factors& solution,
                    double noise, double weights) {
  const AnyLoss& loss = found.terms.loss;
  const double cost = loss_of(engine, loss, found.factors) - loss_of(engine, loss, solution);
  const double saved = free_values(solution) - free_values(found.factors);
  return std::abs(cost) <= times_gained * saved * weights * gain_of_a_value(loss, noise);
}

GrmfOptions without_gauge(GrmfOptions options) {
  options.gauge = Gauge::off;
  return options;
}

/// The terms under which zeros and ties stay as they are and nothing else is pulled, where
/// sparsity and grouping are left to the data.
Terms with_ties_held(const GrmfOptions& options, Terms terms) {
  if (!options.lambda1.u) terms.u.tau1 = 0.0;
  if (!options.lambda2.u) terms.u.tau2 = 0.0;
  if (!options.lambda1.v) terms.v.tau1 = 0.0;
  if (!options.lambda2.v) terms.v.tau2 = 0.0;
  return terms;
}

/// Weak sparsity and grouping, as far as they are left to the data.
struct Weak {
  Terms terms;
  bool shortened = false;  ///< whether the noise is so small that they reach far less than usual
};
Weak weak_structure(const Finder& finder, const GrmfOptions& options, const Terms& usual,
                    const Terms& terms, Index r) {
  Weak weak{.terms = terms};
  const auto set = [&](const Penalty& from, double error, const std::optional<double>& given1,
                       const std::optional<double>& given2, Penalty& to) {
    const double bound = weak_reach * error;
    const auto set_one = [&](double lambda_from, double tau_from, double& lambda, double& tau) {
      weak.shortened |= bound < 0.5 * tau_from;
      lambda = bound > 0 ? lambda_from : 0.0;
      tau = std::min(tau_from, bound);
    };
    if (!given1) set_one(from.lambda1, from.tau1, to.lambda1, to.tau1);
    if (!given2) set_one(from.lambda2, from.tau2, to.lambda2, to.tau2);
  };
  const Dense as_it_is = Dense::Identity(r, r);
  set(usual.u, finder.of_u(as_it_is).error, options.lambda1.u, options.lambda2.u, weak.terms.u);
  set(usual.v, finder.of_v(as_it_is).error, options.lambda1.v, options.lambda2.v, weak.terms.v);
  return weak;
}

}  // namespace

bool structure_is_automatic(const GrmfOptions& options) {
  return !(options.lambda1.u && options.lambda1.v && options.lambda2.u && options.lambda2.v);
}

FoundStructure find_structure(const Data& data, Engine& engine, FitContext& context,
                              const GrmfOptions& options, const StopSettings& stop,
                              const Terms& usual, const Terms& terms, const Factors& solution) {
  const double noise = noise_after(engine, data.observed(), solution, terms.loss);
  const double at_least = std::max(noise, least_left * engine.unit());
  const double weights = engine.unit_of_weights();
  const bool may_turn = options.gauge != Gauge::off;
  Finder finder(engine, context, options, terms, solution, noise, weights);
  const std::optional<FoundGauge> gauge = may_turn ? finder.search() : std::nullopt;
  GroupEvidence evidence;
  if (gauge) {
    const ZerosAndTies& count = gauge->zeros_and_ties;
    evidence = {.counted = count.counted, .expected = count.by_chance, .possible = count.possible};
  }
  const auto tied = [&](const Terms& with, Factors from, int most_sweeps) {
    if (context.must_end()) return from;
    StopSettings until = stop;
    until.max_sweeps = std::min(until.max_sweeps, most_sweeps);
    GrmfRun trial(engine, context, with, without_gauge(options), std::move(from));
    run(trial, until, context);
    return trial.factors();
  };
  if (gauge && gauge->promising()) {
    FoundStructure found = finder.structure(gauge->q);
    found.factors = tied(found.terms, std::move(found.factors), sweeps_of_trial);
    found.terms = with_ties_held(options, found.terms);
    regroup(engine, options, found.terms, at_least, weights, context.workers(), found.factors);
    found.factors = tied(found.terms, std::move(found.factors), sweeps_of_trial);
    const double left = noise_after(engine, data.observed(), found.factors, found.terms.loss);
    evidence.found = left <= times_noise * at_least &&
                     ties_are_there(engine, found, solution, at_least, weights);
    evidence.refuted = !evidence.found;
    if (evidence.found) return {found.terms, std::move(found.factors), evidence};
  }
  const Weak weak = weak_structure(finder, options, usual, terms, solution.u.cols());
  const bool coercive = weak.terms.u.lambda3 > 0 && weak.terms.v.lambda3 > 0;
  Factors from = solution;
  if (may_turn && coercive && !weak.shortened && !context.must_end())
    from = nearby_gauge(weak.terms, solution, context.workers());
  Factors factors = tied(weak.terms, std::move(from), few_sweeps);
  return {with_ties_held(options, weak.terms), std::move(factors), evidence};
}

}  // namespace grmf::internal
