#include "starts/l1_start.h"

#include "solve/grmf_run.h"
#include "starts/start.h"

namespace grmf::internal {

Factors l1_start(const Data& data, const FitOptions& options, const StopSettings& stop,
                 Workers& workers) {
  Factors svd = svd_start(data, options.rank, options.seed, workers);
  check_start(svd, data, options.rank);
  const GrmfOptions plain{.lambda1 = 0.0, .lambda2 = 0.0, .gauge = Gauge::off};
  GrmfRun run(data, resolve(plain, data), plain, options.rank, std::move(svd), workers);
  StopSettings few = stop;
  few.max_sweeps = 100;
  few.tolerance = 1e-4;
  few.rule = StopRule::certified;  // beside a huge outlier every decrease of f is small
  internal::run(run, few, as_start(options.on_sweep));
  return run.factors();
}

}  // namespace grmf::internal
