/// GoDec+ (Guo, Liu, Xu, Xu, Tao: GoDec+: Fast and Robust Low-Rank Matrix Decomposition Based on
/// Maximum Correntropy, 2017).
///
///   f(L) = sum_ij m_ij sigma/2 (1 - exp(-(y_ij - l_ij)^2 / sigma)),   rank L <= r
///
/// A step majorises: with w = exp(-t^2 / sigma) and t = y - l, f is at most |X1 - L'|_F^2 / 2 plus
/// a constant, where X1 = L + w (Y - L), because w <= 1. L' is a projection of X1 to rank r by
/// power steps that start from the row space of L. Such steps never explain less of X1 than the row
/// space they start from, so f never rises. Restarting them at random, as in the paper, would let
/// it rise.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "backends/backends.h"
#include "base/random.h"
#include "data/data_rows.h"
#include "data/dense_copy.h"
#include "engine/cpu/panel_kernels.h"
#include "linalg/decompositions.h"
#include "methods/fit_settings.h"
#include "methods/method_rows.h"
#include "methods/tabled_method.h"
#include "objective/formula.h"
#include "refine/calibration.h"
#include "solve/iterate.h"
#include "starts/l1_start.h"
#include "starts/start.h"

namespace grmf::internal {
namespace {

enum class GodecInit { robust, random };

struct GodecOptions {
  Preset preset = Preset::standard;
  Scaling scaling = Scaling::relative;
  double sigma = 0.0;  ///< 0: by the noise
  int power = 1;
  GodecInit init = GodecInit::robust;
};

GodecOptions godec_preset(Preset preset) {
  if (preset == Preset::standard) return {};
  return {.preset = Preset::published,
          .scaling = Scaling::absolute,
          .sigma = 5.0,
          .power = 5,
          .init = GodecInit::random};
}

const OptionTable<GodecOptions>& godec_option_table() {
  static const auto table = [] {
    OptionTable<GodecOptions> rows(GodecOptions{});
    add_preset(rows, godec_preset);
    add_choice(rows, "scaling", "relative: sigma times the squared median |y|; or as it stands",
               &GodecOptions::scaling,
               Names<Scaling>{{Scaling::relative, "relative"}, {Scaling::absolute, "absolute"}});
    add_real(rows,
             {.name = "sigma",
              .help = "width of the correntropy: residuals above its root hardly count; 0: that of "
                      "three deviations of the noise",
              .min = 0},
             &GodecOptions::sigma);
    add_integer(rows,
                {.name = "power", .help = "power steps per projection beyond the first", .min = 0},
                &GodecOptions::power);
    add_choice(rows, "init", "start: a few sweeps of grmf, or power steps from random numbers",
               &GodecOptions::init,
               Names<GodecInit>{{GodecInit::robust, "robust"}, {GodecInit::random, "random"}});
    return rows;
  }();
  return table;
}

Data transposed(const Data& data) {
  Matrix y = grmf::transposed(dense_copy(data));
  if (!data.weighted()) return Data(std::move(y));
  return {std::move(y), grmf::transposed(dense_weights(data))};
}

double largest_weight(const Data& data) {
  if (!data.weighted()) return 1.0;
  double largest = 0.0;
  DataRows rows_of(data);
  for (Index i = 0; i < data.rows(); ++i) {
    const double* m = rows_of(i).m;
    largest = std::max(largest, *std::max_element(m, m + data.cols()));
  }
  return largest;
}

class GodecRun final : public Alternation, public Iteration {
 public:
  /// Data, engine and context must outlive this.
  GodecRun(const Data& data, Engine& engine, FitContext& context, const GodecOptions& options,
           double sigma, Factors start)
      : Alternation(std::move(start)),
        workers_(&context.workers()),
        power_(options.power),
        falloff_(1 / sigma),
        work_(engine.row_work({.loss = CorrentropyLoss{sigma}, .u = {}, .v = {}}, {},
                              static_cast<int>(factors_.u.cols()))),
        largest_weight_(largest_weight(data)),
        rows_of_(workers_->count(), DataRows(data)),
        x1_(dense_copy(data)) {}

