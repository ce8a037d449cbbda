#include "starts/l1_start.h"

#include "solve/grmf_run.h"
#include "starts/start.h"

namespace grmf::internal {

Factors l1_start(Engine& engine, FitContext& context, const Data& data, int rank,
                 const StopSettings& stop) {
  Factors svd = svd_start(engine, rank, context);
  check_start(svd, engine, rank);
  const GrmfOptions plain{.lambda1 = 0.0, .lambda2 = 0.0, .gauge = Gauge::off};
  GrmfRun l1(engine, context, resolve(plain, data), plain, std::move(svd));
  StopSettings few = stop;
  few.max_sweeps = 100;
  few.tolerance = 1e-4;
  few.rule = StopRule::certified;  // beside a huge outlier every decrease of f is small
  run(l1, few, context);
  return l1.factors();
}

}  // namespace grmf::internal
