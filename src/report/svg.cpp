#include "report/svg.h"

#include <algorithm>
#include <cctype>

#include "grmf/error.h"
#include "io/sink.h"
#include "report/text.h"

namespace grmf::report {

namespace fs = std::filesystem;

void check_svg_output(const fs::path& output) {
  io::check_writable(output);
  // A path that cannot be examined is a file that is not there yet.
  std::error_code ignored;
  if (io::is_standard_output(output) || fs::is_other(output, ignored)) return;
  std::string end = output.extension().string();
  std::transform(end.begin(), end.end(), end.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (end == ".svg") return;
  throw Error(ErrorCode::unknown_name, output.string() +
                                           ": does not end in .svg; this is drawn as svg alone; "
                                           "name it .svg, and convert it if need be");
}

void write_svg(const fs::path& output, const std::string& text) {
  io::write_file(output, [&](io::Sink& sink) { sink.write(text); });
}

void Svg::rect(double x, double y, double width, double height, const std::string& look) {
  body_ << "<rect x='" << x << "' y='" << y << "' width='" << width << "' height='" << height
        << "' " << look << "/>\n";
}

void Svg::text(double x, double y, const std::string& words, const std::string& look, int size) {
  constexpr double foot = 0.36;  // baseline below the middle of a digit, as a share of the size
  body_ << "<text x='" << x << "' y='" << y + foot * size << "' font-size='" << size << "' " << look
        << ">" << markup_text(words) << "</text>\n";
}

void Svg::strokes(const std::string& path, const std::string& look) {
  body_ << "<path " << look << " d='" << path << "'/>\n";
}

void Svg::open_group(const std::string& look) { body_ << "<g " << look << ">\n"; }

void Svg::tooltip(const std::string& words) {
  body_ << "<title>" << markup_text(words) << "</title>\n";
}

void Svg::close_group() { body_ << "</g>\n"; }

std::string Svg::file(double width, double height, const std::string& title) const {
  std::ostringstream file;
  file << "<?xml version='1.0' encoding='UTF-8'?>\n"
       << "<svg xmlns='http://www.w3.org/2000/svg' width='" << width << "' height='" << height
       << "' viewBox='0 0 " << width << " " << height
       << "' font-family='system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif'>\n"
       << "<title>" << markup_text(title) << "</title>\n"
       << "<rect width='100%' height='100%' fill='#ffffff'/>\n"
       << body_.str() << "</svg>\n";
  return file.str();
}

}  // namespace grmf::report
