#include "starts/start.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/sums.h"
#include "grmf/error.h"
#include "linalg/decompositions.h"
#include "linalg/partial_svd.h"

namespace grmf::internal {
namespace {

/// Enough for a start: the sweeps that follow move far more than this.
constexpr double start_tolerance = 1e-2;

void scale_column(Matrix& a, Index l, double factor) {
  for (Index i = 0; i < a.rows(); ++i) a(i, l) *= factor;
}

/// The norm of the positive (sign 1) or negative (sign -1) part of a column.
double part_norm(const Matrix& a, Index l, double sign) {
  return std::sqrt(sum_of_chunks(a.rows(), [&](Index first, Index last) {
    double sum = 0.0;
    for (Index i = first; i < last; ++i) sum += std::pow(std::max(sign * a(i, l), 0.0), 2);
    return sum;
  }));
}

/// Replaces a column by its positive or negative part, scaled to the norm `size`.
void take_part(Matrix& a, Index l, double sign, double size) {
  const double norm = part_norm(a, l, sign);
  const double scale = norm > 0 ? size / norm : 0.0;
  for (Index i = 0; i < a.rows(); ++i) a(i, l) = scale * std::max(sign * a(i, l), 0.0);
}

void check_factor(const Matrix& factor, const char* name, Index rows, int rank) {
  if (factor.rows() != rows || factor.cols() != rank) {
    throw Error(ErrorCode::out_of_range,
                std::string("start ") + name + " is " + std::to_string(factor.rows()) + " x " +
                    std::to_string(factor.cols()) + "; it must be " + std::to_string(rows) + " x " +
                    std::to_string(rank),
                ErrorSubject::start);
  }
  for (Index k = 0; k < factor.size(); ++k) {
    if (!std::isfinite(factor.data()[k])) {
      throw Error(ErrorCode::invalid_data,
                  std::string("start ") + name + " is not finite at row " +
                      std::to_string(k / rank) + ", column " + std::to_string(k % rank) +
                      " (counted from 0); all its entries must be; if you "
                      "gave no start, the data are too large: rescale them",
                  ErrorSubject::start);
    }
  }
}

}  // namespace

Factors balanced_factors(PartialSvd svd) {
  for (Index l = 0; l < std::ssize(svd.sigma); ++l) {
    scale_column(svd.p, l, std::sqrt(svd.sigma[l]));
    scale_column(svd.q, l, std::sqrt(svd.sigma[l]));
  }
  return {std::move(svd.p), std::move(svd.q)};
}

Factors balanced(const Factors& factors) {
  const Dense u = view(factors.u);
  const Dense v = view(factors.v);
  const Dense p = orthonormal(u);
  const Dense q = orthonormal(v);
  const Svd core = full_svd((p.transpose() * u) * (q.transpose() * v).transpose());
  const std::vector<double> sigma(core.sigma.begin(), core.sigma.end());
  return balanced_factors({to_matrix(p * core.p), sigma, to_matrix(q * core.q)});
}

Factors svd_start(Engine& engine, int rank, FitContext& context) {
  return balanced_factors(partial_svd(*engine.products(), rank, start_tolerance, context.seed(),
                                      context.workers(), [&] { return context.must_end(); }));
}

void take_heavier_part(Factors& factors, Index column) {
  const auto weight_of = [&](double sign) {
    return part_norm(factors.u, column, sign) * part_norm(factors.v, column, sign);
  };
  const double sign = weight_of(1.0) >= weight_of(-1.0) ? 1.0 : -1.0;
  const double size = std::sqrt(weight_of(sign));
  take_part(factors.u, column, sign, size);
  take_part(factors.v, column, sign, size);
}

Factors rough_svd_start(Engine& engine, int rank, const FitContext& context) {
  return balanced_factors(rough_svd(*engine.products(), rank, context.seed()));
}

Factors nonnegative_svd_start(Engine& engine, int rank, FitContext& context) {
  Factors start = svd_start(engine, rank, context);
  for (Index l = 0; l < rank; ++l) take_heavier_part(start, l);
  return start;
}

Factors normal_factors(Index rows, Index cols, int rank, std::uint64_t seed, double deviation) {
  Factors start{Matrix(rows, rank), Matrix(cols, rank)};
  std::uint64_t stream = 0;
  for (Matrix* factor : {&start.u, &start.v}) {
    for (Index k = 0; k < factor->size(); ++k) {
      factor->data()[k] = deviation * random_normal(seed, stream, static_cast<std::uint64_t>(k));
    }
    ++stream;
  }
  return start;
}

void check_start(const Factors& start, const Engine& engine, int rank) {
  check_factor(start.u, "u", engine.rows(), rank);
  check_factor(start.v, "v", engine.cols(), rank);
}

}  // namespace grmf::internal
