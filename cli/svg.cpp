#include "svg.h"

namespace grmf::cli {

void Svg::rect(double x, double y, double width, double height, const std::string& look) {
  body_ << "<rect x='" << x << "' y='" << y << "' width='" << width << "' height='" << height
        << "' " << look << "/>\n";
}

void Svg::text(double x, double y, const std::string& words, const std::string& look, int size) {
  constexpr double foot = 0.36;  // of the size, below the middle of a digit
  body_ << "<text x='" << x << "' y='" << y + foot * size << "' font-size='" << size << "' " << look
        << ">" << words << "</text>\n";
}

void Svg::strokes(const std::string& path, const std::string& look) {
  body_ << "<path " << look << " d='" << path << "'/>\n";
}

void Svg::open_group(const std::string& look) { body_ << "<g " << look << ">\n"; }

void Svg::tooltip(const std::string& words) { body_ << "<title>" << words << "</title>\n"; }

void Svg::close_group() { body_ << "</g>\n"; }

std::string Svg::file(double width, double height, const std::string& title) const {
  std::ostringstream file;
  file << "<?xml version='1.0' encoding='UTF-8'?>\n"
       << "<svg xmlns='http://www.w3.org/2000/svg' width='" << width << "' height='" << height
       << "' viewBox='0 0 " << width << " " << height
       << "' font-family='system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif'>\n"
       << "<title>" << title << "</title>\n"
       << "<rect width='100%' height='100%' fill='#ffffff'/>\n"
       << body_.str() << "</svg>\n";
  return file.str();
}

}  // namespace grmf::cli
