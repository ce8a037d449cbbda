#include "methods/fit_settings.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "backends/backends.h"
#include "base/threads.h"
#include "data/fingerprint.h"
#include "grmf/error.h"
#include "grmf/option.h"
#include "methods/odd_data.h"
#include "objective/formula.h"
#include "refine/calibration.h"
#include "starts/start.h"

namespace grmf::internal {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void check_range(const char* name, double value, double max = infinity) {
  if (value >= 0 && value <= max) return;
  const auto text = [](double number) { return to_string(OptionValue(number)); };
  throw Error(ErrorCode::out_of_range,
              std::string("option ") + name + " is " + text(value) + "; it must be at least 0" +
                  (max < infinity ? " and at most " + text(max) : ""),
              ErrorSubject::option);
}

}  // namespace

StopSettings stop_settings(const FitOptions& options, const StopDefaults& defaults) {
  return {.max_sweeps = options.max_sweeps.value_or(defaults.max_sweeps),
          .tolerance = options.tolerance.value_or(defaults.tolerance),
          .rule = options.stop.value_or(defaults.rule),
          .delta_u = options.delta_u,
          .delta_v = options.delta_v,
          .acceleration = options.acceleration};
}

void check(const Method& method, const FitOptions& options, const Data& data) {
  const Index largest = std::min(data.rows(), data.cols());
  if (options.rank < 1 || options.rank > largest) {
    throw Error(ErrorCode::out_of_range, "rank is " + std::to_string(options.rank) +
                                             "; for data of " + std::to_string(data.rows()) +
                                             " x " + std::to_string(data.cols()) +
                                             " it must be from 1 to " + std::to_string(largest));
  }
  check_all_but_rank(method, options, data);
}

void check_all_but_rank(const Method& method, const FitOptions& options, const Data& data) {
  const std::string refusal = method.refusal(data);
  if (!refusal.empty()) throw Error(ErrorCode::invalid_data, refusal);
  // Beyond this, squares of the data overflow or vanish, and the fit would look converged.
  constexpr double largest = 1e150;
  if (data.scale() > 0 && (data.scale() > largest || data.scale() < 1 / largest)) {
    throw Error(ErrorCode::invalid_data,
                "the median |y| is " + to_string(OptionValue(data.scale())) +
                    "; it must lie between 1e-150 and 1e150; multiply the data by a constant");
  }
  check_range("max_sweeps", options.max_sweeps.value_or(0));
  check_range("tolerance", options.tolerance.value_or(0));
  check_range("acceleration", options.acceleration, 100);
  resolved_threads(options.threads);
  check_range("delta_u", options.delta_u);
  check_range("delta_v", options.delta_v);
  check_range("time_limit", options.time_limit);
}

void identify(FitContext& context, const Method& method, const Data& data,
              const FitOptions& options) {
  const std::string backend = backend_of(context);
  if (method.needs_dense() && backend != "cpu") {
    throw Error(ErrorCode::out_of_range,
                std::string(method.name()) + " needs the whole matrix at hand, which the backend " +
                    backend + " does not give; use the backend cpu",
                ErrorSubject::option);
  }
  const auto number = [](double value) { return to_string(OptionValue(value)); };
  const StopSettings stop = stop_settings(options, method.stop_defaults());
  std::vector<std::string> settings = {
      "method " + std::string(method.name()),
      "data of " + std::to_string(data.rows()) + " x " + std::to_string(data.cols()),
      "rank " + std::to_string(options.rank),
      "seed " + std::to_string(options.seed),
      "backend " + backend,
      options.start ? "a given start" : "a start of its own",
      "tolerance " + number(stop.tolerance),
      "stop rule number " + std::to_string(static_cast<int>(stop.rule)),
      "delta_u " + number(stop.delta_u),
      "delta_v " + number(stop.delta_v),
      "acceleration " + std::to_string(stop.acceleration)};
  for (const OptionSpec& spec : method.options())
    settings.push_back(spec.name + " " + to_string(method.get(spec.name)));
  context.identify({.settings = std::move(settings),
                    .max_sweeps = stop.max_sweeps,
                    .fingerprint = [&data] { return fingerprint_of(data); }});
}

Factors first_factors(const FitOptions& options, const FitContext& context, const Data& data,
                      const Engine& engine, const std::function<Factors()>& own) {
  if (context.resumes_behind_start())
    return {Matrix(engine.rows(), options.rank), Matrix(engine.cols(), options.rank)};
  Factors start = options.start ? *options.start : own();
  check_start(start, engine, options.rank);
  clear_empty_lines(data, start.u, start.v);
  return start;
}

void warn_of_unused_start(const FitOptions& options, std::string_view method, Result& result) {
  if (options.start) {
    result.warnings.push_back(std::string(method) + " has no use for a start; it was left out");
  }
}

void warn_of_unused_stop_rule(const FitOptions& options, std::string_view method, Result& result) {
  if (options.stop) {
    result.warnings.push_back(std::string(method) +
                              " stops by a measure of its own; the given rule " + "was left out");
  }
}

std::string no_ridge(const std::string& option) {
  return option +
         " is 0: nothing keeps the scale of the factors, and the fit may follow noise; give a "
         "ridge";
}

Result run_method(Alternation& method, const StopSettings& stop, FitContext& context) {
  context.begin_stage();
  Result result = run(method, stop, context);
  result.certificate = method.certificate();
  return result;
}

void describe_fit(const Terms& terms, const Data& data, Engine& engine, Result& result) {
  result.formula = formula_of(terms);
  result.noise = noise_after(engine, data.observed(), {result.u, result.v}, terms.loss);
  if (terms.u.hard) warn_of_negative_entries(data, result);
}

void finish_fit(const Method& method, const Data& data, const Engine& engine, Result& result) {
  result.method = method.name();
  result.backend = engine.name();
  clear_empty_lines(data, result.u, result.v);
  warn_of_empty_lines(data, result);
}

}  // namespace grmf::internal
