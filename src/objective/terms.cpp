#include "objective/terms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/sums.h"
#include "data/unit.h"

namespace grmf::internal {
namespace {

/// The numbers that the options of one factor are multiplied by to become the numbers in f.
struct Units {
  double lambda12 = 1.0;  ///< for lambda1 and lambda2
  double lambda3 = 1.0;
  double lambda_neg = 1.0;
  double tau = 1.0;
};

struct AllUnits {
  Units u;
  Units v;
};

/// If Y is multiplied by k, the solution (U, V) is multiplied by sqrt(k). So tau scales with
/// sqrt(s), and the lambdas scale such that all terms of f stay in balance with the loss of a row.
AllUnits relative_units(Loss loss, const Data& data) {
  const double s = unit_of(data);
  const auto d = static_cast<double>(data.rows());
  const auto n = static_cast<double>(data.cols());
  const double loss_unit = loss == Loss::l2 ? s : 1.0;

  const auto of_factor = [&](double mean_weight, double shape) {
    return Units{.lambda12 = s * mean_weight * loss_unit,
                 .lambda3 = 0.5 * std::sqrt(std::max(d, n)) * loss_unit,
                 .lambda_neg = mean_weight * loss_unit,
                 .tau = std::sqrt(s) * std::sqrt(std::sqrt(shape))};
  };
  const double total = data.total_weight();
  return {.u = of_factor(total / d, n / d), .v = of_factor(total / n, d / n)};
}

AllUnits per_sample_units(const Data& data) {
  const auto d = static_cast<double>(data.rows());
  const auto n = static_cast<double>(data.cols());
  return {.u = {.lambda12 = n, .lambda_neg = n}, .v = {.lambda12 = d, .lambda_neg = d}};
}

AllUnits units(const GrmfOptions& options, const Data& data) {
  switch (options.scaling) {
    case Scaling::relative:
      return relative_units(options.loss, data);
    case Scaling::per_sample:
      return per_sample_units(data);
    case Scaling::absolute:
      break;
  }
  return {};
}

/// The options of one factor.
struct Side {
  double PerFactor::*number;
  std::optional<double> AutoPerFactor::*or_auto;
};
constexpr Side of_u{&PerFactor::u, &AutoPerFactor::u};
constexpr Side of_v{&PerFactor::v, &AutoPerFactor::v};

Penalty penalty_of(const GrmfOptions& options, const Side& side, const Units& unit) {
  constexpr double usual_tau = 0.03;
  const bool soft = options.nonnegative == Nonnegativity::soft;
  const auto lambda = [&](const AutoPerFactor& option) {
    return (option.*side.or_auto).value_or(0.0) * unit.lambda12;
  };
  const auto tau = [&](const AutoPerFactor& option) {
    return (option.*side.or_auto).value_or(usual_tau) * unit.tau;
  };
  return {.lambda1 = lambda(options.lambda1),
          .tau1 = tau(options.tau1),
          .lambda2 = lambda(options.lambda2),
          .tau2 = tau(options.tau2),
          .lambda3 = options.lambda3.*side.number * unit.lambda3,
          .lambda_neg = soft ? options.lambda_neg.*side.number * unit.lambda_neg : 0.0,
          .hard = options.nonnegative == Nonnegativity::hard};
}

}  // namespace

Terms resolve(const GrmfOptions& options, const Data& data) {
  const AllUnits unit = units(options, data);
  Terms terms{.loss = L2Loss{},
              .u = penalty_of(options, of_u, unit.u),
              .v = penalty_of(options, of_v, unit.v)};
  if (options.loss == Loss::l2) return terms;
  const bool relative = options.scaling == Scaling::relative;
  const double s = unit_of(data);
  const double width = options.eps * s;
  const double eps = std::max(relative ? width * width : options.eps,
                              std::numeric_limits<double>::min());  // so that eps is not 0
  terms.loss = L1Loss{eps};
  if (options.loss == Loss::atan) terms.loss = AtanLoss{eps, relative ? options.a * s : options.a};
  return terms;
}

Terms without_structure(Terms terms) {
  for (Penalty* penalty : {&terms.u, &terms.v}) penalty->lambda1 = penalty->lambda2 = 0;
  return terms;
}

double penalties(const Terms& terms, const Factors& factors) {
  const auto of_factor = [](const Penalty& penalty, const Matrix& x) {
    return sum_of_chunks(x.rows(), [&](Index first, Index last) {
      // A ridge is a sum over all entries, whatever their rows.
      if (penalty.ridge_alone())
        return penalty.value(x.values().subspan(first * x.cols(), (last - first) * x.cols()));
      double sum = 0.0;
      for (Index i = first; i < last; ++i) sum += penalty.value(x.row(i));
      return sum;
    });
  };
  return of_factor(terms.u, factors.u) + of_factor(terms.v, factors.v);
}

}  // namespace grmf::internal
