/// RPCA (Candes, Li, Ma, Wright: Robust Principal Component Analysis?, 2011).
///
///   min |L|_* + lambda sum_ij m_ij |s_ij|   subject to   L + S = Y
///
/// It is minimised by ADMM, or by the inexact augmented Lagrangian method of Lin, Chen, Ma, which
/// lets its penalty grow and so need not end at the minimum (rpca_run.h). Where an entry is
/// missing, S is free. The rank is found, not given.

#include <algorithm>
#include <cmath>

#include "backends/backends.h"
#include "methods/fit_settings.h"
#include "methods/method_rows.h"
#include "methods/rpca_run.h"
#include "methods/tabled_method.h"
#include "refine/calibration.h"

namespace grmf::internal {
namespace {

struct RpcaOptions {
  Preset preset = Preset::standard;
  RpcaAlgorithm algorithm = RpcaAlgorithm::admm;
  double lambda = 1.0;
};

const OptionTable<RpcaOptions>& rpca_option_table() {
  static const auto table = [] {
    OptionTable<RpcaOptions> rows(RpcaOptions{});
    add_preset(rows, [](Preset preset) { return RpcaOptions{.preset = preset}; });
    add_choice(rows, "algorithm",
               "admm: to the minimum; ialm: faster, near it where Y is recoverable",
               &RpcaOptions::algorithm,
               Names<RpcaAlgorithm>{{RpcaAlgorithm::admm, "admm"}, {RpcaAlgorithm::ialm, "ialm"}});
    add_real(rows,
             {.name = "lambda",
              .help = "price of outliers, in units of 1 / sqrt(max(d, n))",
              .min = 0,
              .min_excluded = true},
             &RpcaOptions::lambda);
    return rows;
  }();
  return table;
}

class Rpca final : public TabledMethod<Rpca, RpcaOptions> {
 public:
  Rpca()
      : TabledMethod("rpca", "robust PCA: low rank plus sparse outliers; finds its own rank",
                     rpca_option_table()) {}

  [[nodiscard]] bool takes_rank() const override { return false; }

  [[nodiscard]] StopDefaults stop_defaults() const override {
    // At the tolerance of admm no visible digit of L changes any more in pictures; ialm can only go
    // by |Y - L - S|.
    const double tolerance = settings().algorithm == RpcaAlgorithm::admm ? 3e-4 : 1e-7;
    return {.max_sweeps = 2000, .tolerance = tolerance, .rule = StopRule::decrease};
  }

  [[nodiscard]] bool needs_dense() const override { return true; }

  [[nodiscard]] Result fit(const Data& data, const FitOptions& options) const override {
    check_all_but_rank(*this, options, data);
    FitContext context(options);
    identify(context, *this, data, options);
    const StopSettings stop = stop_settings(options, stop_defaults());
    const double lambda =
        settings().lambda / std::sqrt(static_cast<double>(std::max(data.rows(), data.cols())));
    RpcaRun run(data, settings().algorithm, lambda, stop.acceleration, context.workers());
    context.begin_stage();
    Result result = iterate(run, 0.0, stop,
                            settings().algorithm == RpcaAlgorithm::admm
                                ? "primal and dual residual, relative to Y and the multiplier,"
                                : "|Y - L - S| relative to |Y|",
                            context);
    Factors factors = run.factors();
    if (options.rank > 0 && options.rank != factors.u.cols()) {
      result.warnings.push_back("rpca finds its own rank, " + std::to_string(factors.u.cols()) +
                                "; the given one, " + std::to_string(options.rank) +
                                ", was left out");
    }
    warn_of_unused_start(options, name(), result);
    warn_of_unused_stop_rule(options, name(), result);
    const auto engine = make_engine(data, context);
    result.noise = noise_after(*engine, data.observed(), factors, L2Loss{});
    result.u = std::move(factors.u);
    result.v = std::move(factors.v);
    result.outliers = run.outliers();
    result.certificate = run.duality_gap();
    finish_fit(*this, data, *engine, result);
    return result;
  }
};

}  // namespace

std::unique_ptr<Method> make_rpca() { return std::make_unique<Rpca>(); }

}  // namespace grmf::internal