  /// Makes V the row space of X1.
  void update_v() override {
    pull_towards_data();
    factors_.v = to_matrix(row_space(factors_.v));
  }
  /// Makes U V^T the projection of X1 to the row space V. There is no f between the two updates.
  double update_u() override {
    project_to(view(factors_.v));
    return objective();
  }
  bool end_of_sweep() override { return false; }
  [[nodiscard]] double objective() override { return work_->objective(factors_); }
  [[nodiscard]] double certificate() override { return work_->certificate(factors_); }

  /// Makes a step and measures the change by which the paper stops.
  IterationStep step() override {
    const Factors factors = factors_;
    const Matrix before = multiply_transposed(factors_.u, factors_.v);
    update_v();
    const double f = update_u();
    const Matrix after = multiply_transposed(factors_.u, factors_.v);
    const double size = view(after).norm();
    const double change = size > 0 ? (view(after) - view(before)).norm() / size : 0.0;
    if (std::isfinite(change)) return {.objective = f, .change = change * change};
    set_factors(factors);
    return {.objective = objective(), .change = change * change};
  }
  [[nodiscard]] Factors current_factors() const override { return factors_; }
  void visit_iteration(StateArchive& archive) override { visit_state(archive); }

  [[nodiscard]] const Terms& terms() const { return work_->terms(); }

  /// Starts from the projection of Y itself, by power steps from `basis` (n x r).
  void start_from(const Matrix& basis) { project_to(row_space(basis)); }

 private:
  /// X1 <- L + w (Y - L).
  void pull_towards_data() {
    const RowMajorDense v_transposed = view(factors_.v).transpose();
    workers_->for_each(x1_.rows(), [&](Index i, int worker) {
      const auto [y, m] = rows_of_[worker](i);
      Eigen::RowVectorXd l = Eigen::RowVectorXd::Zero(x1_.cols());
      for (Index c = 0; c < factors_.u.cols(); ++c) l += factors_.u(i, c) * v_transposed.row(c);
      Eigen::RowVectorXd t(x1_.cols());
      for (Index j = 0; j < x1_.cols(); ++j) t(j) = y[j] - l(j);
      double* x1 = x1_.row(i).data();
      panel_kernels().bell(t.data(), t.size(), falloff_, x1);
      for (Index j = 0; j < x1_.cols(); ++j)
        x1[j] = l(j) + (m != nullptr ? m[j] : 1.0) / largest_weight_ * x1[j] * t(j);
    });
  }

  /// An orthonormal basis of the row space of X1, by power steps from another row space.
  [[nodiscard]] Dense row_space(const Matrix& from) const {
    const Product x1(x1_, *workers_);
    Dense q = orthonormal(view(from));
    for (int power = 0; power <= power_; ++power) q = orthonormal(x1.transposed_times(x1.times(q)));
    return q;
  }

  /// Sets the factors to the projection of X1 to the row space q. Both factors get the same norm,
  /// so that extrapolation weighs them alike in any unit.
  void project_to(const Dense& q) {
    const Product x1(x1_, *workers_);
    const Dense u = x1.unit() * x1.times(q);
    const double size = std::sqrt(u.norm() / q.norm());
    const double share = size > 0 ? size : 1.0;
    factors_ = {to_matrix(u / share), to_matrix(q * share)};
  }

  Workers* workers_;
  int power_;
  double falloff_;
  std::unique_ptr<RowWork> work_;
  double largest_weight_;
  std::vector<DataRows> rows_of_;  ///< one for each worker
  Matrix x1_;
};

Matrix uniform_block(Index rows, int cols, std::uint64_t seed) {
  constexpr std::uint64_t stream = 0x676f6465;
  Matrix block(rows, cols);
  for (Index k = 0; k < block.size(); ++k)
    block.data()[k] = random_uniform(seed, stream, static_cast<std::uint64_t>(k));
  return block;
}

class GodecPlus final : public TabledMethod<GodecPlus, GodecOptions> {
 public:
  GodecPlus()
      : TabledMethod("godec-plus", "low rank by maximum correntropy: gross errors count nothing",
                     godec_option_table()) {}

