#include "commands/denoise_run.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "commands/file_arguments.h"
#include "commands/score_output.h"
#include "grmf/error.h"
#include "image/channels.h"
#include "image/saturation.h"
#include "io/image_file.h"
#include "io/sink.h"
#include "report/text.h"
#include "terminal/file_name.h"
#include "terminal/interrupt.h"

namespace grmf::cli {
namespace {

namespace fs = std::filesystem;

std::optional<io::Format> format_of_output(const DenoiseArguments& arguments,
                                           const fs::path& output) {
  return unless_named(output, arguments.fit.files.format);
}

constexpr std::array<std::string_view, 3> channel_names = {"red", "green", "blue"};

std::string plain(double number) { return to_string(OptionValue(number)); }

/// Counts the pixels that --mask-values takes out, and warns of values that take out the wrong
/// ones.
void warn_of_mask(const io::Image& image, const std::vector<double>& values, Denoised& result) {
  constexpr double many = 0.1;
  Index count = 0;
  for (const auto& each : internal::saturated(image.channels, values)) {
    count += each.count;
    if (each.count == 0 && image.peak > 0 && each.value != 0 && each.value != image.peak) {
      result.warnings.push_back("no pixel is " + plain(each.value) +
                                ", of --mask-values; white of this picture is " +
                                plain(image.peak));
    }
    if (each.of_picture >= many) {
      result.warnings.push_back(
          "about " + report::percent(each.of_picture) + " of the pixels that are " +
          plain(each.value) +
          " lie together as those of a region do, and may belong to the picture; --mask-values "
          "takes them out too; leave out " +
          plain(each.value) + " to keep them");
    }
  }
  const auto pixels = image.channels.front().size() * std::ssize(image.channels);
  result.masked = static_cast<double>(count) / static_cast<double>(pixels);
}

io::Image read_truth(const fs::path& path, const DenoiseArguments& arguments,
                     const io::Image& image) {
  io::Image truth = io::read_image(path, unless_named(path, arguments.fit.files.format));
  if (shape_of(truth.channels) == shape_of(image.channels)) return truth;
  throw Error(ErrorCode::invalid_data, file_name(path) + ": is " + shape_of(truth.channels) +
                                           ", the picture " + shape_of(image.channels) +
                                           "; the shapes must be equal");
}

/// The score of what the file will hold, rounded and cut: what grmf score would tell of it.
Score score_of(const io::Image& truth, const Denoised& picture, io::Format format) {
  std::vector<Matrix> written = io::as_written(picture.channels, format, picture.peak);
  for (Matrix& channel : written) match_white(truth.peak, picture.peak, channel);
  return score(truth.channels, written, truth.peak > 0 ? truth.peak : picture.peak);
}

bool has_warning(const Fitted& fitted, const std::string& warning) {
  return std::ranges::find(fitted.result.warnings, warning) != fitted.result.warnings.end();
}

/// Adds the warnings of the fits, once those that all of them have, and the others with the name of
/// their channel.
void take_warnings(Denoised& result) {
  for (std::size_t k = 0; k < result.fits.size(); ++k) {
    for (const std::string& warning : result.fits[k].result.warnings) {
      const bool of_all = std::ranges::all_of(
          result.fits, [&](const Fitted& fitted) { return has_warning(fitted, warning); });
      if (of_all && k > 0) continue;
      result.warnings.push_back((of_all ? "" : before_note(result, k)) + warning);
    }
  }
}

/// Names for the columns of channels side by side: "red 0", "red 1", ...
Names names_side_by_side(Index columns) {
  Names names;
  for (const std::string_view channel : channel_names) {
    for (Index j = 0; j < columns; ++j)
      names.columns.push_back(std::string(channel) + " " + std::to_string(j));
  }
  return names;
}

/// Fits the matrices one after the other, and adds the fits and their reconstructions to the
/// result. The time limit is for all of them.
void fit_parts(FitArguments arguments, std::vector<Matrix> parts, const Names& names,
               Denoised& result) {
  const double limit = arguments.options.time_limit;
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t k = 0; k < parts.size() && !InterruptWatch::requested(); ++k) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    arguments.options.time_limit =
        std::max(limit - spent.count(), 0.0) / static_cast<double>(parts.size() - k);
    FitData data{Data(std::move(parts[k])), result.peak};
    data.data.set_names(names);
    result.fits.push_back(fit_input(arguments, configured_method(arguments.method), data));
    result.channels.push_back(result.fits.back().result.reconstruct());
  }
  take_warnings(result);
}

