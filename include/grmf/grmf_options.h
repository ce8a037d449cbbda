#pragma once

#include <optional>

#include "grmf/export.h"

/// GRMF and its family of methods share one objective (docs/options.md):
///
///   f(U,V) = sum_ij m_ij phi(y_ij - u_i . v_j) + sum_i R_U(u_i) + sum_j R_V(v_j)
///
///   R(x)   = lambda1    * sum_l    min(|x_l| / tau1, 1)            sparsity
///          + lambda2    * sum_l<l' min(|x_l - x_l'| / tau2, 1)     grouping
///          + lambda3    * sum_l    x_l^2                           ridge
///          + lambda_neg * sum_l    min(x_l, 0)^2                   soft non-negativity
namespace grmf {

/// A number for U and one for V. `.lambda1 = 0.1` sets both, `.lambda1 = {0.1, 0.2}` each.
struct PerFactor {
  double u;
  double v;
  constexpr PerFactor(double both) : u(both), v(both) {}  // NOLINT(google-explicit-constructor)
  constexpr PerFactor(double for_u, double for_v) : u(for_u), v(for_v) {}
};

/// The same, where a number may also be left to the data: `.lambda1 = 0.1` sets both, `.lambda1 =
/// {0.1, 0.2}` each, and `.lambda1 = {}` is auto.
struct AutoPerFactor {
  std::optional<double> u;
  std::optional<double> v;
  constexpr AutoPerFactor() = default;
  constexpr AutoPerFactor(double both) : u(both), v(both) {}  // NOLINT(google-explicit-constructor)
  constexpr AutoPerFactor(std::optional<double> for_u, std::optional<double> for_v)
      : u(for_u), v(for_v) {}
};

enum class Loss {
  /// l1, refined where that is better (Refine). With a GrmfOptions::l1_rank: l1 with so many
  /// columns, and atan from there on.
  automatic,
  l1,  ///< phi(r) = sqrt(r^2 + eps)
  l2,  ///< phi(r) = r^2 / 2
  /// phi(r) = a atan(sqrt(r^2 + eps) / a): bounded, so that gross errors pull no more. A fit begins
  /// with the l1 solution, because from elsewhere the loss may let go of too much.
  atan,
};

/// Whether a fit goes on from its solution with a loss that gives gross errors no weight at all.
/// Its width is a few deviations of the noise, which is estimated from the residuals
/// (docs/recovery.md).
enum class Refine {
  /// With Loss::automatic: where entries held out are predicted better. With any other loss: no.
  automatic,
  on,
  off,
};

/// How lambda1, lambda2, lambda3, lambda_neg, tau1, tau2 and eps are read.
enum class Scaling {
  /// Dimensionless: the same meaning for any unit, shape and share of missing entries. With
  /// s = Data::scale() and N the mean weight of a row's data:
  ///   tau    -> tau sqrt(s) (n/d)^(1/4) for U, (d/n)^(1/4) for V       eps -> (eps s)^2, a -> a s
  ///   lambda1, lambda2 -> lambda s N          lambda3 -> lambda3 / 2 sqrt(max(d, n))
  ///   lambda_neg -> lambda_neg N              (with the l2 loss all four are also multiplied by s)
  relative,
  /// The numbers are used in f as they stand.
  absolute,
  /// As absolute, but lambda1, lambda2 and lambda_neg are per sample: times n for U and d for V.
  per_sample,
};

enum class Nonnegativity {
  none,
  soft,  ///< the lambda_neg term
  hard,  ///< U >= 0 and V >= 0
};

/// How the problem of one row is solved.
enum class Solver {
  exact,    ///< active set: exact zeros and exact ties
  dc_admm,  ///< the paper's Algorithm 2 with its signs corrected; ties are only approximate
};

/// A value for every option at once: setting the option `preset` overwrites all the others.
enum class Preset {
  standard,   ///< the defaults below
  published,  ///< the settings of the paper: GrmfOptions::published()
};

/// Where a fit begins. Under Nonnegativity::hard, unless the start is random, a fit without the
/// constraint finds the product U V^T first.
enum class Init {
  svd,  ///< truncated SVD, U = P sqrt(S), V = Q sqrt(S)
  /// Columns are added one by one, each fitted to what the columns before leave over, with gross
  /// errors clipped. The SVD is taken instead where f is lower after a few sweeps.
  robust,
  random,  ///< normally distributed entries drawn with FitOptions::seed, in the scale of the data
};

/// Whether a fit also looks for the best basis of its factors (docs/grouping.md). With a lambda
/// that is auto it does so once, after the fit without sparsity and grouping. With numbers it does
/// so by gauge steps before the sweeps 9, 17, 33, ..., which search from scratch up to r = 8, and,
/// unless a start is given, by a start made for this purpose. These need a ridge on both factors.
enum class Gauge {
  automatic,  ///< on unless lambda1 and lambda2 are 0
  on,
  off,
};

struct GRMF_EXPORT GrmfOptions {
  /// Set by published(). By itself it decides only the sweep cap, tolerance and stop rule where
  /// FitOptions leaves them empty.
  Preset preset = Preset::standard;
  Loss loss = Loss::automatic;
  Refine refine = Refine::automatic;
  Scaling scaling = Scaling::relative;
  Nonnegativity nonnegative = Nonnegativity::none;
  /// Sparsity and grouping, >= 0. Auto: the fit is made without them first. Where its noise leaves
  /// no doubt that values are zero or tied, these are made so and stay so; else sparsity and
  /// grouping are too weak to cost much (docs/grouping.md).
  AutoPerFactor lambda1 = {};
  AutoPerFactor lambda2 = {};
  PerFactor lambda3 = 0.4;     ///< ridge, >= 0; at 0 f is not coercive, which gives a warning
  PerFactor lambda_neg = 1.0;  ///< soft non-negativity, >= 0; read only with Nonnegativity::soft
  /// Where sparsity and grouping stop pulling, > 0. Auto: 0.03 with a lambda that is a number. Else
  /// a few standard errors of the values until zeros and ties are found, which then stay.
  AutoPerFactor tau1 = {};
  AutoPerFactor tau2 = {};
  double eps = 0.01;  ///< smoothing of the l1 and atan losses, > 0
  double a = 0.0;     ///< where the atan loss begins to yield, >= 0; 0: chosen from the data
  /// With the losses auto and atan, unless a start is given: the number of columns that are found
  /// by l1 before the atan loss takes over and adds the others one by one; 0 means all. Where l1
  /// has no use for more columns than these, its solution with more is a poor start.
  int l1_rank = 0;
  Init init = Init::robust;
  Gauge gauge = Gauge::automatic;
  int mm_steps = 1;  ///< majorise-minimise steps per row and visit, >= 1

  Solver solver = Solver::exact;
  double nu = 1.0;  ///< dc-admm: penalty, > 0, in units of the mean diagonal of the row's Hessian
  double nu_growth = 1.0;    ///< dc-admm: factor per inner step, >= 1; above 1 it freezes early
  double eps_inner = 1e-20;  ///< dc-admm: inner stop, |x step|^2 <= eps_inner |x|^2, >= 0
  double eps_outer = 1e-12;  ///< dc-admm: outer stop, |x step|^2 <= eps_outer |x|^2, >= 0
  int max_inner = 5000;      ///< dc-admm: cap on inner steps, >= 1
  int max_outer = 20;        ///< dc-admm: cap on outer steps, >= 1

  /// The settings of the paper's experiments.
  static GrmfOptions published();
};

}  // namespace grmf
