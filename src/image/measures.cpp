#include "grmf/measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

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

/// The Gaussian means of value(i, j) over all windows inside the picture; the window is separable.
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

using Channels = std::span<const Matrix>;

std::string shape(Channels a) {
  const std::string plane =
      std::to_string(a.front().rows()) + " x " + std::to_string(a.front().cols());
  return a.size() == 1 ? plane : plane + " x " + std::to_string(a.size());
}

/// The mean SSIM over the channels.
double ssim(Channels a, Channels b, double peak) {
  double sum = 0.0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += ssim(a[c], b[c], peak);
  return sum / static_cast<double>(a.size());
}

[[noreturn]] void throw_not_finite(const char* which, Index i, Index j) {
  throw Error(ErrorCode::invalid_data,
              std::string("the ") + which + " is not finite at row " + std::to_string(i) +
                  ", column " + std::to_string(j) + " (counted from 0); all its entries must be" +
                  (std::string_view(which) == "truth" ? ", or NaN where missing" : ""));
}

/// A sum of absolute values and a sum of their squares, in the unit 2^exponent, where neither
/// overflows nor vanishes.
struct Sums {
  int exponent = 0;
  double sizes = 0.0;
  double squares = 0.0;

  explicit Sums(double largest) : exponent(largest > 0 ? std::ilogb(largest) : 0) {}
  void add(double first, double second = 0.0) {
    const double size = std::abs(std::ldexp(first, -exponent) - std::ldexp(second, -exponent));
    sizes += size;
    squares += size * size;
  }
};

struct Comparison {
  Sums truth;
  Sums error;
  Index count = 0;  ///< entries where the truth is known
};

/// Calls visit(truth, estimate) where the truth is known.
template <class Visit>
void for_each_known(Channels truth, Channels estimate, Visit visit) {
  for (std::size_t c = 0; c < truth.size(); ++c) {
    for (Index k = 0; k < truth[c].size(); ++k) {
      if (!std::isnan(truth[c].data()[k])) visit(truth[c].data()[k], estimate[c].data()[k]);
    }
  }
}

void check_entries(const Matrix& truth, const Matrix& estimate) {
  for (Index i = 0; i < truth.rows(); ++i) {
    for (Index j = 0; j < truth.cols(); ++j) {
      if (std::isnan(truth(i, j))) continue;
      if (std::isinf(truth(i, j))) throw_not_finite("truth", i, j);
      if (!std::isfinite(estimate(i, j))) throw_not_finite("estimate", i, j);
    }
  }
}

Comparison compared(Channels truth, Channels estimate) {
  double largest = 0.0;
  double largest_truth = 0.0;
  for_each_known(truth, estimate, [&](double t, double e) {
    largest_truth = std::max(largest_truth, std::abs(t));
    largest = std::max({largest, std::abs(t), std::abs(e)});
  });
  if (largest_truth == 0) {
    throw Error(
        ErrorCode::invalid_data,
        "the truth is missing or 0 everywhere; a relative error needs something to relate to");
  }
  Comparison result{Sums(largest_truth), Sums(largest)};
  for_each_known(truth, estimate, [&](double t, double e) {
    result.truth.add(t);
    result.error.add(t, e);
    ++result.count;
  });
  return result;
}

void check_size(const Score& score) {
  for (const double measure : {score.rmae, score.rse, score.re, score.mae, score.mse, score.rmse,
                               score.psnr.value_or(0), score.ssim.value_or(0)}) {
    if (std::isfinite(measure)) continue;
    throw Error(ErrorCode::invalid_data,
                "the truth and the estimate are of such sizes that a measure of their difference "
                "is no finite number; divide both by the same number first");
  }
}

}  // namespace

Score score(const Matrix& truth, const Matrix& estimate, double peak) {
  return score(Channels(&truth, 1), Channels(&estimate, 1), peak);
}

Score score(Channels truth, Channels estimate, double peak) {
  if (shape(truth) != shape(estimate)) {
    throw Error(ErrorCode::invalid_data, "the truth is " + shape(truth) + ", the estimate " +
                                             shape(estimate) + "; the shapes must be equal");
  }
  for (std::size_t c = 0; c < truth.size(); ++c) check_entries(truth[c], estimate[c]);
  const auto [size, error, count] = compared(truth, estimate);
  const auto n = static_cast<double>(count);
  const int apart = error.exponent - size.exponent;
  const double mean_square = error.squares / n;  // in the squared unit of the errors
  Score result{.rmae = std::ldexp(error.sizes / size.sizes, apart),
               .rse = std::ldexp(error.squares / size.squares, 2 * apart),
               .re = std::ldexp(std::sqrt(error.squares / size.squares), apart),
               .mae = std::ldexp(error.sizes / n, error.exponent),
               .mse = std::ldexp(mean_square, 2 * error.exponent),
               .rmse = std::ldexp(std::sqrt(mean_square), error.exponent)};
  if (peak > 0) {
    const double scaled_peak = std::ldexp(peak, -error.exponent);
    if (mean_square > 0) result.psnr = 20 * std::log10(scaled_peak / std::sqrt(mean_square));
    const Matrix& first = truth.front();
    const bool gaps = count < std::ssize(truth) * first.size();
    if (!gaps && first.rows() >= window && first.cols() >= window)
      result.ssim = ssim(truth, estimate, peak);
  }
  check_size(result);
  return result;
}

}  // namespace grmf
