#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

#include <nlohmann/json.hpp>

#include "common.h"
#include "grmf/grmf.h"
#include "interrupt.h"
#include "io/matrix_file.h"
#include "io/model_file.h"
#include "io/sink.h"
#include "progress.h"

namespace grmf::cli {
namespace {

struct FitArguments {
  std::filesystem::path input;
  std::optional<io::Format> format;
  std::filesystem::path output;
  std::optional<std::filesystem::path> mask;
  std::optional<std::filesystem::path> weights;
  std::optional<std::filesystem::path> start;
  std::string method = "grmf";
  std::string preset;
  std::string stop;
  std::vector<std::pair<std::string, std::string>> settings;  ///< option name and text, as given
  std::optional<int> rank;
  FitOptions options;
  bool json = false;
  bool quiet = false;
  bool strict = false;
};

/// Every option of every method, in the order of the tables; the methods agree on what a name means.
std::vector<OptionSpec> all_options() {
  std::vector<OptionSpec> specs;
  for (const std::string_view name : method_names()) {
    for (const OptionSpec& spec : make_method(name)->options()) {
      const bool known = std::any_of(specs.begin(), specs.end(), [&](const OptionSpec& earlier) {
        return earlier.name == spec.name;
      });
      if (!known) specs.push_back(spec);
    }
  }
  return specs;
}

std::string describe(const OptionSpec& spec) {
  std::string text = spec.help;
  for (std::size_t k = 0; k < spec.choices.size(); ++k) {
    text += (k == 0 ? " {" : ",") + spec.choices[k];
  }
  if (!spec.choices.empty()) text += "}";
  return text + " [" + to_string(spec.default_value) + "]";
}

void add_method_flags(CLI::App& command, FitArguments& arguments) {
  for (const OptionSpec& spec : all_options()) {
    const std::string& name = spec.name;
    if (name == "preset") continue;  // a flag of its own: it comes before all others
    std::string flag = "--" + kebab(name);
    if (kebab(name) != name) flag += ",--" + name;
    command
        .add_option_function<std::string>(
            flag,
            [&arguments, option = name](const std::string& text) {
              arguments.settings.emplace_back(option, text);
            },
            describe(spec))
        ->group("Options of the method")
        ->type_name(spec.kind == OptionKind::choice ? "NAME" : "NUMBER");
  }
}

void set_from_text(Method& method, const std::string& name, const std::string& text) {
  std::string option = name;
  std::replace(option.begin(), option.end(), '-', '_');
  const auto specs = method.options();
  const auto spec = std::find_if(specs.begin(), specs.end(), [&](const OptionSpec& candidate) {
    return candidate.name == option;
  });
  // An option this method does not have: its own message lists those it has.
  method.set(option, spec == specs.end() ? OptionValue(text) : parse_value(*spec, text));
}

StopRule stop_named(const std::string& name) {
  if (name == "certified") return StopRule::certified;
  if (name == "decrease") return StopRule::decrease;
  if (name == "steps") return StopRule::steps;
  throw Error(ErrorCode::unknown_name,
              "--stop is '" + name + "'; it must be certified, decrease or steps");
}

std::unique_ptr<Method> configured_method(const FitArguments& arguments) {
  auto method = make_method(arguments.method);
  if (!arguments.preset.empty()) method->set("preset", arguments.preset);
  for (const auto& [name, text] : arguments.settings) set_from_text(*method, name, text);
  return method;
}

/// A matrix that says something about every entry of the data.
Matrix read_companion(const std::filesystem::path& path, const Matrix& y) {
  Matrix companion = io::read_matrix(path);
  if (companion.rows() != y.rows() || companion.cols() != y.cols()) {
    const auto shape = [](const Matrix& m) {
      return std::to_string(m.rows()) + " x " + std::to_string(m.cols());
    };
    throw Error(ErrorCode::invalid_data, path.string() + ": is " + shape(companion) +
                                             ", the data " + shape(y) +
                                             "; the shapes must be equal");
  }
  return companion;
}

Data read_data(const FitArguments& arguments) {
  Matrix y = io::read_matrix(arguments.input, arguments.format);
  if (!arguments.mask && !arguments.weights) {
    return naming(arguments.input, [&] { return Data(std::move(y)); });
  }
  Matrix weights(y.rows(), y.cols(), 1.0);
  if (arguments.weights) weights = read_companion(*arguments.weights, y);
  if (arguments.mask) {
    const Matrix mask = read_companion(*arguments.mask, y);
    for (Index k = 0; k < mask.size(); ++k) {
      if (mask.data()[k] == 0) weights.data()[k] = 0.0;
    }
  }
  return naming(arguments.input, [&] { return Data(std::move(y), std::move(weights)); });
}

/// photo.png -> photo.npz, table.csv.gz -> table.npz, in the folder where the program runs.
std::filesystem::path model_name(const std::filesystem::path& input) {
  if (input == "-") return input;
  std::filesystem::path stem = input.stem();
  if (input.extension() == ".gz") stem = stem.stem();
  return stem.string() + ".npz";
}

nlohmann::ordered_json summary(const Result& result, const FitOptions& options, double seconds) {
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
          {"warnings", result.warnings}};
}

void print_notes(const Result& result, double seconds, const std::filesystem::path& output) {
  std::cerr << result.method << ", " << result.u.rows() << " x " << result.v.rows() << ", rank "
            << result.u.cols() << ": " << result.message << " (" << brief(seconds) << " s)\n"
            << "objective " << brief(result.objective) << ", certificate "
            << brief(result.certificate) << "; " << brief(result.groups().mean)
            << " distinct values in a row, " << brief(100 * result.sparsity()) << " % zeros, "
            << brief(100 * result.tied()) << " % of the values saved\n";
  for (const std::string& warning : result.warnings) std::cerr << "warning: " << warning << "\n";
  if (output != "-") std::cerr << "wrote " << output.string() << "\n";
}

int fit(FitArguments arguments) {
  const auto method = configured_method(arguments);
  FitOptions& options = arguments.options;
  if (!arguments.rank) {
    throw Error(ErrorCode::wrong_kind,
                "the rank is missing; say how many columns U and V have with -r N");
  }
  options.rank = *arguments.rank;
  if (!arguments.stop.empty()) options.stop = stop_named(arguments.stop);
  if (arguments.start) options.start = io::read_start(*arguments.start);
  if (options.threads == 0) options.threads = std::max(1U, std::thread::hardware_concurrency());
  if (arguments.output.empty()) arguments.output = model_name(arguments.input);
  if (arguments.json && arguments.output == "-") {
    throw Error(ErrorCode::unknown_name,
                "--json and the model both want standard output; give the model a name with -o");
  }
  io::check_writable(arguments.output);
  const Data data = read_data(arguments);

  // From here on there is something to lose: the first Ctrl-C ends the fit, not the program.
  const InterruptWatch interrupt;
  const auto begin = std::chrono::steady_clock::now();
  Result result;
  {
    ProgressLine line(!arguments.quiet, options.tolerance.value_or(1e-5),
                      options.max_sweeps.value_or(500));
    options.on_sweep = [&](const Progress& progress) {
      line.show(progress);
      return InterruptWatch::requested() ? Action::stop : Action::proceed;
    };
    result = method->fit(data, options);
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  io::write_model(arguments.output, io::make_model(result, *method));
  if (arguments.json) std::cout << summary(result, options, seconds).dump() << "\n";
  if (!arguments.quiet) print_notes(result, seconds, arguments.output);
  if (InterruptWatch::requested()) return interrupted;
  if (result.status == Status::numerical_issue) {
    std::cerr << "grmf: " << result.message << "\n";
    return failure;
  }
  return arguments.strict && result.status != Status::converged ? not_converged : ok;
}

}  // namespace

void add_fit(CLI::App& app, Outcome& outcome) {
  CLI::App& command = *app.add_subcommand("fit", "factorise a matrix or picture into a model");
  const auto arguments = std::make_shared<FitArguments>();
  FitArguments& a = *arguments;
  add_file(command, "input", a.input, "npy, csv, tsv, png, pgm or tiff file; - for standard input")
      ->required();
  // Not required() here: a misspelt --rank should be told as that, not as a missing one.
  add_number<int>(command, "-r,--rank", a.rank, "number of columns of U and V; required");
  command.add_option("-m,--method", a.method, "see grmf methods [grmf]")->type_name("NAME");
  add_file(command, "-o,--output", a.output, "model file, .npz; - for standard output");
  add_format(command, a.format, "format of the input, where its name does not tell");
  add_file(command, "--mask", a.mask, "matrix file of the shape of the input; 0 = missing");
  add_file(command, "--weights", a.weights, "matrix file: how much an entry counts");
  add_file(command, "--start", a.start, "npz with u and v to start from");
  command.add_option("--preset", a.preset, "standard, or published: what the paper ran")
      ->type_name("NAME");
  command
      .add_option_function<std::vector<std::string>>(
          "--set",
          [&a](const std::vector<std::string>& pairs) {
            for (const std::string& pair : pairs) {
              const std::size_t equals = pair.find('=');
              if (equals == std::string::npos) {
                throw Error(ErrorCode::wrong_kind, "--set takes name=value, not '" + pair + "'");
              }
              a.settings.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
            }
          },
          "an option of the method, as name=value")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("NAME=VALUE");
  add_number<double>(command, "--tolerance", a.options.tolerance,
                     "when to stop [1e-5; published: 1e-7]");
  add_number<int>(command, "--max-sweeps,--max_sweeps", a.options.max_sweeps,
                  "sweep cap [500; published: 5000]");
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
  add_method_flags(command, a);
  command.callback([arguments, &outcome] { outcome.exit_code = fit(*arguments); });
}

}  // namespace grmf::cli
