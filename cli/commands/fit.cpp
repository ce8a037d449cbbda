#include <iostream>

#include "commands/batch_files.h"
#include "commands/commands.h"
#include "commands/fit_batch.h"
#include "commands/fit_run.h"
#include "commands/json_output.h"
#include "commands/model_output.h"
#include "commands/scale.h"
#include "commands/start_options.h"
#include "grmf/error.h"
#include "io/sink.h"
#include "report/text.h"
#include "terminal/exit_code.h"
#include "terminal/file_name.h"
#include "terminal/interrupt.h"
#include "terminal/messages.h"

namespace grmf::cli {
namespace {

using report::brief;
using report::percent;

void print_notes(const Fitted& fitted, const FitArguments& arguments) {
  const Result& result = fitted.result;
  if (!arguments.start_note.empty()) std::cerr << printable(arguments.start_note) << "\n";
  if (!fitted.chosen.empty()) std::cerr << "chosen: " << fitted.chosen << "\n";
  const bool told = !fault_of(result, arguments.strict).empty();
  std::cerr << result.method << ", " << result.u.rows() << " x " << result.v.rows() << ", rank "
            << result.u.cols() << ": " << (told ? to_string(result.status) : ending_of(result))
            << " (" << brief(fitted.seconds) << " s)\n"
            << "objective " << brief(result.objective) << ", certificate "
            << brief(result.certificate) << "; " << brief(result.groups().mean)
            << " distinct values in a row, " << percent(result.sparsity()) << " zeros, "
            << percent(result.tied()) << " of the values saved\n";
  if (result.evidence) std::cerr << report::said_of(*result.evidence) << "\n";
  for (const std::string& warning : result.warnings) complain("warning: " + warning);
  if (!io::is_standard_output(arguments.output)) {
    std::cerr << "wrote " << printable(arguments.output.string()) << "\n";
  }
}

/// Fills in what the flags leave open, and throws Error for what can be refused before the data are
/// read.
void complete(FitArguments& arguments) {
  complete_options(arguments);
  arguments.files.input = arguments.inputs.front();
  if (arguments.output.empty()) arguments.output = model_name(arguments.files.input);
  check_model_output(arguments.output, arguments.files);
  if (arguments.json && io::is_standard_output(arguments.output)) {
    throw Error(ErrorCode::unknown_name,
                "--json and the model both want standard output; give the model a name with -o");
  }
  take_start(arguments);
}

int fit(FitArguments arguments) {
  if (is_batch(arguments.inputs)) return fit_batch(std::move(arguments));
  configured_method(arguments.method);  // throws for options that it refuses
  complete(arguments);
  auto method = configured_method(arguments.method);
  const FitData input = read_data(arguments.files);
  if (!arguments.quiet) tell_notes(input.notes);
  if (!arguments.quiet) tell_notes(size_notes(input.data, input.peak, arguments.scale));

  // From here on there is something to lose: the first Ctrl-C ends the fit, not the program.
  const InterruptWatch interrupt;
  const Fitted fitted = naming_input(
      arguments.files.input, [&] { return fit_input(arguments, std::move(method), input); });
  write_model_of(fitted, arguments.output);
  if (arguments.json) std::cout << as_json(fitted) << "\n";
  if (!arguments.quiet) print_notes(fitted, arguments);
  if (InterruptWatch::requested()) return interrupted;
  const std::string fault = fault_of(fitted.result, arguments.strict);
  if (fault.empty()) return ok;
  complain(file_name(arguments.files.input) + ": " + fault);
  return exit_code_of_fault(fitted.result);
}

}  // namespace

void add_fit(Program& program) {
  Command command = program.command("fit", "factorise matrices or pictures, each into a model");
  const auto arguments = std::make_shared<FitArguments>();
  FitArguments& a = *arguments;
  command
      .files("input", a.inputs, input_help() + "; several of them, or a folder, give a model each")
      .required();
  add_data_flags(command, a.files);
  command.file(
      "-o,--output", a.output,
      "model file, .npz; - for standard output; of several inputs the folder of the models [the "
      "name of the input with .npz, in this folder]");
  command.file(
      "--start", a.start,
      "npz with u and v to start from; of a model of the same method the options are taken too");
  add_scale(command, a.scale);
  add_fit_flags(command, a);
  command.runs([arguments] { return fit(*arguments); });
}

}  // namespace grmf::cli
