#include "commands/fit_run.h"

#include <algorithm>
#include <chrono>

#include "base/shown.h"
#include "base/threads.h"
#include "commands/method_options.h"
#include "grmf/error.h"
#include "grmf/io/model_file.h"
#include "grmf/tune.h"
#include "report/text.h"
#include "terminal/exit_code.h"
#include "terminal/file_name.h"
#include "terminal/interrupt.h"
#include "terminal/progress.h"

namespace grmf::cli {
namespace {

StopRule stop_named(const std::string& name) {
  for (const auto& [known, rule] : stop_rules) {
    if (name == known) return rule;
  }
  throw Error(ErrorCode::unknown_name,
              "--stop is '" + name + "'; it must be certified, decrease or steps");
}

/// Fits. The library knows no files: an Error about the start gets the name of its file.
Result fit_naming_start(const Method& method, const Data& data, const FitArguments& arguments) {
  try {
    return method.fit(data, arguments.options);
  } catch (const Error& error) {
    if (error.subject() != ErrorSubject::start || !arguments.start) throw;
    throw named(*arguments.start, error);
  }
}

/// Divides the rows of a factor by sizes, where there are any.
void divide_rows(const std::vector<double>& sizes, Matrix& factor) {
  if (std::ssize(sizes) != factor.rows()) return;  // none, or a start that is refused later
  for (Index i = 0; i < factor.rows(); ++i) {
    for (double& value : factor.row(i)) value /= sizes[i];
  }
}

/// Chooses the rank where the flags leave it to the data, and with it the loss where that is auto.
/// Returns the reason in words; it is empty where there was nothing to choose.
std::string choose(std::unique_ptr<Method>& method, const Data& data, FitArguments& arguments) {
  FitOptions& options = arguments.options;
  if (options.rank != 0 || !method->takes_rank()) return {};
  if (options.start) {
    options.rank = static_cast<int>(options.start->u.cols());
    return {};
  }
  TuneOptions tuning{.knobs = {.loss = true},
                     .seed = options.seed,
                     .threads = options.threads,
                     // The other half is for the fit. A negative limit stays whole, to be refused.
                     .time_limit = std::min(options.time_limit, options.time_limit / 2)};
  tuning.on_sweep = [](const Progress&) {
    return InterruptWatch::requested() ? Action::stop : Action::proceed;
  };
  const auto begin = std::chrono::steady_clock::now();
  Tuned tuned = tune(*method, data, tuning);
  method = std::move(tuned.method);
  options.rank = tuned.rank;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  options.time_limit = std::max(options.time_limit - spent.count(), 0.0);
  return tuned.why;
}

}  // namespace

void add_fit_flags(Command& command, FitArguments& arguments) {
  add_rank(command, arguments.method);
  command.number("--tolerance", arguments.options.tolerance,
                 "when to stop [grmf: 1e-5; see grmf methods NAME]");
  command.number("--max-sweeps,--max_sweeps", arguments.options.max_sweeps,
                 "sweep cap [grmf: 500; see grmf methods NAME]");
  command.number("--time-limit,--time_limit", arguments.options.time_limit, "seconds");
  command.word("--stop", arguments.stop, "certified, decrease or steps");
  command.number("--delta-u,--delta_u", arguments.options.delta_u, "for --stop steps [1e-6]");
  command.number("--delta-v,--delta_v", arguments.options.delta_v, "for --stop steps [1e-6]");
  command.number("--acceleration", arguments.options.acceleration,
                 "past sweeps to extrapolate from [5]");
  command.number("--seed", arguments.options.seed, "of everything random [0]");
  command.number("--threads", arguments.options.threads, "0: one per core [0]");
  command.flag("--json", arguments.json, "print one JSON object for each input on standard output");
  command.flag("-q,--quiet", arguments.quiet, "no progress and no notes");
  command.flag("--strict", arguments.strict, "exit with 4 when a fit did not converge");
  add_method_arguments(command, arguments.method);
}

void complete_options(FitArguments& arguments) {
  FitOptions& options = arguments.options;
  options.rank = rank_or_auto(arguments.method);
  if (!arguments.stop.empty()) options.stop = stop_named(arguments.stop);
  options.threads = internal::resolved_threads(options.threads);
  options.standard_errors = false;  // a model file does not keep them
}

Fitted fit_input(FitArguments arguments, std::unique_ptr<Method> method, const FitData& input) {
  FitOptions& options = arguments.options;
  const auto begin = std::chrono::steady_clock::now();
  Sizes sizes = robust_sizes(input.data, arguments.scale.value_or(ScaleBy::none));
  const Data data = input.data.divided(sizes);
  if (options.start) {
    divide_rows(sizes.rows, options.start->u);
    divide_rows(sizes.columns, options.start->v);
  }
  std::string chosen = choose(method, data, arguments);
  ProgressLine line(!arguments.quiet, options, method->stop_defaults());
  options.on_sweep = [&](const Progress& progress) {
    line.show(progress);
    return InterruptWatch::requested() ? Action::stop : Action::proceed;
  };
  Result result = fit_naming_start(*method, data, arguments);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  return {.result = std::move(result),
          .method = std::move(method),
          .peak = input.peak,
          .names = data.names(),
          .sizes = std::move(sizes),
          .chosen = std::move(chosen),
          .threads = options.threads,
          .seconds = spent.count()};
}

io::Model model_of(const Fitted& fitted) {
  io::Model model = io::make_model(fitted.result, *fitted.method);
  model.peak = fitted.peak;
  model.chosen = fitted.chosen;
  model.names = fitted.names;
  model.sizes = fitted.sizes;
  return model;
}

void write_model_of(const Fitted& fitted, const std::filesystem::path& output) {
  io::write_model(output, model_of(fitted));
}

std::string short_note(const Fitted& fitted) {
  const Result& result = fitted.result;
  return "rank " + std::to_string(result.u.cols()) + ", " + std::string(to_string(result.status)) +
         " after " + std::to_string(result.sweeps()) + " sweeps (" + report::brief(fitted.seconds) +
         " s)";
}

std::string ending_of(const Result& result) {
  if (result.status != Status::stopped || !InterruptWatch::requested()) return result.message;
  return "stopped by Ctrl-C after " + internal::counted(result.sweeps(), "sweep");
}

std::string fault_of(const Result& result, bool strict) {
  if (result.status == Status::numerical_issue) return result.message;
  if (!strict || result.status == Status::converged) return {};
  return "not converged after " + std::to_string(result.sweeps()) + " sweeps (" +
         std::string(to_string(result.status)) + "); raise --max-sweeps or --tolerance";
}

int exit_code_of_fault(const Result& result) {
  return result.status == Status::numerical_issue ? failure : not_converged;
}

}  // namespace grmf::cli
