#include "commands/commands.h"
#include "commands/file_arguments.h"
#include "grmf/corrupt.h"
#include "image/channels.h"
#include "io/image_file.h"
#include "terminal/exit_code.h"
#include "terminal/messages.h"

namespace grmf::cli {

void add_corrupt(Program& program) {
  Command command = program.command(
      "corrupt",
      "destroy a share of the pixels (salt and pepper), of a colour picture in each channel");
  struct Arguments {
    std::filesystem::path input;
    std::filesystem::path output;
    double ratio = 0.5;
    std::uint64_t seed = 1;
    std::uint64_t picture = 0;
    std::optional<double> peak;
    std::optional<io::Format> format;
  };
  const auto a = std::make_shared<Arguments>();
  command.file("input", a->input, "picture or matrix file").required();
  command.file("-o,--output", a->output, "where to write the result").required();
  command.number("--ratio", a->ratio, "share of the pixels that become 0 or white [0.5]");
  command.number("--seed", a->seed, "of the noise [1]");
  command.number("--picture", a->picture, "number of the picture, for noise of its own [0]");
  add_peak(command, a->peak, "white [that of the picture; 255 for other formats]");
  add_format(command, a->format, "format of the input and output, where a name does not tell");
  command.runs([a] {
    const io::Image image = io::read_image(a->input, unless_named(a->input, a->format));
    tell_notes(image.notes);
    const double peak = a->peak.value_or(image.peak > 0 ? image.peak : 255.0);
    // The channels are corrupted as one picture, so that each gets noise of its own.
    const Matrix noisy =
        corrupt(internal::side_by_side(image.channels), a->ratio, peak, a->seed, a->picture);
    io::write_image(a->output, internal::taken_apart(noisy, std::ssize(image.channels)),
                    unless_named(a->output, a->format), peak);
    return ok;
  });
}

}  // namespace grmf::cli
