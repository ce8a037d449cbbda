#include "refine/refine.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "backends/backends.h"
#include "data/hold_out.h"
#include "engine/held_out.h"
#include "engine/rescue_rows.h"
#include "grmf/option.h"
#include "refine/calibration.h"
#include "solve/grmf_run.h"
#include "starts/start.h"

namespace grmf::internal {
namespace {

/// The width of the loss in deviations of the noise: at first, and in the end. By measurement
/// (docs/recovery.md).
constexpr double first_width = 6.0;
constexpr double last_width = 5.0;
constexpr const char* ended_before = "not refined: the fit was ended before";
/// How much narrower the loss becomes at a time.
constexpr double narrower = 0.1;
/// The tolerance of sweeps that lead to others.
constexpr double rough = 1e-4;
/// Noise below this share of the unit of the data is rounding, or too little to gain from.
constexpr double least_noise = 1e-7;

double sigma_of(const Terms& refined) { return std::get<BiweightLoss>(refined.loss).sigma; }

/// Penalties beside the l2 loss are in the unit of y^2. Divided by sigma, they are as strong beside
/// the biweight, which is a square by sigma near 0.
void in_units_of_l1(const AnyLoss& loss, double sigma, Terms& terms) {
  if (!std::holds_alternative<L2Loss>(loss)) return;
  for (Penalty* penalty : {&terms.u, &terms.v}) penalty->multiply(1 / sigma);
}

/// The smallest singular value of U V^T, apart from those that are 0.
double weakest_value(const Factors& factors) {
  const Factors even = balanced(factors);
  std::vector<double> values(even.u.cols());
  for (Index i = 0; i < even.u.rows(); ++i) {
    for (Index l = 0; l < even.u.cols(); ++l) values[l] += even.u(i, l) * even.u(i, l);
  }
  const double largest = *std::max_element(values.begin(), values.end());
  double weakest = largest;
  for (const double value : values) {
    if (value > 1e-9 * largest) weakest = std::min(weakest, value);
  }
  return weakest;
}

}  // namespace

Refiner::Refiner(const Data& data, Engine& engine, FitContext& context, const Terms& terms,
                 const GrmfOptions& settings, const StopSettings& stop)
    : data_(&data),
      engine_(&engine),
      context_(&context),
      terms_(&terms),
      settings_(settings),
      stop_(stop) {
  settings_.gauge = Gauge::off;
}

/// The factors after a few sweeps.
Factors Refiner::swept(Engine& engine, const Terms& terms, Factors from, int sweeps,
                       double tolerance) {
  StopSettings few = stop_;
  few.max_sweeps = sweeps;
  few.rule = StopRule::decrease;
  few.tolerance = tolerance;
  GrmfRun trial(engine, *context_, terms, settings_, std::move(from));
  run(trial, few, *context_);
  return trial.factors();
}

/// The terms with a loss of `width` deviations of the noise, and a ridge that shrinks by no more
/// than noise adds to the weakest of the columns. `last` are the terms that led to the factors. The
/// noise is taken as at least `least_sigma`.
Terms Refiner::refined(Engine& engine, const Data& data, const Factors& factors, const Terms& last,
                       double width, double least_sigma) const {
  const double noise = noise_after(engine, data.observed(), factors, last.loss);
  const double sigma = std::max({noise, least_sigma, least_noise * engine.unit()});
  Terms terms = without_structure(*terms_);
  terms.loss = BiweightLoss{.width = width * sigma, .sigma = sigma};
  // Noise adds about sigma sqrt(max(d, n) / share observed) to every singular value.
  constexpr double of_noise = 2.5;
  const auto lines = static_cast<double>(std::max(engine.rows(), engine.cols()));
  const auto entries = static_cast<double>(engine.rows() * engine.cols());
  const double added = sigma * std::sqrt(lines * entries / static_cast<double>(data.observed()));
  const double ridge = std::min(of_noise * added / weakest_value(factors), 1.0);
  terms.u.lambda3 *= ridge;
  terms.v.lambda3 *= ridge;
  in_units_of_l1(terms_->loss, sigma, terms);
  return terms;
}

void Refiner::rescue(const Data& data, const Terms& terms, Factors& factors) const {
  const double width = std::get<BiweightLoss>(terms.loss).width;
  const auto rescue_side = [&](Side side, const Matrix& a, Matrix& x) {
    if (context_->must_end()) return;
    rescue_rows(side, data, terms, width, a, context_->seed(), context_->workers(), x);
  };
  rescue_side(Side::u, factors.v, factors.u);
  rescue_side(Side::v, factors.u, factors.v);
}

/// Terms and factors near the end: the loss is wide at first, and narrower once the noise is known
/// better.
Refinement::Next Refiner::approach(Engine& engine, const Data& data, const Terms& terms,
                                   const Factors& from) {
  Terms wide = refined(engine, data, from, terms, first_width);
  Factors factors = swept(engine, wide, from, 10, rough);
  Terms narrow = refined(engine, data, factors, wide, last_width);
  // Without noise most rows fit ever better. The loss must not leave those behind that take longer.
  while (sigma_of(narrow) < narrower * sigma_of(wide) && !context_->must_end()) {
    wide = refined(engine, data, factors, wide, last_width, narrower * sigma_of(wide));
    factors = swept(engine, wide, std::move(factors), 10, rough);
    narrow = refined(engine, data, factors, wide, last_width);
  }
  rescue(data, narrow, factors);
  return {narrow, std::move(factors)};
}

/// What is left to do after an approach: with sparsity and grouping, whose zeros and ties it has
/// left behind, the way goes on from the solution. Where these move the estimates by more than the
/// noise, the loss must be as wide as what they leave, or it would give up all entries at once.
Refinement::Next Refiner::with_structure(Refinement::Next next, const Factors& solution) const {
  if (!structured(*terms_)) return next;
  Terms structure = *terms_;
  in_units_of_l1(terms_->loss, sigma_of(next.terms), structure);
  structure.u.lambda3 = next.terms.u.lambda3;
  structure.v.lambda3 = next.terms.v.lambda3;
  next.terms.u = structure.u;
  next.terms.v = structure.v;
  auto& loss = std::get<BiweightLoss>(next.terms.loss);
  loss.sigma =
      std::max(loss.sigma, noise_after(*engine_, data_->observed(), solution, terms_->loss));
  loss.width = last_width * loss.sigma;
  next.factors = solution;
  rescue(*data_, next.terms, next.factors);
  return next;
}

Refinement Refiner::always(const Factors& solution) {
  const Terms plain = without_structure(*terms_);
  Refinement::Next next = approach(*engine_, *data_, plain, solution);
  if (context_->ended()) return {std::nullopt, ended_before};
  return {with_structure(std::move(next), solution), "refined, as asked for"};
}

/// Holds out a tenth of the entries, and where that is not enough to be certain another tenth, and
/// so on.
Refinement Refiner::where_better(const Factors& solution) {
  constexpr int folds = 10;
  constexpr Index enough_entries = 4000;
  constexpr Index fewest_entries = 20;
  constexpr double certain = 1.0;   // standard errors, by measurement
  constexpr double decisive = 4.0;  // no further entries would change this
  constexpr double far_more = 2.0;
  const Terms plain = without_structure(*terms_);
  std::optional<Refinement::Next> next;
  HeldOutComparison found;
  for (int fold = 0; fold < folds && !context_->must_end(); ++fold) {
    const Data rest = rest_of(*data_, 1.0 / folds, context_->seed(), fold);
    if (rest.observed() == data_->observed()) continue;
    const auto engine = make_engine(rest, *context_);
    // As many sweeps as it takes to forget the entries that are now held out.
    const Factors as_it_is = swept(*engine, plain, solution, 8, 0.0);
    Refinement::Next tried = approach(*engine, rest, plain, as_it_is);
    tried.factors = swept(*engine, tried.terms, std::move(tried.factors), 10, rough);
    found.add(*data_, rest, as_it_is, tried.factors);
    if (!next) next = std::move(tried);
    if (found.entries() >= enough_entries ||
        (found.entries() >= fewest_entries && std::abs(found.standard_errors_better()) > decisive))
      break;
  }
  if (context_->ended()) return {std::nullopt, ended_before};
  if (found.entries() < fewest_entries)
    return {std::nullopt, "not refined: too few entries can be held out to judge by"};
  const auto number = [](double value) { return to_string(OptionValue(value)); };
  const std::string errors = "the mean error of " + std::to_string(found.entries()) +
                             " entries held out is " + number(found.second()) + " with it and " +
                             number(found.first()) + " without";
  if (found.standard_errors_better() <= certain) return {std::nullopt, "not refined: " + errors};
  const double noise = sigma_of(next->terms);
  next = with_structure(*std::move(next), solution);
  if (sigma_of(next->terms) > far_more * noise)
    return {std::nullopt,
            "not refined: sparsity and grouping move the estimates by more than the noise, " +
                number(noise)};
  return {std::move(next), "refined: " + errors};
}

}  // namespace grmf::internal
