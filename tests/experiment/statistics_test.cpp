#include "experiment/statistics.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace grmf::experiment {
namespace {

TEST(Summary, mean_and_deviation_of_the_sample) {
  const std::vector<double> values{2, 4, 4, 4, 5, 5, 7, 9};
  const Summary summary = summary_of(values);
  EXPECT_EQ(summary.count, 8U);
  EXPECT_DOUBLE_EQ(summary.mean, 5);
  EXPECT_DOUBLE_EQ(summary.deviation, std::sqrt(32.0 / 7));
}

TEST(Summary, leaves_out_what_is_not_finite) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> values{1, infinity, 3, std::nan("")};
  const Summary summary = summary_of(values);
  EXPECT_EQ(summary.count, 2U);
  EXPECT_DOUBLE_EQ(summary.mean, 2);
}

TEST(Summary, of_one_and_of_none) {
  const std::vector<double> one{3};
  EXPECT_EQ(summary_of(one).deviation, 0);
  EXPECT_TRUE(std::isnan(summary_of({}).mean));
  EXPECT_EQ(summary_of({}).count, 0U);
}

}  // namespace
}  // namespace grmf::experiment
