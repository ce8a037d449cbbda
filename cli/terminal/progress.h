#pragma once

#include <string>

#include "grmf/fit.h"

namespace grmf::cli {

/// A bar and a text in one line on standard error, which is drawn over and at the end wiped. It is
/// shown only on a terminal that can move its cursor, not with TERM=dumb; NO_COLOR is respected.
class BarLine {
 public:
  /// Nothing is shown unless `wanted`.
  explicit BarLine(bool wanted);
  ~BarLine() { wipe(); }
  BarLine(const BarLine&) = delete;
  BarLine& operator=(const BarLine&) = delete;

  [[nodiscard]] bool shown() const { return shown_; }
  /// Draws the line, over the earlier one. `share`, from 0 to 1, is how much of the bar is filled.
  void draw(double share, const std::string& text);
  /// Removes the line, so that others can be printed in its place.
  void wipe();

 private:
  bool shown_;
  bool coloured_;
  bool drawn_ = false;
};

/// A line that follows a fit: sweep, objective, time, and a guess of the time that is left.
class ProgressLine {
 public:
  /// Nothing is shown unless `wanted`. The end is guessed from the options, and from the defaults
  /// of the method where the options leave it open.
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
  double start_seconds_ = 0.0;  ///< time that it took to find the start
};

}  // namespace grmf::cli