  [[nodiscard]] StopDefaults stop_defaults() const override {
    if (settings().preset == Preset::standard) return {};
    return {.max_sweeps = 100, .tolerance = 1e-7, .rule = StopRule::decrease};
  }

  [[nodiscard]] bool needs_dense() const override { return true; }
  [[nodiscard]] Tunable tunable() const override {
    return {.grows = settings().init == GodecInit::robust};
  }

  [[nodiscard]] Result fit(const Data& data, const FitOptions& options) const override {
    check(*this, options, data);
    FitContext context(options);
    identify(context, *this, data, options);
    const StopSettings stop = stop_settings(options, stop_defaults());
    return settings().preset == Preset::published ? fit_as_published(data, context, options, stop)
                                                  : fit_to_the_end(data, context, options, stop);
  }

 private:
  [[nodiscard]] Result fit_to_the_end(const Data& data, FitContext& context,
                                      const FitOptions& options, const StopSettings& stop) const {
    const auto engine = make_engine(data, context);
    GodecRun run = make_run(data, *engine, context, options, stop);
    Result result = run_method(run, stop, context);
    describe_fit(run.terms(), data, *engine, result);
    finish_fit(*this, data, *engine, result);
    return result;
  }

  /// Fits Y^T and stops by the change of L.
  [[nodiscard]] Result fit_as_published(const Data& data, FitContext& context,
                                        const FitOptions& options, const StopSettings& stop) const {
    context.show_transposed();
    const Data transposed_data = transposed(data);
    FitOptions transposed_options = options;
    if (options.start) transposed_options.start = Factors{options.start->v, options.start->u};
    const auto engine = make_engine(transposed_data, context);
    GodecRun run = make_run(transposed_data, *engine, context, transposed_options, stop);
    context.begin_stage();
    Result result = iterate(run, run.objective(), stop, "(|L - L before| / |L|)^2", context);
    warn_of_unused_stop_rule(options, name(), result);
    result.certificate = run.certificate();
    result.u = run.factors().v;
    result.v = run.factors().u;
    result.formula = formula_of(run.terms());
    result.noise = noise_after(*engine, data.observed(), run.factors(), run.terms().loss);
    finish_fit(*this, data, *engine, result);
    return result;
  }

  [[nodiscard]] GodecRun make_run(const Data& data, Engine& engine, FitContext& context,
                                  const FitOptions& options, const StopSettings& stop) const {
    const bool random = settings().init == GodecInit::random;
    Factors start = first_factors(options, context, data, engine, [&]() -> Factors {
      if (!random) return l1_start(engine, context, data, options.rank, stop);
      return {Matrix(data.rows(), options.rank), Matrix(data.cols(), options.rank)};
    });
    const double sigma = context.once("sigma", [&] { return width(data, engine, start); });
    GodecRun run(data, engine, context, settings(),
                 std::max(sigma, std::numeric_limits<double>::min()), std::move(start));
    if (random && !options.start)
      run.start_from(uniform_block(data.cols(), options.rank, context.seed()));
    return run;
  }

  /// The width of the correntropy, in the unit of y^2.
  [[nodiscard]] double width(const Data& data, Engine& engine, const Factors& start) const {
    const double s = engine.unit();
    if (settings().sigma > 0)
      return settings().sigma * (settings().scaling == Scaling::relative ? s * s : 1.0);
    // Three deviations lose 5 % to least squares where noise is normal. Without any noise the width
    // is that of the l1 loss of the start.
    constexpr double deviations = 3.0;
    const Terms l1 = resolve({}, data);
    const double noise = noise_after(engine, data.observed(), start, l1.loss);
    const double width = std::max(deviations * noise, GrmfOptions{}.eps * s);
    return width * width;
  }
};

}  // namespace

std::unique_ptr<Method> make_godec_plus() { return std::make_unique<GodecPlus>(); }

}  // namespace grmf::internal
