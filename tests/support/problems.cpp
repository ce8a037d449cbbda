#include "support/problems.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace grmf::test {

using internal::L1Loss;
using internal::Penalty;

Matrix normal_matrix(Index rows, Index cols, Random& random) {
  std::normal_distribution<double> normal;
  Matrix a(rows, cols);
  for (double& value : a.values()) value = normal(random);
  return a;
}

Planted planted(Index rows, Index cols, int rank, double outliers, Random& random) {
  const Matrix u = normal_matrix(rows, rank, random);
  const Matrix v = normal_matrix(cols, rank, random);
  Planted problem{multiply_transposed(u, v), {}};
  problem.y = problem.truth;
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (double& value : problem.y.values()) {
    if (uniform(random) < outliers) value = 20 * uniform(random) - 10;
  }
  return problem;
}

void salt_and_pepper(Matrix& picture, double ratio, Random& random) {
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (double& pixel : picture.values()) {
    if (uniform(random) < ratio) pixel = uniform(random) < 0.5 ? 0.0 : 255.0;
  }
}

namespace {

long double plain_penalty(const Penalty& penalty, std::span<const double> x) {
  long double sum = 0;
  for (std::size_t l = 0; l < x.size(); ++l) {
    const long double x_l = x[l];
    sum += penalty.lambda1 * std::min<long double>(std::abs(x_l) / penalty.tau1, 1);
    sum += penalty.lambda3 * x_l * x_l;
    if (x_l < 0) sum += penalty.lambda_neg * x_l * x_l;
    for (std::size_t k = l + 1; k < x.size(); ++k) {
      sum += penalty.lambda2 * std::min<long double>(std::abs(x_l - x[k]) / penalty.tau2, 1);
    }
  }
  return sum;
}

}  // namespace

double plain_objective(const Matrix& y, const Matrix& weights, const internal::Terms& terms,
                       const Factors& factors) {
  const auto phi = [&](long double r) -> long double {
    if (const auto* l1 = std::get_if<L1Loss>(&terms.loss)) return std::sqrt(r * r + l1->eps);
    if (const auto* atan = std::get_if<internal::AtanLoss>(&terms.loss))
      return atan->a * std::atan(std::sqrt(r * r + atan->eps) / atan->a);
    return r * r / 2;
  };
  long double f = 0;
  for (Index i = 0; i < y.rows(); ++i) {
    for (Index j = 0; j < y.cols(); ++j) {
      if (std::isnan(y(i, j)) || weights(i, j) == 0) continue;
      long double residual = y(i, j);
      for (Index l = 0; l < factors.u.cols(); ++l) {
        residual -= static_cast<long double>(factors.u(i, l)) * factors.v(j, l);
      }
      f += weights(i, j) * phi(residual);
    }
  }
  for (Index i = 0; i < factors.u.rows(); ++i) f += plain_penalty(terms.u, factors.u.row(i));
  for (Index j = 0; j < factors.v.rows(); ++j) f += plain_penalty(terms.v, factors.v.row(j));
  return static_cast<double>(f);
}

double rmae(const Matrix& truth, const Matrix& estimate) {
  double error = 0;
  double size = 0;
  for (Index k = 0; k < truth.size(); ++k) {
    error += std::abs(truth.data()[k] - estimate.data()[k]);
    size += std::abs(truth.data()[k]);
  }
  return error / size;
}

double relative_difference(const Matrix& a, const Matrix& b) {
  double error = 0;
  double size = 0;
  for (Index k = 0; k < a.size(); ++k) {
    error += (a.data()[k] - b.data()[k]) * (a.data()[k] - b.data()[k]);
    size += b.data()[k] * b.data()[k];
  }
  return std::sqrt(error / size);
}

bool same_bytes(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * a.size()) == 0;
}

Matrix scaled(const Matrix& a, double factor) {
  Matrix b = a;
  for (double& value : b.values()) value *= factor;
  return b;
}

Matrix32 narrowed(const Matrix& a) {
  Matrix32 b(a.rows(), a.cols());
  for (Index k = 0; k < a.size(); ++k) b.data()[k] = static_cast<float>(a.data()[k]);
  return b;
}

}  // namespace grmf::test
