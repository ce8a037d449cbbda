#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

#include <nlohmann/json.hpp>

#include "common.h"
#include "fit_data.h"
#include "grmf/grmf.h"
#include "interrupt.h"
#include "io/model_file.h"
#include "io/sink.h"
#include "method_arguments.h"
#include "method_options.h"
#include "model_output.h"
#include "progress.h"

namespace grmf::cli {
namespace {

struct FitArguments {
  DataFiles files;
  std::filesystem::path output;
  std::optional<std::filesystem::path> start;
  MethodArguments method;
  std::string stop;
  FitOptions options;
  bool json = false;
  bool quiet = false;
  bool strict = false;
};

StopRule stop_named(const std::string& name) {
  for (const auto& [known, rule] : stop_rules) {
    if (name == known) return rule;
  }
  throw Error(ErrorCode::unknown_name,
              "--stop is '" + name + "'; it must be certified, decrease or steps");
}

nlohmann::ordered_json summary(const Result& result, const FitOptions& options, double seconds,
                               const std::string& chosen) {
  const GroupCount paper = result.groups_paper();
  return {{"method", result.method},
          {"rank", result.u.cols()},
          {"rows", result.u.rows()},
          {"cols", result.v.rows()},
          {"status", to_string(result.status)},
          {"sweeps", result.sweeps()},
          {"objective", result.objective},
          {"certificate", result.certificate},
          {"seconds", seconds},
          {"groups_mean", result.groups().mean},
          {"groups_paper_mean", paper.mean},
          {"groups_paper_std", paper.deviation},
          {"sparsity", result.sparsity()},
          {"tied", result.tied()},
          {"threads", options.threads},
          {"backend", result.backend},
          {"chosen", chosen},
          {"warnings", result.warnings}};
}

/// What the run came to, where that is told as a message of its own; else empty.
std::string fault_of(const Result& result, bool strict) {
  if (result.status == Status::numerical_issue) return result.message;
  if (!strict || result.status == Status::converged) return {};
  return "not converged after " + std::to_string(result.sweeps()) + " sweeps (" +
         std::string(to_string(result.status)) + "); raise --max-sweeps or --tolerance";
}

void print_notes(const Result& result, double seconds, const FitArguments& arguments) {
  const bool told = !fault_of(result, arguments.strict).empty();
  std::cerr << result.method << ", " << result.u.rows() << " x " << result.v.rows() << ", rank "
            << result.u.cols() << ": " << (told ? to_string(result.status) : result.message) << " ("
            << brief(seconds) << " s)\n"
            << "objective " << brief(result.objective) << ", certificate "
            << brief(result.certificate) << "; " << brief(result.groups().mean)
            << " distinct values in a row, " << percent(result.sparsity()) << " zeros, "
            << percent(result.tied()) << " of the values saved\n";
  for (const std::string& warning : result.warnings) complain("warning: " + warning);
  if (!io::is_standard_output(arguments.output)) {
    std::cerr << "wrote " << printable(arguments.output.string()) << "\n";
  }
}

void check_threads(int threads) {
  constexpr int most = 1024;  // as the library says; known here before the data are read
  if (threads >= 0 && threads <= most) return;
  throw Error(ErrorCode::out_of_range, "option threads is " + std::to_string(threads) +
                                           "; it must be at least 0 and at most " +
                                           std::to_string(most));
}

/// Fits. The library knows no files: what it complains of, unless an option, is the start or the data.
Result fit_naming(const Method& method, const Data& data, const FitArguments& arguments) {
  try {
    return method.fit(data, arguments.options);
  } catch (const Error& error) {
    const std::string_view message = error.what();
    const bool start = message.starts_with("start ");
    if (message.starts_with("option ")) throw;
    const auto& file = start && arguments.start ? *arguments.start : arguments.files.input;
    naming(file, [&] { throw Error(error); });
    throw;
  }
}

/// Fills in what the flags leave open, and refuses what can be refused before the data are read.
void complete(FitArguments& arguments) {
  FitOptions& options = arguments.options;
  options.rank = rank_or_auto(arguments.method);
  if (!arguments.stop.empty()) options.stop = stop_named(arguments.stop);
  check_threads(options.threads);
  if (options.threads == 0) options.threads = std::max(1U, std::thread::hardware_concurrency());
  if (arguments.output.empty()) arguments.output = model_name(arguments.files.input);
  check_model_output(arguments.output, arguments.files);
  if (arguments.json && io::is_standard_output(arguments.output)) {
    throw Error(ErrorCode::unknown_name,
                "--json and the model both want standard output; give the model a name with -o");
  }
  if (arguments.start) options.start = io::read_start(*arguments.start);
}

/// Chooses what the flags leave to the data; the reason in words, empty where there was nothing to choose.
std::string choose(std::unique_ptr<Method>& method, const Data& data, FitArguments& arguments) {
  FitOptions& options = arguments.options;
  const bool rank_open = options.rank == 0 && method->takes_rank();
  if (!rank_open && !arguments.method.loss_auto) return {};
  if (options.start && rank_open) {
    options.rank = static_cast<int>(options.start->u.cols());
    if (!arguments.method.loss_auto) return {};
  }
  TuneOptions tuning{.rank = options.rank,
                     .knobs = {.loss = arguments.method.loss_auto},
                     .seed = options.seed,
                     .threads = options.threads,
                     .time_limit = options.time_limit / 2};  // as much for the fit itself
  tuning.on_sweep = [](const Progress&) {
    return InterruptWatch::requested() ? Action::stop : Action::proceed;
  };
  const auto begin = std::chrono::steady_clock::now();
  Tuned tuned = naming(arguments.files.input, [&] { return tune(*method, data, tuning); });
  method = std::move(tuned.method);
  options.rank = tuned.rank;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  options.time_limit = std::max(options.time_limit - spent.count(), 0.0);
  return tuned.why;
}

int fit(FitArguments arguments) {
  auto method = configured_method(arguments.method);
  complete(arguments);
  FitOptions& options = arguments.options;
  const auto [data, peak] = read_data(arguments.files);

  // From here on there is something to lose: the first Ctrl-C ends the fit, not the program.
  const InterruptWatch interrupt;
  const auto begin = std::chrono::steady_clock::now();
  const std::string chosen = choose(method, data, arguments);
  Result result;
  {
    ProgressLine line(!arguments.quiet, options, method->stop_defaults());
    options.on_sweep = [&](const Progress& progress) {
      line.show(progress);
      return InterruptWatch::requested() ? Action::stop : Action::proceed;
    };
    result = fit_naming(*method, data, arguments);
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  io::Model model = io::make_model(result, *method);
  model.peak = peak;
  model.chosen = chosen;
  io::write_model(arguments.output, model);
  if (arguments.json) std::cout << summary(result, options, seconds, chosen).dump() << "\n";
  if (!arguments.quiet && !chosen.empty()) std::cerr << "chosen: " << chosen << "\n";
  if (!arguments.quiet) print_notes(result, seconds, arguments);
  if (InterruptWatch::requested()) return interrupted;
  const std::string fault = fault_of(result, arguments.strict);
  if (fault.empty()) return ok;
  complain(file_name(arguments.files.input) + ": " + fault);
  return result.status == Status::numerical_issue ? failure : not_converged;
}

}  // namespace

void add_fit(CLI::App& app, Outcome& outcome) {
  CLI::App& command = *app.add_subcommand("fit", "factorise a matrix or picture into a model");
  const auto arguments = std::make_shared<FitArguments>();
  FitArguments& a = *arguments;
  add_data_files(command, a.files);
  add_rank(command, a.method);
  add_file(
      command, "-o,--output", a.output,
      "model file, .npz; - for standard output [the name of the input with .npz, in this folder]");
  add_file(command, "--start", a.start, "npz with u and v to start from");
  add_number<double>(command, "--tolerance", a.options.tolerance,
                     "when to stop [grmf: 1e-5; see grmf methods NAME]");
  add_number<int>(command, "--max-sweeps,--max_sweeps", a.options.max_sweeps,
                  "sweep cap [grmf: 500; see grmf methods NAME]");
  add_number<double>(command, "--time-limit,--time_limit", a.options.time_limit, "seconds");
  command.add_option("--stop", a.stop, "certified, decrease or steps")->type_name("NAME");
  add_number<double>(command, "--delta-u,--delta_u", a.options.delta_u, "for --stop steps [1e-6]");
  add_number<double>(command, "--delta-v,--delta_v", a.options.delta_v, "for --stop steps [1e-6]");
  add_number<int>(command, "--acceleration", a.options.acceleration,
                  "past sweeps to extrapolate from [5]");
  add_number<std::uint64_t>(command, "--seed", a.options.seed, "of everything random [0]");
  add_number<int>(command, "--threads", a.options.threads, "0: one per core [0]");
  command.add_flag("--json", a.json, "print one JSON object about the fit on standard output");
  command.add_flag("-q,--quiet", a.quiet, "no progress and no notes");
  command.add_flag("--strict", a.strict, "exit with 4 when the fit did not converge");
  add_method_arguments(command, a.method);
  command.callback([arguments, &outcome] { outcome.exit_code = fit(*arguments); });
}

}  // namespace grmf::cli
