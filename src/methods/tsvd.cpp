/// Truncated SVD: the best approximation of rank r in the l2 loss, U = P sqrt(S), V = Q sqrt(S). It
/// is not robust, but the yardstick that every robust method should beat. It has no options of its
/// own: the paper ran the same method.

#include <algorithm>
#include <cmath>
#include <string>

#include "backends/backends.h"
#include "linalg/dense.h"
#include "linalg/partial_svd.h"
#include "methods/fit_settings.h"
#include "methods/method_rows.h"
#include "methods/tabled_method.h"
#include "starts/start.h"

namespace grmf::internal {
namespace {

struct TsvdOptions {
  Preset preset = Preset::standard;
};

constexpr double accuracy = 1e-13;  ///< of every triplet, relative to the largest singular value

const OptionTable<TsvdOptions>& tsvd_option_table() {
  static const auto table = [] {
    OptionTable<TsvdOptions> rows(TsvdOptions{});
    add_preset(rows, [](Preset preset) { return TsvdOptions{preset}; });
    return rows;
  }();
  return table;
}

/// The largest max_l |g_l| / max_l |c_l| of all rows of g = X (A^T A) - B A and c = B A; 0 / 0 = 0.
double largest_slope(const Dense& x, const Dense& a, const Dense& b_a) {
  const Dense g = x * (a.transpose() * a) - b_a;
  double largest = 0.0;
  for (Index i = 0; i < g.rows(); ++i) {
    const double slope = g.row(i).cwiseAbs().maxCoeff();
    if (slope > 0) largest = std::max(largest, slope / b_a.row(i).cwiseAbs().maxCoeff());
  }
  return largest;
}

/// The certificate of RowWork without weights and penalties. All rows then have the same Gram
/// matrix, which need not be formed for each row.
double certificate_of(const LinearMap& y, const Factors& factors) {
  const Dense u = view(factors.u) / std::sqrt(y.unit());
  const Dense v = view(factors.v) / std::sqrt(y.unit());
  return std::max(largest_slope(u, v, y.times(v)), largest_slope(v, u, y.transposed_times(u)));
}

class Tsvd final : public TabledMethod<Tsvd, TsvdOptions> {
 public:
  Tsvd()
      : TabledMethod("tsvd", "truncated SVD: the best approximation in the l2 loss; not robust",
                     tsvd_option_table()) {}

  [[nodiscard]] bool takes_gaps() const override { return false; }
  [[nodiscard]] std::string refusal(const Data& data) const override {
    if (data.plain()) return {};
    return "tsvd takes neither missing entries nor weights; use gmf-l2, which has the same loss, "
           "or fill the gaps";
  }
  [[nodiscard]] StopDefaults stop_defaults() const override {
    return {.max_sweeps = 1, .tolerance = accuracy, .rule = StopRule::decrease};
  }

  [[nodiscard]] Result fit(const Data& data, const FitOptions& options) const override {
    check(*this, options, data);
    FitContext context(options);
    identify(context, *this, data, options);
    const auto engine = make_engine(data, context);
    const auto y = engine->products();
    // All is done in one step: a fit that resumes makes it again, to the same bits.
    context.begin_stage();
    context.resume([](StateArchive&) {});
    PartialSvd svd = partial_svd(*y, options.rank, accuracy, context.seed(), context.workers(),
                                 [&] { return context.must_end(); });
    const bool accurate = svd.accurate;
    const Factors factors = balanced_factors(std::move(svd));
    const Factors zero{Matrix(data.rows(), options.rank), Matrix(data.cols(), options.rank)};

    const Terms terms{.loss = L2Loss{}, .u = {}, .v = {}};
    const auto work = engine->row_work(terms, {}, options.rank);
    Result result;
    const double f_zero = work->objective(zero);
    result.objective = work->objective(factors);
    result.certificate = certificate_of(*y, factors);
    result.history = {{.sweep = 0, .objective = f_zero},
                      record_sweep(1, result.objective, f_zero, factors, zero)};
    context.report(
        result.history.back(), [&] { return Factors(factors); }, [](StateArchive&) {});
    if (!std::isfinite(result.objective)) {
      result.status = Status::numerical_issue;
      result.message = "overflow: the squares of the data are not finite; rescale them";
    } else if (context.ended()) {
      result.status = context.status();
      result.message = describe(result.status, result.sweeps(), "");
    } else {
      result.message = "converged: computed to rounding";
    }
    if (!accurate && !context.ended()) {
      result.warnings.emplace_back(
          "the singular values lie so close that the vectors are accurate to less than 1e-13");
    }
    warn_of_unused_start(options, name(), result);
    warn_of_unused_stop_rule(options, name(), result);
    result.u = factors.u;
    result.v = factors.v;
    describe_fit(terms, data, *engine, result);
    finish_fit(*this, data, *engine, result);
    return result;
  }
};

}  // namespace

std::unique_ptr<Method> make_tsvd() { return std::make_unique<Tsvd>(); }

}  // namespace grmf::internal
