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

#include <cmath>

#include "base/random.h"
#include "data/unit.h"
#include "engine/certificate.h"
#include "engine/cpu/panel_kernels.h"
#include "engine/objective.h"
#include "linalg/decompositions.h"
#include "methods/fit_settings.h"
#include "methods/method_rows.h"
#include "methods/tabled_method.h"
#include "solve/iterate.h"
#include "starts/l1_start.h"
#include "starts/start.h"

namespace grmf::internal {
namespace {

enum class GodecInit { robust, random };

struct GodecOptions {
  Preset preset = Preset::standard;
  Scaling scaling = Scaling::relative;
  double sigma = 0.1;
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
              .help = "width of the correntropy: residuals above its root hardly count",
              .min = 0,
              .min_excluded = true},
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

AnyMatrix transposed(const AnyMatrix& a) {
  return a.visit([](const auto& held) { return AnyMatrix(grmf::transposed(held)); });
}

Data transposed(const Data& data) {
  if (!data.weights()) return Data(transposed(data.y()));
  return {transposed(data.y()), transposed(*data.weights())};
}

double largest_weight(const Data& data) {
  if (!data.weights()) return 1.0;
  return data.weights()->visit([](const auto& m) -> double {
    return *std::max_element(m.values().begin(), m.values().end());
  });
}

class GodecRun final : public Alternation {
 public:
  GodecRun(const Data& data, const GodecOptions& options, double sigma, int rank, Factors start,
           Workers& workers)
      : Alternation(std::move(start)),
        data_(&data),
        workers_(&workers),
        power_(options.power),
        terms_{.loss = CorrentropyLoss{sigma}, .u = {}, .v = {}},
        kernel_(terms_, rank),
        largest_weight_(largest_weight(data)),
        x1_(data.y().widened()) {}

  /// Replaces L by the projection of X1.
  void update_v() override {
    pull_towards_data();
    project(factors_.v);
  }
  double update_u() override { return objective(); }  // the projection has given both
  bool end_of_sweep() override { return false; }
  [[nodiscard]] double objective() override {
    return internal::objective(*data_, terms_, kernel_, factors_, *workers_);
  }
  [[nodiscard]] double certificate() override {
    return internal::certificate(*data_, terms_, kernel_, factors_, *workers_);
  }

  /// Makes a step and measures the change by which the paper stops.
  IterationStep plain_step() {
    const Factors factors = factors_;
    const Matrix before = multiply_transposed(factors_.u, factors_.v);
    update_v();
    const Matrix after = multiply_transposed(factors_.u, factors_.v);
    const double size = view(after).norm();
    const double change = size > 0 ? (view(after) - view(before)).norm() / size : 0.0;
    if (!std::isfinite(change)) set_factors(factors);
    return {.objective = objective(), .change = change * change};
  }

  /// Starts from the projection of Y itself, by power steps from `basis` (n x r).
  void start_from(const Matrix& basis) { project(basis); }

 private:
  /// X1 <- L + w (Y - L).
  void pull_towards_data() {
    const double falloff = 1 / std::get<CorrentropyLoss>(terms_.loss).sigma;
    const RowMajorDense v_transposed = view(factors_.v).transpose();
    workers_->for_each(x1_.rows(), [&](Index i, int) {
      Eigen::RowVectorXd l = Eigen::RowVectorXd::Zero(x1_.cols());
      for (Index c = 0; c < factors_.u.cols(); ++c) l += factors_.u(i, c) * v_transposed.row(c);
      Eigen::RowVectorXd t(x1_.cols());
      for (Index j = 0; j < x1_.cols(); ++j) t(j) = data_->y()(i, j) - l(j);
      double* x1 = x1_.row(i).data();
      panel_kernels().bell(t.data(), t.size(), falloff, x1);
      for (Index j = 0; j < x1_.cols(); ++j)
        x1[j] = l(j) + data_->weight(i, j) / largest_weight_ * x1[j] * t(j);
    });
  }

