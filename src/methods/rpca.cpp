/// RPCA (Candes, Li, Ma, Wright: Robust Principal Component Analysis?, 2011).
///
///   min |L|_* + lambda sum_ij m_ij |s_ij|   subject to   L + S = Y
///
/// by ADMM with a constant penalty mu, or by the inexact augmented Lagrangian method of Lin, Chen, Ma, which
/// lets mu grow and so ends sooner but need not end at the minimum. Where an entry is missing S is free. The
/// rank is found, not given.

#include <cmath>

#include "core/iterate.h"
#include "core/option_rows.h"
#include "core/shrunk.h"
#include "core/singular_threshold.h"
#include "methods/fit_settings.h"
#include "methods/tabled_method.h"

namespace grmf::internal {
namespace {

enum class Algorithm { admm, ialm };

struct RpcaOptions {
  Preset preset = Preset::standard;
  Algorithm algorithm = Algorithm::admm;
  double lambda = 1.0;
};

const OptionTable<RpcaOptions>& option_table() {
  static const auto table = [] {
    OptionTable<RpcaOptions> rows(RpcaOptions{});
    add_preset(rows, [](Preset preset) { return RpcaOptions{.preset = preset}; });
    add_choice(rows, "algorithm",
               "admm: to the minimum; ialm: faster, near it where Y is recoverable",
               &RpcaOptions::algorithm,
               Names<Algorithm>{{Algorithm::admm, "admm"}, {Algorithm::ialm, "ialm"}});
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

/// The iteration, on data divided by a power of two so that nothing overflows.
class RpcaRun {
 public:
  RpcaRun(const Data& data, const RpcaOptions& options, Workers& workers)
      : data_(&data),
        workers_(&workers),
        unit_(power_of_two_unit(data.y())),
        lambda_(options.lambda /
                std::sqrt(static_cast<double>(std::max(data.rows(), data.cols())))),
        y_(data.y().widened()),
        l_(data.rows(), data.cols()),
        s_(data.rows(), data.cols()),
        multiplier_(data.rows(), data.cols()),
        work_(data.rows(), data.cols()) {
    for (double& value : y_.values()) value /= unit_;
    y_norm_ = view(y_).norm();
    if (y_norm_ == 0) return;
    double sum = 0.0;
    double largest = 0.0;
    for (const double value : y_.values()) {
      sum += std::abs(value);
      largest = std::max(largest, std::abs(value));
    }
    mu_ = mu_max_ = static_cast<double>(y_.size()) / (4 * sum);
    if (options.algorithm == Algorithm::ialm) {
      const double spectral = spectral_norm(y_, workers);
      const double dual_norm = std::max(spectral, largest / lambda_);
      for (Index k = 0; k < y_.size(); ++k) multiplier_.data()[k] = y_.data()[k] / dual_norm;
      mu_ = 1.25 / spectral;
      mu_max_ = 1e7 * mu_;
      growth_ = 1.5;
    }
  }

  /// One round: L, then S, then the multiplier of L + S = Y.
  IterationStep step() {
    if (y_norm_ == 0) {
      gap_ = 0.0;
      return {};
    }
    for (Index k = 0; k < y_.size(); ++k)
      work_.data()[k] = y_.data()[k] - s_.data()[k] + multiplier_.data()[k] / mu_;
    svd_of_l_ =
        singular_threshold(work_, 1 / mu_, static_cast<Index>(svd_of_l_.sigma.size()), *workers_);
    Matrix l = low_rank();
    double s_step = 0.0;
    double s_norm1 = 0.0;
    double gap = 0.0;
    for (Index i = 0; i < y_.rows(); ++i) {
      for (Index j = 0; j < y_.cols(); ++j) {
        const double m = data_->weight(i, j);
        double& multiplier = multiplier_(i, j);
        const double rest = y_(i, j) - l(i, j);
        const double s = shrunk(rest + multiplier / mu_, lambda_ * m / mu_);
        multiplier += mu_ * (rest - s);
        gap += (rest - s) * (rest - s);
        s_step += (s - s_(i, j)) * (s - s_(i, j));
        s_norm1 += m * std::abs(s);
        s_(i, j) = s;
      }
    }
    mu_ = std::min(mu_ * growth_, mu_max_);
    gap_ = std::sqrt(gap) / y_norm_;
    const double l_change = (view(l) - view(l_)).norm();
    l_ = std::move(l);
    const double s_change = std::sqrt(s_step);
    // A feasible point may still be far from the minimum: by admm L and S must have come to rest as well. ialm
    // freezes them instead.
    const double motion = growth_ > 1 ? 0.0 : std::max(l_change, s_change) / y_norm_;
    return {.objective = unit_ * (svd_of_l_.nuclear_norm() + lambda_ * s_norm1),
            .change = std::max(gap_, motion),
            .step_u = unit_ * l_change,
            .step_v = unit_ * s_change};
  }

  /// U = P sqrt(sigma), V = Q sqrt(sigma); a single column of zeros where L = 0.
  [[nodiscard]] Factors factors() const {
    const auto& [p, sigma, q] = svd_of_l_;
    if (sigma.size() == 0) return {Matrix(y_.rows(), 1), Matrix(y_.cols(), 1)};
    const Eigen::VectorXd root = (unit_ * sigma).cwiseSqrt();
    return {to_matrix(p * root.asDiagonal()), to_matrix(q * root.asDiagonal())};
  }
  [[nodiscard]] Matrix outliers() const {
    Matrix s = s_;
    for (Index i = 0; i < s.rows(); ++i) {
      for (Index j = 0; j < s.cols(); ++j) s(i, j) *= data_->weight(i, j) > 0 ? unit_ : 0.0;
    }
    return s;
  }
  [[nodiscard]] double gap() const { return gap_; }

 private:
  [[nodiscard]] Matrix low_rank() const {
    const auto& [p, sigma, q] = svd_of_l_;
    if (sigma.size() == 0) return {y_.rows(), y_.cols()};
    return to_matrix(p * sigma.asDiagonal() * q.transpose());
  }

  const Data* data_;
  Workers* workers_;
  double unit_;
  double lambda_;
  Matrix y_;  ///< in units
  Matrix l_;
  Thresholded svd_of_l_;
  Matrix s_;
  Matrix multiplier_;
  Matrix work_;
  double y_norm_ = 0.0;
  double mu_ = 1.0;
  double mu_max_ = 1.0;
  double growth_ = 1.0;
  double gap_ = 1.0;  ///< |Y - L - S|_F / |Y|_F
};

class Rpca final : public TabledMethod<RpcaOptions> {
 public:
  Rpca()
      : TabledMethod("rpca", "robust PCA: low rank plus sparse outliers; finds its own rank",
                     option_table()) {}

  [[nodiscard]] bool takes_rank() const override { return false; }

  [[nodiscard]] StopDefaults stop_defaults() const override {
    return {.max_sweeps = 2000, .tolerance = 1e-7, .rule = StopRule::decrease};
  }

  [[nodiscard]] Result fit(const Data& data, const FitOptions& options) const override {
    const StopSettings stop = stop_settings(options, stop_defaults());
    check_all_but_rank(options, data);
    Workers workers(options.threads);
    RpcaRun run(data, settings(), workers);
    // Before the first step L = S = 0, which is not feasible.
    Result result = iterate([&] { return run.step(); }, 0.0, stop,
                            "|Y - L - S| and steps, relative to |Y|,", options.on_sweep);
    Factors factors = run.factors();
    if (options.rank > 0 && options.rank != factors.u.cols()) {
      result.warnings.push_back("rpca finds its own rank, " + std::to_string(factors.u.cols()) +
                                "; the given one, " + std::to_string(options.rank) +
                                ", was left out");
    }
    warn_of_unused_start(options, name(), result);
    warn_of_unused_stop_rule(options, name(), result);
    result.u = std::move(factors.u);
    result.v = std::move(factors.v);
    result.outliers = run.outliers();
    result.certificate = run.gap();
    sign(result, name());
    return result;
  }
};

}  // namespace

std::unique_ptr<Method> make_rpca() { return std::make_unique<Rpca>(); }

}  // namespace grmf::internal
