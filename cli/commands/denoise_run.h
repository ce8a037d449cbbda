#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "commands/fit_run.h"
#include "grmf/measures.h"

namespace grmf::cli {

/// What the command line says about pictures to be denoised.
struct DenoiseArguments {
  FitArguments fit;
  std::optional<std::filesystem::path> truth;  ///< the clean picture, or the folder of many
  std::vector<double> mask_values;
  bool together = false;  ///< one fit for all channels, side by side
};

/// The files of one picture.
struct DenoiseFiles {
  std::filesystem::path input;
  std::filesystem::path output;
  std::optional<std::filesystem::path> truth;
};

/// What became of a picture.
struct Denoised {
  std::vector<Matrix> channels;
  double peak = 0.0;         ///< the value of white; 0 where the picture does not tell
  std::vector<Fitted> fits;  ///< one for all channels, or one for each
  double masked = 0.0;       ///< share of the pixels that --mask-values takes out
  std::optional<Score> score;
  std::vector<std::string> notes;  ///< what the user should know about the files
  std::vector<std::string> warnings;
};

/// Throws Error, before any work is done, for an output that cannot be written or would replace a
/// file that is read.
void check_denoise_output(const DenoiseArguments& arguments, const DenoiseFiles& files);

/// Throws Error for an output that would replace a file that is read.
void refuse_replacing(const DenoiseFiles& files);

/// Reads and fits a picture. Ctrl-C cuts it short while an InterruptWatch lives; the result may
/// then have no channels.
Denoised denoise_picture(const DenoiseArguments& arguments, const DenoiseFiles& files);

void write_denoised(const DenoiseArguments& arguments, const Denoised& picture,
                    const std::filesystem::path& output);

/// What stands before a note on a fit: "red: " and so on where every channel has a fit of its own.
std::string before_note(const Denoised& picture, std::size_t fit);

/// The size in words: "160 x 160 x 3".
std::string shape_of(const std::vector<Matrix>& channels);

}  // namespace grmf::cli
