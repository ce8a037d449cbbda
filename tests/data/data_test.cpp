#include "grmf/data.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/refusal.h"

namespace grmf {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

double plain_median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// The definition of Data::scale(), entry by entry.
double plain_scale(const Matrix& y, const Matrix& weights) {
  std::vector<double> sizes;
  for (Index k = 0; k < y.size(); ++k) {
    const double value = y.data()[k];
    const bool observed = weights.data()[k] > 0 && !std::isnan(value);
    if (observed && value != 0) sizes.push_back(std::abs(value));
  }
  return sizes.empty() ? 0.0 : plain_median(sizes);
}

/// Y and the weights, entry by entry.
Matrix y_of(const Data& data) {
  Matrix y(data.rows(), data.cols());
  for (Index i = 0; i < y.rows(); ++i) {
    for (Index j = 0; j < y.cols(); ++j) y(i, j) = data.y(i, j);
  }
  return y;
}
Matrix weights_of(const Data& data) {
  Matrix weights(data.rows(), data.cols());
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) weights(i, j) = data.weight(i, j);
  }
  return weights;
}

TEST(Data, every_entry_counts_one_unless_told_otherwise) {
  const Matrix y{{1, 2, 3}, {4, 5, 6}};
  const Data data(y);
  EXPECT_EQ(data.rows(), 2);
  EXPECT_EQ(data.cols(), 3);
  EXPECT_EQ(y_of(data), y);
  EXPECT_FALSE(data.weighted());
  EXPECT_TRUE(data.plain());
  EXPECT_EQ(data.observed(), 6);
  EXPECT_EQ(data.weight(1, 2), 1.0);
  EXPECT_EQ(data.total_weight(), 6.0);
}

TEST(Data, the_scale_of_many_entries_is_their_median) {
  constexpr Index rows = 401;
  constexpr Index cols = 250;
  const Matrix ones(rows, cols, 1.0);
  std::mt19937_64 random(7);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const std::vector<std::function<double()>> draws = {
      [&] { return std::normal_distribution<double>()(random); },
      [&] { return std::floor(uniform(0, 256)); },
      [&] { return -3.5; },
      [&] { return uniform(0, 1) < 0.5 ? 2.0 : -7.0; },
      [&] { return uniform(0, 1) < 0.3 ? -0.0 : uniform(1, 2); },
      [&] { return uniform(-1, 1) * std::numeric_limits<double>::min(); },
      [&] { return std::exp(uniform(-300, 300)); },
  };
  for (std::size_t k = 0; k < draws.size(); ++k) {
    Matrix y(rows, cols);
    for (double& value : y.values()) value = draws[k]();
    EXPECT_EQ(Data(y).scale(), plain_scale(y, ones)) << k;
    y(0, 0) = 0.0;  // changes whether the number of non-zero entries is even
    EXPECT_EQ(Data(y).scale(), plain_scale(y, ones)) << k;
  }
}

TEST(Data, nan_means_missing) {
  const Data data(Matrix{{1, nan, 3}, {nan, 5, 6}});
  EXPECT_EQ(y_of(data), (Matrix{{1, 0, 3}, {0, 5, 6}}));
  EXPECT_TRUE(data.weighted());
  EXPECT_FALSE(data.plain());
  EXPECT_EQ(data.observed(), 4);
  EXPECT_FALSE(data.stored_weights().has_value()) << "gaps need no memory of their own";
  EXPECT_EQ(weights_of(data), (Matrix{{1, 0, 1}, {0, 1, 1}}));
  EXPECT_EQ(data.weight(0, 1), 0.0);
  EXPECT_EQ(data.weight(1, 1), 1.0);
  EXPECT_EQ(data.total_weight(), 4.0);
}

TEST(Data, nan_is_missing_whatever_its_weight) {
  const Data data(Matrix{{1, nan}, {3, 4}}, Matrix{{2, 9}, {0.5, 1}});
  EXPECT_EQ(weights_of(data), (Matrix{{2, 0}, {0.5, 1}}));
  EXPECT_EQ(data.y(0, 1), 0.0);
  EXPECT_EQ(data.total_weight(), 3.5);
}

TEST(Data, weights_are_kept_as_given) {
  const Matrix weights{{0.25, 2}, {0, 7}};
  const Data data(Matrix{{1, 2}, {3, 4}}, weights);
  EXPECT_EQ(weights_of(data), weights);
  EXPECT_EQ(data.weight(1, 1), 7.0);
  EXPECT_EQ(data.total_weight(), 9.25);
}

