#pragma once

#include "base/workers.h"
#include "engine/engine.h"

namespace grmf::internal {

/// The engine of the processor: dense rows in panels, SIMD kernels, and a team of threads.
class CpuEngine final : public Engine {
 public:
  /// The data and the workers must outlive the engine.
  CpuEngine(const Data& data, Workers& workers) : Engine(data), workers_(&workers) {}

  [[nodiscard]] std::string_view name() const override { return "cpu"; }
  [[nodiscard]] std::unique_ptr<RowWork> row_work(const Terms& terms, const GrmfOptions& options,
                                                  int rank) override;
  [[nodiscard]] std::unique_ptr<LinearMap> products() override;
  void improve_clipped_rank_one(const Factors& found, double clip, std::vector<double>& u,
                                std::vector<double>& v) override;
  [[nodiscard]] std::vector<double> residual_sizes(const Factors& factors, Index enough) override;
  [[nodiscard]] Matrix residuals(const Factors& factors) override;

 private:
  Workers* workers_;
};

}  // namespace grmf::internal
