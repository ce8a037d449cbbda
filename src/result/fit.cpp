#include "grmf/fit.h"

namespace grmf {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::converged:
      return "converged";
    case Status::max_sweeps:
      return "max_sweeps";
    case Status::time_limit:
      return "time_limit";
    case Status::stopped:
      return "stopped";
    case Status::stalled:
      return "stalled";
    case Status::numerical_issue:
      break;
  }
  return "numerical_issue";
}

int Result::sweeps() const { return history.empty() ? 0 : history.back().sweep; }

}  // namespace grmf
