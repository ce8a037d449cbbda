#pragma once

#include <string>

#include "grmf/fit.h"

namespace grmf::cli {

/// A bar and a text in one line on stderr that is drawn over and in the end wiped. Shown only on a terminal
/// that can move its cursor; NO_COLOR and TERM=dumb are respected.
class BarLine {
 public:
  /// Nothing is shown unless `wanted`.
  explicit BarLine(bool wanted);
  ~BarLine() { wipe(); }
  BarLine(const BarLine&) = delete;
  BarLine& operator=(const BarLine&) = delete;

  [[nodiscard]] bool shown() const { return shown_; }
  /// `share`, from 0 to 1, of the bar is filled.
  void draw(double share, const std::string& text);
  /// Makes room for other lines.
  void wipe();

 private:
  bool shown_;
  bool coloured_;
  bool drawn_ = false;
};

/// Follows a fit: sweep, objective, time and an idea of what is left.
class ProgressLine {
 public:
  /// Nothing is shown unless `wanted`. The options, and the method where they leave it open, are what the
  /// end is guessed from.
  ProgressLine(bool wanted, const FitOptions& options, const StopDefaults& defaults);

  void show(const Progress& progress);

 private:
  [[nodiscard]] double seconds_left(const Progress& progress) const;

  BarLine line_;
  double tolerance_;
  int max_sweeps_;
  double time_limit_;
  double last_drawn_ = -1.0;
  double first_change_ = 0.0;
  double start_seconds_ = 0.0;  ///< spent on the way to the start
};

}  // namespace grmf::cli
