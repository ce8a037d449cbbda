#include "terminal/progress.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include <sys/ioctl.h>
#include <unistd.h>

#include "terminal/terminal.h"

namespace grmf::cli {
namespace {

/// The columns that a line may fill. One that reaches the edge of the terminal would break, and
/// could not be drawn over.
std::size_t terminal_width() {
  struct winsize size {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col - 1U : 79U;
}

}  // namespace

BarLine::BarLine(bool wanted)
    : shown_(wanted && is_capable_terminal(STDERR_FILENO)), coloured_(colour_wanted()) {}

void BarLine::draw(double share, const std::string& text) {
  if (!shown_) return;
  constexpr int width = 24;
  const std::size_t room = terminal_width();
  std::string bar(static_cast<std::size_t>(share * width), '=');
  bar.resize(width, ' ');
  bar.insert(bar.begin(), '[');
  bar.push_back(']');
  bar.resize(std::min(bar.size(), room));
  const std::string rest = text.substr(0, room - bar.size());
  std::fprintf(stderr, "\r%s%s%s%s\033[K", coloured_ ? "\033[36m" : "", bar.c_str(),
               coloured_ ? "\033[0m" : "", rest.c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void BarLine::wipe() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

ProgressLine::ProgressLine(bool wanted, const FitOptions& options, const StopDefaults& defaults)
    : line_(wanted),
      tolerance_(options.tolerance.value_or(defaults.tolerance)),
      max_sweeps_(options.max_sweeps.value_or(defaults.max_sweeps)),
      time_limit_(options.time_limit) {}

/// A guess of the time that is left. The relative change falls about geometrically, so how far it
/// has come tells how far it has to go.
double ProgressLine::seconds_left(const Progress& progress) const {
  const double per_sweep = (progress.seconds - start_seconds_) / progress.sweep;
  double sweeps = max_sweeps_ - progress.sweep;
  const double now = progress.relative_change;
  if (tolerance_ > 0 && now > tolerance_ && now < first_change_) {
    const double rate = std::log(first_change_ / now) / progress.sweep;
    sweeps = std::min(sweeps, std::log(now / tolerance_) / rate);
  }
  return std::max(0.0, std::min(sweeps * per_sweep, time_limit_ - progress.seconds));
}

void ProgressLine::show(const Progress& progress) {
  if (!line_.shown()) return;
  if (progress.sweep == 0) start_seconds_ = progress.seconds;
  if (progress.sweep == 1) first_change_ = progress.relative_change;
  if (progress.seconds - last_drawn_ < 0.1) return;  // more than the eye follows
  last_drawn_ = progress.seconds;

  double share = 0.0;
  std::array<char, 160> text{};
  if (progress.sweep == 0) {
    std::snprintf(text.data(), text.size(), " start  %.1f s", progress.seconds);
  } else if (progress.aside) {
    std::snprintf(text.data(), text.size(), " sweep %d  trying to refine  %.1f s", progress.sweep,
                  progress.seconds);
  } else {
    const double left = seconds_left(progress);
    share = progress.seconds / (progress.seconds + left);
    std::snprintf(text.data(), text.size(), " sweep %d  f %.6g  %.1f s, about %.1f s left",
                  progress.sweep, progress.objective, progress.seconds, left);
  }
  line_.draw(share, text.data());
}

}  // namespace grmf::cli
