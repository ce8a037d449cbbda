/// RNMF (Zhang, Chen, Zheng, He: Robust Non-Negative Matrix Factorization, 2011).
///
///   min |Y - U V^T - S|_F^2 + lambda |S|_1,   U, V >= 0
///
/// For given U and V the best S is the residual shrunk by lambda / 2. With this S the objective is
/// a Huber loss of width lambda / 2, which the run of GRMF minimises with U, V >= 0, exactly for
/// every row, instead of alternating with S. `variant=beta` is what the paper's authors ran
/// (rnmf_beta.h).

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "backends/backends.h"
#include "base/shrunk.h"
#include "data/unit.h"
#include "methods/fit_settings.h"
#include "methods/method_rows.h"
#include "methods/rnmf_beta.h"
#include "methods/tabled_method.h"
#include "refine/calibration.h"
#include "solve/grmf_run.h"
#include "starts/l1_start.h"
#include "starts/start.h"

namespace grmf::internal {
namespace {

enum class Variant { zhang, beta };

struct RnmfOptions {
  Preset preset = Preset::standard;
  Variant variant = Variant::zhang;
  double lambda = 0.1;
};

RnmfOptions rnmf_preset(Preset preset) {
  if (preset == Preset::standard) return {};
  return {.preset = Preset::published, .variant = Variant::beta};
}

const OptionTable<RnmfOptions>& rnmf_option_table() {
  static const auto table = [] {
    OptionTable<RnmfOptions> rows(RnmfOptions{});
    add_preset(rows, rnmf_preset);
    add_choice(rows, "variant", "zhang: the method the paper cites; beta: the one its authors ran",
               &RnmfOptions::variant,
               Names<Variant>{{Variant::zhang, "zhang"}, {Variant::beta, "beta"}});
    add_real(rows,
             {.name = "lambda",
              .help = "price of outliers, in units of the median |y|; half of it is noise",
              .min = 0,
              .min_excluded = true},
             &RnmfOptions::lambda);
    return rows;
  }();
  return table;
}

/// The price lambda of outliers in the unit of Y.
double price_of(const RnmfOptions& options, const Data& data) {
  const double price = options.lambda * unit_of(data);
  return std::max(price, 2 * std::numeric_limits<double>::min());
}

Penalty nonnegative() { return {.hard = true}; }

/// S: the residuals of observed entries, shrunk towards 0 by `by`.
Matrix shrunk_residuals(Engine& engine, const Factors& factors, double by) {
  Matrix s = engine.residuals(factors);
  for (double& value : s.values()) value = shrunk(value, by);
  return s;
}

class Rnmf final : public TabledMethod<Rnmf, RnmfOptions> {
 public:
  Rnmf()
      : TabledMethod("rnmf", "robust non-negative factorisation: U, V >= 0 and sparse outliers",
                     rnmf_option_table()) {}

  [[nodiscard]] bool takes_gaps() const override { return settings().variant == Variant::zhang; }
  [[nodiscard]] std::string refusal(const Data& data) const override {
    return settings().variant == Variant::beta ? RnmfBeta::refusal(data) : "";
  }
  [[nodiscard]] bool needs_dense() const override { return settings().variant == Variant::beta; }
  [[nodiscard]] StopDefaults stop_defaults() const override {
    if (settings().variant == Variant::zhang) return {};
    return {.max_sweeps = 1000, .tolerance = 1e-7, .rule = StopRule::decrease};
  }

  [[nodiscard]] Result fit(const Data& data, const FitOptions& options) const override {
    check(*this, options, data);
    const bool beta = settings().variant == Variant::beta;
    FitContext context(options);
    identify(context, *this, data, options);
    const auto engine = make_engine(data, context);
    const StopSettings stop = stop_settings(options, stop_defaults());
    Result result = beta ? fit_beta(data, *engine, context, options, stop)
                         : fit_zhang(data, *engine, context, options, stop);
    finish_fit(*this, data, *engine, result);
    return result;
  }

 private:
  [[nodiscard]] Result fit_zhang(const Data& data, Engine& engine, FitContext& context,
                                 const FitOptions& options, const StopSettings& stop) const {
    const double price = price_of(settings(), data);
    const Terms terms{.loss = HuberLoss{.delta = price / 2, .slope = price},
                      .u = nonnegative(),
                      .v = nonnegative()};
    Factors start = first_factors(options, context, data, engine, [&] {
      // The product of a robust fit without signs is factored.
      const Factors robust = l1_start(engine, context, data, options.rank, stop);
      const Data product(multiply_transposed(robust.u, robust.v));
      return nonnegative_svd_start(*make_engine(product, context), options.rank, context);
    });
    GrmfRun run(engine, context, terms, {}, std::move(start));
    Result result = run_method(run, stop, context);
    describe_fit(terms, data, engine, result);
    result.outliers = shrunk_residuals(engine, run.factors(), price / 2);
    return result;
  }

  [[nodiscard]] Result fit_beta(const Data& data, Engine& engine, FitContext& context,
                                const FitOptions& options, const StopSettings& stop) const {
    Factors start = first_factors(options, context, data, engine,
                                  [&] { return plain_nmf(engine, context, options.rank, stop); });
    clip_to_nonnegative(start.u);
    clip_to_nonnegative(start.v);
    RnmfBeta run(data, std::move(start), context.seed());
    context.begin_stage();
    Result result = iterate(run, run.objective(), stop, "relative change of f", context);
    warn_of_unused_stop_rule(options, name(), result);
    if (result.status == Status::numerical_issue) {
      result.message = "diverged after " + std::to_string(result.sweeps()) +
                       " sweeps, as it may next to zeros of the data; use variant=zhang";
    }
    result.u = run.factors().u;
    result.v = run.factors().v;
    result.noise = noise_after(engine, data.observed(), run.factors(), L2Loss{});
    result.outliers = run.outliers();
    result.certificate = std::numeric_limits<double>::quiet_NaN();
    return result;
  }

  /// A start by non-negative least squares, as in the authors' run.
  [[nodiscard]] static Factors plain_nmf(Engine& engine, FitContext& context, int rank,
                                         const StopSettings& stop) {
    const Terms terms{.loss = L2Loss{}, .u = nonnegative(), .v = nonnegative()};
    Factors svd = nonnegative_svd_start(engine, rank, context);
    check_start(svd, engine, rank);
    GrmfRun nmf(engine, context, terms, {}, std::move(svd));
    StopSettings few = stop;
    few.max_sweeps = 200;
    few.tolerance = 1e-4;
    run(nmf, few, context);
    return nmf.factors();
  }
};

}  // namespace

std::unique_ptr<Method> make_rnmf() { return std::make_unique<Rnmf>(); }

}  // namespace grmf::internal