Denoised denoise_image(const DenoiseArguments& arguments, const DenoiseFiles& files,
                       io::Image image) {
  const io::Format format =
      io::image_format(files.output, format_of_output(arguments, files.output));
  const Index count = std::ssize(image.channels);
  io::check_channels(files.output.string(), format, image.channels.size());
  std::optional<io::Image> truth;
  if (files.truth) truth = read_truth(*files.truth, arguments, image);

  Denoised result;
  result.peak = image.peak;
  result.notes = image.notes;
  if (truth) result.notes.insert(result.notes.end(), truth->notes.begin(), truth->notes.end());
  if (!arguments.mask_values.empty()) {
    warn_of_mask(image, arguments.mask_values, result);
    for (Matrix& channel : image.channels) internal::take_out(channel, arguments.mask_values);
  }
  const bool together = arguments.together && image.channels.size() == channel_names.size();
  Names names;
  if (together) {
    names = names_side_by_side(image.channels.front().cols());
    std::vector<Matrix> joined;
    joined.push_back(internal::side_by_side(image.channels));
    image.channels = std::move(joined);
  }
  fit_parts(arguments.fit, std::move(image.channels), names, result);
  if (InterruptWatch::requested()) return result;
  if (together) result.channels = internal::taken_apart(result.channels.front(), count);
  if (truth) {
    result.score = naming(*files.truth, [&] { return score_of(*truth, result, format); });
  }
  return result;
}

}  // namespace

std::string before_note(const Denoised& picture, std::size_t fit) {
  if (picture.fits.size() != channel_names.size()) return {};
  return std::string(channel_names.at(fit)) + ": ";
}

std::string shape_of(const std::vector<Matrix>& channels) {
  const Matrix& first = channels.front();
  const std::string plane = std::to_string(first.rows()) + " x " + std::to_string(first.cols());
  return channels.size() == 1 ? plane : plane + " x " + std::to_string(channels.size());
}

void check_denoise_output(const DenoiseArguments& arguments, const DenoiseFiles& files) {
  io::image_format(files.output, format_of_output(arguments, files.output));
  io::check_writable(files.output);
  if (io::is_standard_output(files.output) && ::isatty(STDOUT_FILENO) != 0) {
    throw Error(ErrorCode::unwritable,
                "standard output: is a terminal; a picture is no text; give it a name with -o, or "
                "send it to a file or program");
  }
  refuse_replacing(files);
}

void refuse_replacing(const DenoiseFiles& files) {
  std::error_code ignored;  // what cannot be asked is not the same file
  if (!fs::is_regular_file(files.output, ignored)) return;
  for (const auto& file : {std::optional(files.input), files.truth}) {
    if (!file || !fs::equivalent(*file, files.output, ignored)) continue;
    throw Error(ErrorCode::unwritable, files.output.string() +
                                           ": is what is read; the result would replace it; choose "
                                           "another name with -o");
  }
}

Denoised denoise_picture(const DenoiseArguments& arguments, const DenoiseFiles& files) {
  io::Image image =
      io::read_image(files.input, unless_named(files.input, arguments.fit.files.format));
  return naming_input(files.input,
                      [&] { return denoise_image(arguments, files, std::move(image)); });
}

void write_denoised(const DenoiseArguments& arguments, const Denoised& picture,
                    const fs::path& output) {
  io::write_image(output, picture.channels, format_of_output(arguments, output), picture.peak);
}

}  // namespace grmf::cli
