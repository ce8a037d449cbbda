#include <algorithm>
#include <iostream>
#include <utility>

#include "base/shown.h"
#include "commands/clean_run.h"
#include "commands/commands.h"
#include "commands/csv_line.h"
#include "commands/experiment_run.h"
#include "commands/fit_run.h"
#include "commands/json_output.h"
#include "commands/labels.h"
#include "commands/scale.h"
#include "grmf/error.h"
#include "grmf/io/matrix_file.h"
#include "grmf/io/model_file.h"
#include "io/sink.h"
#include "report/text.h"
#include "terminal/exit_code.h"
#include "terminal/file_name.h"
#include "terminal/interrupt.h"
#include "terminal/messages.h"
#include "terminal/text_table.h"

/// People with a table want it back, with its errors repaired and all else as it was.
namespace grmf::cli {
namespace {

namespace fs = std::filesystem;

struct CleanArguments {
  FitArguments fit;
  std::optional<fs::path> output;
  std::optional<fs::path> model;
  std::optional<fs::path> mark;
  double threshold = 4.0;
  bool dry_run = false;
};

/// Throws Error, before any work is done, for what cannot be written or would replace what is read.
void check_clean_outputs(const CleanArguments& arguments) {
  if (!arguments.output && !arguments.dry_run) {
    throw Error(ErrorCode::unknown_name,
                "clean needs -o FILE to write to, or --dry-run to show what it would replace");
  }
  std::vector<fs::path> outputs;
  if (arguments.output && !arguments.dry_run) outputs.push_back(*arguments.output);
  if (arguments.mark) outputs.push_back(*arguments.mark);
  const bool json = arguments.fit.json;
  if (std::count_if(outputs.begin(), outputs.end(), io::is_standard_output) + (json ? 1 : 0) > 1) {
    throw Error(ErrorCode::unknown_name,
                "more than one of the table, --mark and --json want standard output; give files");
  }
  std::vector<fs::path> read = {arguments.fit.files.input};
  for (const auto& file :
       {arguments.fit.files.mask, arguments.fit.files.weights, arguments.model}) {
    if (file) read.push_back(*file);
  }
  check_outputs(outputs, read);
}

/// Throws Error where --model is given together with what a fit needs.
void check_model_alone(const CleanArguments& arguments) {
  const MethodArguments& method = arguments.fit.method;
  if (!arguments.model) return;
  if (!method.rank && !arguments.fit.scale && method.settings.empty() && method.preset.empty())
    return;
  throw Error(ErrorCode::unknown_name,
              "--model takes the model as it is; leave out the rank, --scale and the options of a "
              "method, or --model");
}

/// Throws Error for a picture, and for an output whose name tells another format. Of an npz, which
/// is read but not written, an npy is made.
void check_format(const std::optional<fs::path>& output, io::Format format) {
  if (io::is_picture(format)) {
    throw Error(ErrorCode::wrong_kind,
                "is a picture; clean is for tables; grmf denoise repairs pictures");
  }
  if (!output || io::is_standard_output(*output)) return;
  const io::Format written = format == io::Format::npz ? io::Format::npy : format;
  const bool text = written != io::Format::npy;
  if (!io::ends_in_gz(*output) && io::known_format(*output).value_or(written) == written &&
      (text || io::known_format(*output)))
    return;
  throw Error(ErrorCode::unknown_name, "is " + std::string(io::to_string(format)) +
                                           ", and clean changes no format and packs nothing; name "
                                           "the output ." +
                                           std::string(io::to_string(written)));
}

/// Fits a model for the table. Returns the exit code of what went wrong, of which the user is told,
/// and the model where nothing did.
std::pair<int, io::Model> fitted_model(const CleanArguments& arguments, const FitData& input) {
  const FitArguments& fit = arguments.fit;
  if (!fit.quiet) tell_notes(size_notes(input.data, input.peak, fit.scale));
  const InterruptWatch interrupt;
  const Fitted fitted = fit_input(fit, configured_method(fit.method), input);
  if (InterruptWatch::requested()) {
    complain("stopped by Ctrl-C; nothing was written");
    return {interrupted, {}};
  }
  if (const std::string fault = fault_of(fitted.result, fit.strict); !fault.empty()) {
    complain(file_name(fit.files.input) + ": " + fault + "; nothing was written");
    return {exit_code_of_fault(fitted.result), {}};
  }
  if (fitted.result.status != Status::converged) {
    complain("warning: " + file_name(fit.files.input) + ": the fit did not converge (" +
             std::string(to_string(fitted.result.status)) +
             "), so that more may seem wrong than is; raise --max-sweeps, or see --scale");
  }
  if (!fit.quiet) {
    if (!fitted.chosen.empty()) std::cerr << "chosen: " << fitted.chosen << "\n";
    std::cerr << fitted.result.method << ", " << short_note(fitted) << "\n";
    for (const std::string& warning : fitted.result.warnings) complain("warning: " + warning);
  }
  return {ok, model_of(fitted)};
}

io::Model given_model(const fs::path& file, const FitData& input) {
  io::Model model = io::read_model(file);
  matched_names(model.names, input.data.names());
  return model;
}

void write_cleaned(const fs::path& output, const io::EditableInput& input) {
  if (!input.text) return io::write_matrix(output, input.input.values.widened());
  const std::string text = input.text->text();
  io::write_file(output, [&](io::Sink& sink) { sink.write(text); });
}

/// What is told of a replaced cell: row, column, old, new, and how far it was.
std::vector<std::string> fields_of(const Replaced& cell, const Names& names) {
  return {label_of(names.rows, cell.row), label_of(names.columns, cell.col), cell.before,
          cell.after, cell.sigmas ? report::rough(*cell.sigmas) : ""};
}

const std::vector<std::string> headings = {"row", "column", "old", "new", "sigmas"};

void write_mark(const fs::path& file, const Cleaned& cleaned, const Names& names) {
  std::string text = csv_line(headings);
  for (const Replaced& cell : cleaned.cells) text += csv_line(fields_of(cell, names));
  io::write_file(file, [&](io::Sink& sink) { sink.write(text); });
}

/// What --dry-run shows: every cell that would be replaced.
void print_cells(const Cleaned& cleaned, const Names& names) {
  if (cleaned.cells.empty()) return;
  std::vector<std::vector<std::string>> lines = {headings};
  for (const Replaced& cell : cleaned.cells) {
    lines.push_back(fields_of(cell, names));
    for (std::string& field : lines.back()) field = short_name(field);
  }
  std::cout << text_table(lines) << counting_note(names) << "\n";
}

void print_summary(const CleanArguments& arguments, const Cleaned& cleaned, const Data& data) {
  std::ostream& out = arguments.dry_run ? std::cout : std::cerr;
  out << internal::counted(cleaned.outliers, "outlier") << " and "
      << internal::counted(cleaned.gaps, "gap") << " of " << data.rows() * data.cols()
      << (arguments.dry_run ? " cells would be replaced\n" : " cells replaced\n");
  if (cleaned.gaps_left > 0) {
    out << internal::counted(cleaned.gaps_left, "gap")
        << " left, in rows or columns without data: nothing is known of them\n";
  }
  if (!arguments.dry_run && !io::is_standard_output(*arguments.output))
    out << "wrote " << printable(arguments.output->string()) << "\n";
}

int clean_table(CleanArguments arguments) {
  FitArguments& fit = arguments.fit;
  configured_method(fit.method);  // throws for options that it refuses
  complete_options(fit);
  check_model_alone(arguments);
  check_clean_outputs(arguments);
  io::EditableInput input = io::read_editable(fit.files.input, fit.files.format, fit.files.reading);
  naming_input(fit.files.input, [&] { check_format(arguments.output, input.input.format); });
  const FitData data = make_data(fit.files, input.input);
  if (!fit.quiet) tell_notes(data.notes);

  return naming_input(fit.files.input, [&] {
    auto [code, model] = arguments.model ? std::pair(int{ok}, given_model(*arguments.model, data))
                                         : fitted_model(arguments, data);
    if (code != ok) return code;
    const Cleaned cleaned =
        clean(input, data.data, model, arguments.threshold, fit.options.threads);
    const Names names = matched_names(model.names, data.data.names());
    if (!arguments.dry_run) write_cleaned(*arguments.output, input);
    if (arguments.mark) write_mark(*arguments.mark, cleaned, names);
    if (fit.json) {
      std::cout << as_json(cleaned, names) << "\n";
    } else {
      if (arguments.dry_run) print_cells(cleaned, names);
      if (!fit.quiet || arguments.dry_run) print_summary(arguments, cleaned, data.data);
    }
    return int{ok};
  });
}

}  // namespace

void add_clean(Program& program) {
  Command command = program.command(
      "clean", "replace the outliers and gaps of a table, and leave all else as it is");
  const auto arguments = std::make_shared<CleanArguments>();
  CleanArguments& a = *arguments;
  add_data_files(command, a.fit.files);
  command.file("-o,--output", a.output, "the cleaned table; - for standard output");
  command.file("--mark", a.mark,
               "csv file for what is replaced: row, column, old, new, and the sigmas between them");
  command.flag("--dry-run,--dry_run", a.dry_run, "show what would be replaced, and write no table");
  add_threshold(command, a.threshold);
  command.file("--model", a.model, "take this model of the table, and fit none");
  add_scale(command, a.fit.scale);
  add_fit_flags(command, a.fit);
  command.runs([arguments] { return clean_table(*arguments); });
}

}  // namespace grmf::cli