  /// Sets the factors to the projection of X1, by power steps from `row_space`.
  void project(const Matrix& row_space) {
    const double unit = power_of_two_unit(x1_);  // X1^T X1 Q has the size of the square of X1
    const Product x1(x1_, unit, *workers_);
    Dense q = orthonormal(view(row_space));
    for (int step = 0; step <= power_; ++step) q = orthonormal(x1.transposed_times(x1.times(q)));
    // Both factors get the same norm, so that extrapolation weighs them alike in any unit.
    const Dense u = unit * x1.times(q);
    const double size = std::sqrt(u.norm() / q.norm());
    const double share = size > 0 ? size : 1.0;
    factors_ = {to_matrix(u / share), to_matrix(q * share)};
  }

  const Data* data_;
  Workers* workers_;
  int power_;
  Terms terms_;
  Kernel kernel_;
  double largest_weight_;
  Matrix x1_;
};

Matrix uniform_block(Index rows, int cols, std::uint64_t seed) {
  constexpr std::uint64_t stream = 0x676f6465;
  Matrix block(rows, cols);
  for (Index k = 0; k < block.size(); ++k)
    block.data()[k] = random_uniform(seed, stream, static_cast<std::uint64_t>(k));
  return block;
}

class GodecPlus final : public TabledMethod<GodecOptions> {
 public:
  GodecPlus()
      : TabledMethod("godec-plus", "low rank by maximum correntropy: gross errors count nothing",
                     godec_option_table()) {}

  [[nodiscard]] StopDefaults stop_defaults() const override {
    if (settings().preset == Preset::standard) return {};
    return {.max_sweeps = 100, .tolerance = 1e-7, .rule = StopRule::decrease};
  }

  [[nodiscard]] Result fit(const Data& data, const FitOptions& options) const override {
    check(options, data);
    return settings().preset == Preset::published ? fit_as_published(data, options)
                                                  : fit_to_the_end(data, options);
  }

 private:
  [[nodiscard]] Result fit_to_the_end(const Data& data, const FitOptions& options) const {
    const StopSettings stop = stop_settings(options, stop_defaults());
    Workers workers(options.threads);
    GodecRun run = make_run(data, options, stop, workers);
    Result result = internal::run(run, stop, options.on_sweep);
    finish(result, run, name());
    return result;
  }

  /// Fits Y^T and stops by the change of L.
  [[nodiscard]] Result fit_as_published(const Data& data, const FitOptions& options) const {
    const StopSettings stop = stop_settings(options, stop_defaults());
    const Data transposed_data = transposed(data);
    FitOptions transposed_options = options;
    if (options.start) transposed_options.start = Factors{options.start->v, options.start->u};
    Workers workers(options.threads);
    GodecRun run = make_run(transposed_data, transposed_options, stop, workers);
    Result result = iterate([&] { return run.plain_step(); }, run.objective(), stop,
                            "(|L - L before| / |L|)^2", options.on_sweep);
    warn_of_unused_stop_rule(options, name(), result);
    finish(result, run, name());
    std::swap(result.u, result.v);
    return result;
  }

  [[nodiscard]] GodecRun make_run(const Data& data, const FitOptions& options,
                                  const StopSettings& stop, Workers& workers) const {
    const double s = unit_of(data);
    const double sigma = settings().sigma * (settings().scaling == Scaling::relative ? s * s : 1.0);
    GodecRun run(data, settings(), std::max(sigma, std::numeric_limits<double>::min()),
                 options.rank, own_start(data, options, stop, workers), workers);
    if (!options.start && settings().init == GodecInit::random)
      run.start_from(uniform_block(data.cols(), options.rank, options.seed));
    return run;
  }

  [[nodiscard]] Factors own_start(const Data& data, const FitOptions& options,
                                  const StopSettings& stop, Workers& workers) const {
    if (!options.start && settings().init == GodecInit::random)
      return {Matrix(data.rows(), options.rank), Matrix(data.cols(), options.rank)};
    if (!options.start) return l1_start(data, options, stop, workers);
    check_start(*options.start, data, options.rank);
    return *options.start;
  }
};

}  // namespace

std::unique_ptr<Method> make_godec_plus() { return std::make_unique<GodecPlus>(); }

}  // namespace grmf::internal
