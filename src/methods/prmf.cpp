/// PRMF (Wang, Yao, Wang, Yeung: A Probabilistic Approach to Robust Matrix Factorization, ECCV
/// 2012).
///
///   f(U,V) = sqrt(lambda) sum_ij m_ij h(y_ij - u_i . v_j) + lambda_u/2 |U|^2 + lambda_v/2 |V|^2
///
/// Here h is the Huber function of width delta: the paper's EM with its weights 1 / |r| limited to
/// 1 / delta minimises just this. The run of GRMF minimises it with a ridge as the only penalty.

#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/backends.h"
#include "data/unit.h"
#include "methods/fit_settings.h"
#include "methods/method_rows.h"
#include "methods/tabled_method.h"
#include "solve/grmf_run.h"
#include "starts/robust_start.h"
#include "starts/start.h"

namespace grmf::internal {
namespace {

struct PrmfOptions {
  Preset preset = Preset::standard;
  Scaling scaling = Scaling::relative;
  double lambda = 1.0;
  PerFactor ridge = 0.4;
  double delta = 0.01;
  Init init = Init::robust;
};

PrmfOptions prmf_preset(Preset preset) {
  if (preset == Preset::standard) return {};
  return {.preset = Preset::published,
          .scaling = Scaling::absolute,
          .lambda = 1.0,
          .ridge = 0.01,
          .delta = 1e-3,
          .init = Init::random};
}

const OptionTable<PrmfOptions>& prmf_option_table() {
  static const auto table = [] {
    OptionTable<PrmfOptions> rows(PrmfOptions{});
    add_preset(rows, prmf_preset);
    add_choice(
        rows, "scaling",
        "relative: ridge times sqrt(max(d, n)), delta times the median |y|; or as they stand",
        &PrmfOptions::scaling,
        Names<Scaling>{{Scaling::relative, "relative"}, {Scaling::absolute, "absolute"}});
    add_real(
        rows,
        {.name = "lambda", .help = "the loss counts sqrt(lambda)", .min = 0, .min_excluded = true},
        &PrmfOptions::lambda);
    add_sides(rows, {.name = "lambda", .min = 0}, &PrmfOptions::ridge, "ridge");
    add_real(rows,
             {.name = "delta",
              .help = "residuals below it count by their square",
              .min = 0,
              .min_excluded = true},
             &PrmfOptions::delta);
    add_init(rows, &PrmfOptions::init);
    return rows;
  }();
  return table;
}

Terms terms_of(const PrmfOptions& options, const Data& data) {
  const bool relative = options.scaling == Scaling::relative;
  const double ridge_unit =
      relative ? std::sqrt(static_cast<double>(std::max(data.rows(), data.cols()))) : 1.0;
  const double delta = options.delta * (relative ? unit_of(data) : 1.0);
  return {.loss = HuberLoss{.delta = std::max(delta, std::numeric_limits<double>::min()),
                            .slope = std::sqrt(options.lambda)},
          .u = {.lambda3 = options.ridge.u * ridge_unit / 2},
          .v = {.lambda3 = options.ridge.v * ridge_unit / 2}};
}

class Prmf final : public TabledMethod<Prmf, PrmfOptions> {
 public:
  Prmf()
      : TabledMethod("prmf", "probabilistic robust matrix factorisation: l1 loss with a ridge",
                     prmf_option_table()) {}

  [[nodiscard]] Tunable tunable() const override {
    return {.grows = settings().init == Init::robust};
  }
  [[nodiscard]] StopDefaults stop_defaults() const override {
    if (settings().preset == Preset::standard) return {};
    return {.max_sweeps = 100, .tolerance = 1e-5, .rule = StopRule::decrease};
  }

  [[nodiscard]] Result fit(const Data& data, const FitOptions& options) const override {
    check(*this, options, data);
    FitContext context(options);
    identify(context, *this, data, options);
    const auto engine = make_engine(data, context);
    const StopSettings stop = stop_settings(options, stop_defaults());
    const Terms terms = terms_of(settings(), data);
    Factors start = first_factors(options, context, data, *engine, [&] {
      return own_start(*engine, context, terms, options.rank, stop);
    });
    GrmfRun run(*engine, context, terms, {}, std::move(start));
    Result result = run_method(run, stop, context);
    describe_fit(terms, data, *engine, result);
    if (!run.coercive()) result.warnings.push_back(no_ridge("lambda_u or lambda_v"));
    finish_fit(*this, data, *engine, result);
    return result;
  }

 private:
  [[nodiscard]] Factors own_start(Engine& engine, FitContext& context, const Terms& terms, int rank,
                                  const StopSettings& stop) const {
    switch (settings().init) {
      case Init::svd:
        return svd_start(engine, rank, context);
      case Init::robust:
        return robust_start(engine, context, rank, terms, stop);
      case Init::random:
        break;
    }
    return settings().scaling == Scaling::relative
               ? random_start(engine, rank, context.seed())
               : normal_factors(engine.rows(), engine.cols(), rank, context.seed(), 1.0);
  }
};

}  // namespace

std::unique_ptr<Method> make_prmf() { return std::make_unique<Prmf>(); }

}  // namespace grmf::internal