TEST(Data, what_stands_at_weight_zero_does_not_matter) {
  const Matrix mask{{1, 0, 1}, {0, 1, 0}};
  const Data plain(Matrix{{1, 8, 2}, {9, 3, 7}}, mask);
  const Data strange(Matrix{{1, infinity, 2}, {-infinity, 3, nan}}, mask);
  EXPECT_EQ(y_of(plain), (Matrix{{1, 0, 2}, {0, 3, 0}}));
  EXPECT_EQ(y_of(strange), y_of(plain));
  EXPECT_EQ(weights_of(strange), weights_of(plain));
  EXPECT_EQ(strange.total_weight(), plain.total_weight());
  EXPECT_EQ(strange.scale(), 2.0);
  EXPECT_EQ(plain.scale(), 2.0);
}

TEST(Data, scale_of_an_odd_count_is_the_middle_size) {
  EXPECT_EQ(Data(Matrix{{-7, 1, 3}}).scale(), 3.0);
  EXPECT_EQ(Data(Matrix{{-4}}).scale(), 4.0);
}

TEST(Data, scale_of_an_even_count_is_the_mean_of_the_middle_two) {
  EXPECT_EQ(Data(Matrix{{-7, 1}, {3, -4}}).scale(), 3.5);
}

TEST(Data, scale_looks_only_at_observed_entries_that_are_not_zero) {
  EXPECT_EQ(Data(Matrix{{0, 0, 0, 0, 2, -6, 4}}).scale(), 4.0);
  EXPECT_EQ(Data(Matrix{{nan, nan, nan, 2, -6, 4}}).scale(), 4.0);
  EXPECT_EQ(Data(Matrix{{100, 100, 2, -6}}, Matrix{{0, 0, 1, 1}}).scale(), 4.0);
}

TEST(Data, scale_counts_a_weighted_entry_once) {
  EXPECT_EQ(Data(Matrix{{1, 2, 3}}, Matrix{{100, 0.5, 1}}).scale(), 2.0);
}

TEST(Data, scale_is_zero_only_if_all_observed_entries_are) {
  EXPECT_EQ(Data(Matrix(2, 3)).scale(), 0.0);
  EXPECT_EQ(Data(Matrix{{0, 5}, {0, 0}}, Matrix{{1, 0}, {1, 1}}).scale(), 0.0);
  EXPECT_EQ(Data(Matrix{{0, 5}, {0, 0}}).scale(), 5.0);
}

TEST(Data, scale_of_huge_entries_does_not_overflow) {
  EXPECT_EQ(Data(Matrix{{1.5e308, -1.5e308}}).scale(), 1.5e308);
}

TEST(Data, scale_and_total_weight_agree_with_their_definitions) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<Index> size(1, 6);
  std::uniform_int_distribution<int> kind(0, 4);
  for (int round = 0; round < 300; ++round) {
    Matrix y(size(random), size(random));
    Matrix weights(y.rows(), y.cols());
    for (Index k = 0; k < y.size(); ++k) {
      const int entry = kind(random);
      y.data()[k] = entry == 0 ? 0.0 : entry == 1 ? nan : normal(random);
      weights.data()[k] = entry == 2 ? 0.0 : std::abs(normal(random)) + 0.1;
    }
    y(0, 0) = normal(random);
    weights(0, 0) = 1.0;
    double total = 0.0;
    for (Index k = 0; k < y.size(); ++k) total += std::isnan(y.data()[k]) ? 0.0 : weights.data()[k];
    const Data data(y, weights);
    EXPECT_DOUBLE_EQ(data.scale(), plain_scale(y, weights)) << "round " << round;
    EXPECT_NEAR(data.total_weight(), total, 1e-13 * total) << "round " << round;
  }
}

constexpr float nan32 = std::numeric_limits<float>::quiet_NaN();

TEST(Data, of_floats_stay_floats) {
  const Data data(Matrix32{{1, 2, -4}});
  EXPECT_TRUE(data.stored_y().narrow());
  EXPECT_EQ(y_of(data), (Matrix{{1, 2, -4}}));
  EXPECT_FALSE(data.weighted());
  EXPECT_EQ(data.total_weight(), 3.0);
  EXPECT_EQ(data.scale(), 2.0);
}

TEST(Data, of_floats_may_have_gaps) {
  const Data data(Matrix32{{1, nan32}, {nan32, 4}});
  EXPECT_EQ(y_of(data), (Matrix{{1, 0}, {0, 4}}));
  EXPECT_EQ(weights_of(data), (Matrix{{1, 0}, {0, 1}}));
  EXPECT_EQ(data.total_weight(), 2.0);
  EXPECT_EQ(data.scale(), 2.5);
}

