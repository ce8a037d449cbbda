#pragma once

#include <filesystem>
#include <sstream>
#include <string>

namespace grmf::report {

/// Throws Error, before any work is done, for an output that cannot be written or is not named as a picture is:
/// .svg. What is no file of its own (standard output, a pipe) has no need of a name.
void check_svg_output(const std::filesystem::path& output);
void write_svg(const std::filesystem::path& output, const std::string& text);

/// The few shapes a picture is made of, as the text of an SVG file. `look` is attributes, such as
/// "fill='#ffffff'"; words are plain text without <, > and &.
class Svg {
 public:
  void rect(double x, double y, double width, double height, const std::string& look);
  /// `y` is the middle of the line, not its foot: what stands in a cell is centred in it.
  void text(double x, double y, const std::string& words, const std::string& look, int size = 12);
  /// Horizontal strokes "M0 3h5M...", see SVG's path data.
  void strokes(const std::string& path, const std::string& look);
  void open_group(const std::string& look);
  /// What a browser shows when the mouse rests on the group.
  void tooltip(const std::string& words);
  void close_group();

  /// The whole file, on a white ground of its own: a dark viewer shows it as a light one does.
  [[nodiscard]] std::string file(double width, double height, const std::string& title) const;

 private:
  std::ostringstream body_;
};

}  // namespace grmf::report
