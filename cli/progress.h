#pragma once

#include "grmf/fit.h"

namespace grmf::cli {

/// One line on stderr that follows a fit: sweep, objective, time and an idea of what is left. Shown only
/// on a terminal that can move its cursor; NO_COLOR and TERM=dumb are respected.
class ProgressLine {
 public:
  /// Nothing is shown unless `wanted`. The options, and the method where they leave it open, are what the
  /// end is guessed from.
  ProgressLine(bool wanted, const FitOptions& options, const StopDefaults& defaults);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);

 private:
  [[nodiscard]] double seconds_left(const Progress& progress) const;

  bool shown_;
  bool coloured_;
  double tolerance_;
  int max_sweeps_;
  double time_limit_;
  double last_drawn_ = -1.0;
  double first_change_ = 0.0;
  double start_seconds_ = 0.0;  ///< spent on the way to the start
};

}  // namespace grmf::cli
