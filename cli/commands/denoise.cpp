#include <algorithm>
#include <iostream>
#include <memory>
#include <system_error>
#include <utility>

#include "commands/batch_run.h"
#include "commands/commands.h"
#include "commands/denoise_run.h"
#include "commands/file_arguments.h"
#include "commands/json_output.h"
#include "commands/score_output.h"
#include "grmf/error.h"
#include "io/format_table.h"
#include "io/sink.h"
#include "terminal/exit_code.h"
#include "terminal/file_name.h"
#include "terminal/interrupt.h"
#include "terminal/lists.h"
#include "terminal/messages.h"
#include "terminal/parse_number.h"

namespace grmf::cli {
namespace {

namespace fs = std::filesystem;

/// The first fault of the fits and its exit code; the fault is empty where there is none.
std::pair<std::string, int> first_fault(const Denoised& picture, bool strict) {
  for (const Fitted& fitted : picture.fits) {
    const std::string fault = fault_of(fitted.result, strict);
    if (!fault.empty()) return {fault, exit_code_of_fault(fitted.result)};
  }
  return {"", ok};
}

void print_notes(const Denoised& picture, const fs::path& output) {
  for (std::size_t k = 0; k < picture.fits.size(); ++k) {
    const Fitted& fitted = picture.fits[k];
    const std::string name = before_note(picture, k);
    if (!fitted.chosen.empty()) std::cerr << name << "chosen: " << fitted.chosen << "\n";
    std::cerr << name << fitted.result.method << ", " << shape_of(picture.channels) << ", "
              << short_note(fitted) << "\n";
  }
  tell_notes(picture.notes);
  for (const std::string& warning : picture.warnings) complain("warning: " + warning);
  if (!io::is_standard_output(output)) std::cerr << "wrote " << printable(output.string()) << "\n";
}

int denoise_one(DenoiseArguments arguments) {
  complete_options(arguments.fit);
  const FitArguments& fit = arguments.fit;
  const DenoiseFiles files{fit.inputs.front(), fit.output, arguments.truth};
  check_denoise_output(arguments, files);
  if ((fit.json || files.truth) && io::is_standard_output(files.output)) {
    throw Error(ErrorCode::unknown_name,
                std::string(fit.json ? "--json" : "--truth") +
                    " and the picture both want standard output; give the picture a name with -o");
  }
  const InterruptWatch interrupt;
  const Denoised picture = denoise_picture(arguments, files);
  if (InterruptWatch::requested()) {  // a fit cut short is no picture
    complain("stopped by Ctrl-C; nothing is written");
    return interrupted;
  }
  write_denoised(arguments, picture, files.output);
  if (fit.json) {
    std::cout << as_json({files.input, files.output}, picture) << "\n";
  } else if (picture.score) {
    std::cout << as_lines(*picture.score);
  }
  if (!fit.quiet) print_notes(picture, files.output);
  const auto [fault, code] = first_fault(picture, fit.strict);
  if (!fault.empty()) complain(file_name(files.input) + ": " + fault);
  return code;
}

DenoiseFiles files_of(const DenoiseArguments& arguments, const BatchFile& file) {
  DenoiseFiles files{file.input, file.output, {}};
  if (arguments.truth) files.truth = *arguments.truth / file.input.filename();
  return files;
}

BatchResult denoise_of_many(DenoiseArguments arguments, const BatchFile& file, int threads) {
  const DenoiseFiles files = files_of(arguments, file);
  naming_input(files.input, [&] { check_denoise_output(arguments, files); });
  arguments.fit.options.threads = threads;
  arguments.fit.quiet = true;  // there is one line of progress for all pictures
  const auto picture = std::make_shared<const Denoised>(denoise_picture(arguments, files));
  if (InterruptWatch::requested()) return {};
  std::string note = shape_of(picture->channels);
  for (std::size_t k = 0; k < picture->fits.size(); ++k)
    note += ", " + before_note(*picture, k) + short_note(picture->fits[k]);
  auto [fault, code] = first_fault(*picture, arguments.fit.strict);
  return {.write = [picture, arguments, file] { write_denoised(arguments, *picture, file.output); },
          .json = arguments.fit.json ? as_json(file, *picture) : "",
          .note = std::move(note),
          .data = picture->score ? as_one_line(*picture->score) : "",
          .notes = picture->notes,
          .warnings = picture->warnings,
          .fault = std::move(fault),
          .exit_code = code};
}

/// The name of what becomes of one of many pictures: its own, but for a jpeg, which is not written.
fs::path output_name(const fs::path& input, const FitArguments& fit) {
  const std::optional<io::Format> named = io::known_format(input);
  const bool jpeg = (named ? named : fit.files.format) == io::Format::jpeg;
  return jpeg ? input.filename().replace_extension(".png") : input.filename();
}

int denoise_batch(DenoiseArguments arguments) {
  complete_options(arguments.fit);
  FitArguments& fit = arguments.fit;
  std::error_code ignored;  // what cannot be asked is no folder
  if (arguments.truth && !fs::is_directory(*arguments.truth, ignored)) {
    throw Error(
        ErrorCode::unreadable,
        arguments.truth->string() +
            ": is no folder; of several pictures --truth is the folder of theirs, under the "
            "same names");
  }
  const auto takes = [any = fit.files.format.has_value()](const fs::path& file) {
    const auto format = io::known_format(file);
    return any || (format && io::is_picture(*format));
  };
  const BatchFiles found =
      batch_files(fit.inputs, fit.output,
                  {.outputs = "pictures",
                   .such_as = ".png or .tiff",
                   .takes = takes,
                   .name_of = [&](const fs::path& input) { return output_name(input, fit); }});
  for (const BatchFile& file : found.files) refuse_replacing(files_of(arguments, file));
  fit.inputs.clear();  // every picture has a copy of the arguments
  make_output_folder(fit.output);
  return run_batch(found,
                   {.threads = fit.options.threads,
                    .json = fit.json,
                    .quiet = fit.quiet,
                    .words = {.outputs = "pictures", .done = "denoised", .left_out = "picture"}},
                   [&](const BatchFile& file, int threads) {
                     return denoise_of_many(arguments, file, threads);
                   });
}

/// The values of --mask-values, "0,255", each once.
std::vector<double> parse_values(const std::string& text) {
  std::vector<double> values;
  for (const std::string& part : split(text)) {
    const auto value = parse_number<double>("--mask-values", part);
    if (std::ranges::find(values, value) == values.end()) values.push_back(value);
  }
  return values;
}

bool parse_together(const std::string& text) {
  if (text == "together") return true;
  if (text == "apart") return false;
  throw Error(ErrorCode::unknown_name,
              "--channels is '" + text + "'; it must be apart or together");
}

}  // namespace

void add_denoise(Program& program) {
  Command command = program.command("denoise", "take the noise out of pictures, grey or in colour");
  const auto arguments = std::make_shared<DenoiseArguments>();
  DenoiseArguments& a = *arguments;
  command
      .files("input", a.fit.inputs,
             io::picture_formats() + " file; several of them, or a folder, give a picture each")
      .required();
  add_format(command, a.fit.files.format, "format of the files, where a name does not tell");
  command
      .file("-o,--output", a.fit.output,
            "picture, or npy for numbers that are neither rounded nor cut; of several inputs the "
            "folder of the pictures, which keep their names; a jpeg becomes a png")
      .required();
  command.file(
      "--truth", a.truth,
      "the picture without noise, or the folder of them under the same names: tells how far "
      "the result is from it");
  command
      .parsed("--mask-values,--mask_values", a.mask_values, parse_values,
              "pixels of these values are missing, such as 0,255")
      .placeholder("LIST");
  command
      .parsed("--channels", a.together, parse_together,
              "of a colour picture: apart, a fit each, or together, side by side in one [apart]")
      .placeholder("NAME");
  add_fit_flags(command, a.fit);
  command.runs([arguments] {
    configured_method(arguments->fit.method);  // throws for options that it refuses
    return is_batch(arguments->fit.inputs) ? denoise_batch(*arguments) : denoise_one(*arguments);
  });
}

}  // namespace grmf::cli
