#include <iomanip>
#include <iostream>
#include <sstream>

#include "commands/commands.h"
#include "commands/fit_data.h"
#include "commands/json_output.h"
#include "commands/method_arguments.h"
#include "commands/scale.h"
#include "grmf/tune.h"
#include "report/svg.h"
#include "report/text.h"
#include "report/tune_picture.h"
#include "terminal/exit_code.h"
#include "terminal/file_name.h"
#include "terminal/interrupt.h"
#include "terminal/messages.h"

namespace grmf::cli {
namespace {

struct TuneArguments {
  DataFiles files;
  MethodArguments method;
  std::optional<ScaleBy> scale;
  double held_out = 0.1;
  std::uint64_t seed = 0;
  int threads = 0;
  std::optional<std::filesystem::path> picture;
  bool json = false;
  bool quiet = false;
};

/// What the command line does not set is chosen by the data.
Knobs open_knobs(const MethodArguments& arguments) {
  const bool grouped = given(arguments, "lambda1") || given(arguments, "lambda2") ||
                       given(arguments, "tau1") || given(arguments, "tau2");
  const bool published = arguments.preset == "published";
  return {.loss = !published,  // where the loss is auto
          .ridge = !given(arguments, "lambda3") && !published,
          .grouping = !grouped && !published};
}

std::string settings_of(const Trial& trial) {
  std::string text;
  for (const auto& [name, value] : trial.settings) {
    const auto* number = std::get_if<double>(&value);
    text += (text.empty() ? "" : " ") + name + "=" +
            (number ? report::brief(*number) : to_string(value));
  }
  return text;
}

std::string fixed(double value, int digits) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << value;
  return text.str();
}

void print_table(const Tuned& tuned) {
  std::cout << "  rank    score  +- above best  free values  settings\n";
  for (std::size_t k = 0; k < tuned.trials.size(); ++k) {
    const Trial& trial = tuned.trials[k];
    std::cout << (k == tuned.chosen ? "* " : "  ") << std::setw(4) << trial.rank << std::setw(9)
              << fixed(trial.score, 5) << std::setw(15) << fixed(trial.standard_error, 5)
              << std::setw(13) << fixed(trial.free_values, 0) << "  " << settings_of(trial) << "\n";
  }
  std::cout << "chosen: " << tuned.why << "\n";
}

int tune_and_print(const TuneArguments& arguments) {
  const auto method = configured_method(arguments.method);
  if (arguments.picture) report::check_svg_output(*arguments.picture);
  const FitData input = read_data(arguments.files);
  if (!arguments.quiet) tell_notes(input.notes);
  if (!arguments.quiet) tell_notes(size_notes(input.data, input.peak, arguments.scale));
  const Data data =
      input.data.divided(robust_sizes(input.data, arguments.scale.value_or(ScaleBy::none)));
  const InterruptWatch interrupt;
  TuneOptions options{.rank = rank_or_auto(arguments.method),
                      .knobs = open_knobs(arguments.method),
                      .held_out = arguments.held_out,
                      .seed = arguments.seed,
                      .threads = arguments.threads};
  options.on_trial = [&](const Trial& trial) {
    if (!arguments.quiet) {
      std::cerr << "rank " << trial.rank << ", score " << fixed(trial.score, 5) << "  "
                << settings_of(trial) << "\n";
    }
    return Action::proceed;
  };
  options.on_sweep = [](const Progress&) {
    return InterruptWatch::requested() ? Action::stop : Action::proceed;
  };
  const Tuned tuned =
      naming_input(arguments.files.input, [&] { return tune(*method, data, options); });
  if (arguments.picture) {
    report::write_svg(*arguments.picture,
                      report::tune_picture(tuned, *method, "Error of the entries held out"));
  }
  if (arguments.json) {
    std::cout << as_json(tuned) << "\n";
  } else {
    print_table(tuned);
  }
  return InterruptWatch::requested() ? interrupted : ok;
}

}  // namespace

void add_tune(Program& program) {
  Command command = program.command("tune", "choose rank and options by entries that are held out");
  const auto arguments = std::make_shared<TuneArguments>();
  TuneArguments& a = *arguments;
  add_data_files(command, a.files);
  add_scale(command, a.scale);
  add_rank(command, a.method);
  command.file("-o,--output", a.picture, "draw the scores: an svg file");
  command.number("--held-out", a.held_out, "share of the entries held out [0.1]");
  command.number("--seed", a.seed, "of everything random [0]");
  command.number("--threads", a.threads, "0: one per core [0]");
  command.flag("--json", a.json, "print one JSON object on standard output");
  command.flag("-q,--quiet", a.quiet, "no progress");
  add_method_arguments(command, a.method);
  command.runs([arguments] { return tune_and_print(*arguments); });
}

}  // namespace grmf::cli
