#include "grmf/measures.h"

#include <array>
#include <cmath>
#include <string>

#include "grmf/error.h"

namespace grmf {
namespace {

/// SSIM of Wang, Bovik, Sheikh, Simoncelli (2004): an 11 x 11 Gaussian window of deviation 1.5,
/// K1 = 0.01, K2 = 0.03, averaged over the places where the window lies inside the picture.
constexpr Index window = 11;
constexpr double middle = 5.0;
constexpr double window_deviation = 1.5;
constexpr double k1 = 0.01;
constexpr double k2 = 0.03;

std::array<double, window> gaussian() {
  std::array<double, window> weights{};
  double sum = 0.0;
  for (Index k = 0; k < window; ++k) {
    const double x = (static_cast<double>(k) - middle) / window_deviation;
    weights[k] = std::exp(-0.5 * x * x);
    sum += weights[k];
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

/// Gaussian means over all windows inside the picture of value(i, j); the window is separable.
template <class Value>
Matrix blurred(Index rows, Index cols, Value value) {
  const auto weights = gaussian();
  Matrix across(rows, cols - window + 1);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < across.cols(); ++j) {
      for (Index k = 0; k < window; ++k) across(i, j) += weights[k] * value(i, j + k);
    }
  }
  Matrix both(rows - window + 1, across.cols());
  for (Index i = 0; i < both.rows(); ++i) {
    for (Index j = 0; j < both.cols(); ++j) {
      for (Index k = 0; k < window; ++k) both(i, j) += weights[k] * across(i + k, j);
    }
  }
  return both;
}

double ssim(const Matrix& a, const Matrix& b, double peak) {
  const auto mean_of = [&](auto value) { return blurred(a.rows(), a.cols(), value); };
  const Matrix mean_a = mean_of([&](Index i, Index j) { return a(i, j); });
  const Matrix mean_b = mean_of([&](Index i, Index j) { return b(i, j); });
  const Matrix square_a = mean_of([&](Index i, Index j) { return a(i, j) * a(i, j); });
  const Matrix square_b = mean_of([&](Index i, Index j) { return b(i, j) * b(i, j); });
  const Matrix product = mean_of([&](Index i, Index j) { return a(i, j) * b(i, j); });
  const double c1 = (k1 * peak) * (k1 * peak);
  const double c2 = (k2 * peak) * (k2 * peak);
  double sum = 0.0;
  for (Index k = 0; k < mean_a.size(); ++k) {
    const double m_a = mean_a.data()[k];
    const double m_b = mean_b.data()[k];
    const double variance_a = square_a.data()[k] - m_a * m_a;
    const double variance_b = square_b.data()[k] - m_b * m_b;
    const double covariance = product.data()[k] - m_a * m_b;
    sum += (2 * m_a * m_b + c1) * (2 * covariance + c2) /
           ((m_a * m_a + m_b * m_b + c1) * (variance_a + variance_b + c2));
  }
  return sum / static_cast<double>(mean_a.size());
}

std::string shape(const Matrix& a) {
  return std::to_string(a.rows()) + " x " + std::to_string(a.cols());
}

}  // namespace

Score score(const Matrix& truth, const Matrix& estimate, double peak) {
  if (truth.rows() != estimate.rows() || truth.cols() != estimate.cols()) {
    throw Error(ErrorCode::invalid_data, "the truth is " + shape(truth) + ", the estimate " +
                                             shape(estimate) + "; the shapes must be equal");
  }
  double error = 0.0;
  double error_squared = 0.0;
  double size = 0.0;
  double size_squared = 0.0;
  Index count = 0;
  for (Index i = 0; i < truth.rows(); ++i) {
    for (Index j = 0; j < truth.cols(); ++j) {
      if (std::isnan(truth(i, j))) continue;
      if (!std::isfinite(estimate(i, j))) {
        throw Error(ErrorCode::invalid_data,
                    "the estimate is not finite at row " + std::to_string(i) + ", column " +
                        std::to_string(j) + " (counted from 0); all its entries must be");
      }
      const double difference = truth(i, j) - estimate(i, j);
      error += std::abs(difference);
      error_squared += difference * difference;
      size += std::abs(truth(i, j));
      size_squared += truth(i, j) * truth(i, j);
      ++count;
    }
  }
  if (size == 0) {
    throw Error(
        ErrorCode::invalid_data,
        "the truth is missing or 0 everywhere; a relative error needs something to relate to");
  }
  const auto n = static_cast<double>(count);
  Score result{.rmae = error / size,
               .rmse = error_squared / size_squared,
               .re = std::sqrt(error_squared / size_squared),
               .mae = error / n,
               .mse = error_squared / n};
  if (peak > 0) {
    if (error_squared > 0) result.psnr = 10 * std::log10(peak * peak / result.mse);
    const bool whole = count == truth.size() && truth.rows() >= window && truth.cols() >= window;
    if (whole) result.ssim = ssim(truth, estimate, peak);
  }
  return result;
}

}  // namespace grmf