TEST(Data, weights_stay_of_the_type_they_are_given_in) {
  const Data narrow(Matrix{{1, nan}}, Matrix32{{0.5F, 3}});
  EXPECT_TRUE(narrow.stored_weights()->narrow());
  EXPECT_EQ(weights_of(narrow), (Matrix{{0.5, 0}}));
  const Data wide(Matrix32{{1, nan32}}, Matrix{{0.1, 3}});
  EXPECT_FALSE(wide.stored_weights()->narrow());
  EXPECT_EQ(weights_of(wide), (Matrix{{0.1, 0}}));
  EXPECT_EQ(wide.weight(0, 0), 0.1);
}

TEST(Data, of_the_caller_are_read_where_they_lie) {
  const std::vector<double> memory = {1, nan, 3, -1, 4, 5, 0, -1};
  const Data data(MatrixView(memory.data(), 2, 3, 4));
  EXPECT_EQ(y_of(data), (Matrix{{1, 0, 3}, {4, 5, 0}}));
  EXPECT_EQ(weights_of(data), (Matrix{{1, 0, 1}, {1, 1, 1}}));
  EXPECT_EQ(data.scale(), 3.5) << "what lies between the rows does not count";
  data.stored_y().visit([&](const auto& held) {
    EXPECT_EQ(static_cast<const void*>(held.row(1)), memory.data() + 4);
  });
  const std::vector<float> weights = {0.5F, 2, 0, 1, 1, 1};
  const Data weighted(MatrixView(memory.data(), 2, 3, 4), MatrixView32(weights.data(), 2, 3));
  EXPECT_EQ(y_of(weighted), (Matrix{{1, 0, 0}, {4, 5, 0}}));
  EXPECT_EQ(weights_of(weighted), (Matrix{{0.5, 0, 0}, {1, 1, 1}}));
}

TEST(Data, of_the_caller_must_have_a_stride_that_holds_a_row) {
  const std::vector<double> memory(6, 1.0);
  EXPECT_THROW(Data(MatrixView(memory.data(), 2, 3, 2)), Error);
  EXPECT_THROW(Data(MatrixView(memory.data(), -1, 3)), Error);
}

TEST(Data, a_copy_and_other_weights_share_the_numbers) {
  const Data data(Matrix{{1, nan}, {3, 4}});
  const Data copy = data;
  const Data other = data.reweighted(Matrix{{2, 2}, {0, 1}});
  const auto begin = [](const Data& of) {
    return of.stored_y().visit([](const auto& held) -> const void* { return held.row(0); });
  };
  EXPECT_EQ(begin(copy), begin(data));
  EXPECT_EQ(begin(other), begin(data));
  EXPECT_EQ(weights_of(other), (Matrix{{2, 0}, {0, 1}}));
  EXPECT_EQ(other.scale(), 2.5);
  EXPECT_EQ(data.scale(), 3.0);
}

TEST(Data, of_floats_are_checked_like_doubles) {
  constexpr float infinity32 = std::numeric_limits<float>::infinity();
  EXPECT_THAT(
      [] {
        Data(Matrix32{{1, infinity32}});
      },
      test::refuses(ErrorCode::invalid_data, "infinite entry", "row 0, column 1"));
  EXPECT_THAT(
      [] {
        Data(Matrix32{{1, 2}}, Matrix32{{1, -1}});
      },
      test::refuses(ErrorCode::invalid_data, "weight -1", "row 0, column 1"));
  EXPECT_THAT([] { Data(Matrix32{{nan32}}); },
              test::refuses(ErrorCode::invalid_data, "missing", "1 x 1"));
  EXPECT_THAT(
      [] {
        Data(Matrix32{{1, 2}}, Matrix32{{1}});
      },
      test::refuses(ErrorCode::invalid_data, "weights are 1 x 1", "1 x 2"));
  EXPECT_THAT([] { Data{Matrix32()}; },
              test::refuses(ErrorCode::invalid_data, "0 x 0", "at least one row"));
}

TEST(Data, scale_of_floats_is_that_of_the_same_doubles) {
  std::mt19937_64 random(4);
  std::normal_distribution<float> normal;
  for (const Index cols : {1, 2, 999, 1000, 20'000}) {
    Matrix32 y(3, cols);
    for (float& value : y.values()) value = normal(random);
    EXPECT_EQ(Data(y).scale(), Data(AnyMatrix(y).widened()).scale());
  }
}

}  // namespace
}  // namespace grmf
