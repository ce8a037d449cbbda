#pragma once

#include <filesystem>
#include <sstream>
#include <string>

namespace grmf::report {

/// Throws Error, before any work is done, for an output that cannot be written or whose name does
/// not end in .svg. Standard output and pipes need no such name.
void check_svg_output(const std::filesystem::path& output);
void write_svg(const std::filesystem::path& output, const std::string& text);

/// The few shapes a picture is made of, as the text of an SVG file. `look` holds attributes, such
/// as "fill='#ffffff'"; `words` are any text.
class Svg {
 public:
  void rect(double x, double y, double width, double height, const std::string& look);
  /// Writes a line of text. `y` is the middle of the line instead of its baseline, so that text in
  /// a cell is centred.
  void text(double x, double y, const std::string& words, const std::string& look, int size = 12);
  /// Draws horizontal strokes "M0 3h5M..."; see the path data of SVG.
  void strokes(const std::string& path, const std::string& look);
  void open_group(const std::string& look);
  /// The text that a browser shows when the mouse rests on the group.
  void tooltip(const std::string& words);
  void close_group();

  /// The whole file, on a white background, so that it looks the same in a dark viewer.
  [[nodiscard]] std::string file(double width, double height, const std::string& title) const;

 private:
  std::ostringstream body_;
};

}  // namespace grmf::report
