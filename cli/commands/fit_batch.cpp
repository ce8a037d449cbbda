#include "commands/fit_batch.h"

#include <iostream>
#include <utility>

#include "commands/batch_files.h"
#include "commands/batch_run.h"
#include "commands/json_output.h"
#include "commands/model_output.h"
#include "commands/scale.h"
#include "commands/start_options.h"
#include "grmf/io/format.h"
#include "io/folder.h"
#include "terminal/file_name.h"
#include "terminal/messages.h"

namespace grmf::cli {
namespace {

void refuse_shared_standard_input(const DataFiles& files) {
  if (files.mask == "-") refuse_standard_input("--mask");
  if (files.weights == "-") refuse_standard_input("--weights");
}

BatchResult fit_one(const FitArguments& arguments, const BatchFile& file, int threads) {
  FitArguments own = arguments;
  own.files.input = file.input;
  own.options.threads = threads;
  own.quiet = true;  // there is one line of progress for all inputs
  naming_input(file.input, [&] { check_model_output(file.output, own.files); });
  FitData data = read_data(own.files);
  for (std::string& note : size_notes(data.data, data.peak, arguments.scale))
    data.notes.push_back(file_name(file.input) + ": " + std::move(note));
  // Shared: a std::function must be copyable, and a fit is not.
  const auto fitted = std::make_shared<const Fitted>(naming_input(file.input, [&] {
    return fit_input(std::move(own), configured_method(arguments.method), data);
  }));
  const Result& result = fitted->result;
  return {.write = [fitted, file] { write_model_of(*fitted, file.output); },
          .json = arguments.json ? as_json(file, *fitted) : "",
          .note = std::to_string(result.u.rows()) + " x " + std::to_string(result.v.rows()) + ", " +
                  short_note(*fitted),
          .data = {},
          .notes = data.notes,
          .warnings = result.warnings,
          .fault = fault_of(result, arguments.strict),
          .exit_code = exit_code_of_fault(result)};
}

}  // namespace

int fit_batch(FitArguments arguments) {
  configured_method(arguments.method);  // throws for options that it refuses
  complete_options(arguments);
  refuse_shared_standard_input(arguments.files);
  // Where --format is given, no name needs to tell it.
  const auto takes = [any = arguments.files.format.has_value()](const std::filesystem::path& file) {
    return any || io::is_data_file(file);
  };
  const BatchFiles found = batch_files(
      arguments.inputs, arguments.output,
      {.outputs = "models", .such_as = ".png or .csv", .takes = takes, .name_of = model_name});
  arguments.inputs.clear();  // every fit has a copy of the arguments
  take_start(arguments);
  make_output_folder(arguments.output);
  if (!arguments.quiet && !arguments.start_note.empty())
    std::cerr << printable(arguments.start_note) << "\n";
  return run_batch(
      found,
      {.threads = arguments.options.threads,
       .json = arguments.json,
       .quiet = arguments.quiet,
       .words = {.outputs = "models", .done = "fitted", .left_out = "format"}},
      [&](const BatchFile& file, int threads) { return fit_one(arguments, file, threads); });
}

}  // namespace grmf::cli
