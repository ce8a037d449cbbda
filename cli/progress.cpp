#include "progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <unistd.h>

namespace grmf::cli {
namespace {

bool terminal_can_draw() {
  const char* term = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && term != nullptr && std::string(term) != "dumb";
}

bool colour_wanted() {
  const char* no_color = std::getenv("NO_COLOR");
  return no_color == nullptr || *no_color == '\0';
}

}  // namespace

ProgressLine::ProgressLine(bool wanted, double tolerance, int max_sweeps)
    : shown_(wanted && terminal_can_draw()),
      coloured_(colour_wanted()),
      tolerance_(tolerance),
      max_sweeps_(max_sweeps) {}

ProgressLine::~ProgressLine() {
  if (shown_ && last_drawn_ >= 0) std::fputs("\r\033[K", stderr);
}

/// The relative change falls about geometrically: from how far it has come, how far it has to go.
double ProgressLine::seconds_left(const Progress& progress) const {
  const double per_sweep = progress.seconds / progress.sweep;
  double sweeps = max_sweeps_ - progress.sweep;
  const double now = progress.relative_change;
  if (tolerance_ > 0 && now > tolerance_ && now < first_change_) {
    const double rate = std::log(first_change_ / now) / progress.sweep;
    sweeps = std::min(sweeps, std::log(now / tolerance_) / rate);
  }
  return std::max(0.0, sweeps * per_sweep);
}

void ProgressLine::show(const Progress& progress) {
  if (!shown_) return;
  if (progress.sweep == 1) first_change_ = progress.relative_change;
  if (progress.seconds - last_drawn_ < 0.1) return;  // more than the eye follows
  last_drawn_ = progress.seconds;

  constexpr int width = 24;
  const double left = seconds_left(progress);
  const double done = progress.seconds / (progress.seconds + left);
  const int full = static_cast<int>(done * width);
  std::string bar(full, '=');
  bar.resize(width, ' ');
  std::fprintf(stderr, "\r%s[%s]%s sweep %d  f %.6g  %.1f s, about %.1f s left\033[K",
               coloured_ ? "\033[36m" : "", bar.c_str(), coloured_ ? "\033[0m" : "", progress.sweep,
               progress.objective, progress.seconds, left);
  std::fflush(stderr);
}

}  // namespace grmf::cli
