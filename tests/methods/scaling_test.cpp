#include <cmath>
#include <limits>
#include <ostream>

#include <gtest/gtest.h>

#include "grmf/models.h"
#include "support/problems.h"

namespace grmf {
namespace {

struct Case {
  Loss loss;
  double lambda;  ///< lambda1 and lambda2
  Init init;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << (c.loss == Loss::l1 ? "l1" : "l2") << ", lambda " << c.lambda
       << (c.init == Init::svd ? ", svd" : ", random");
}

class ChangeOfUnit : public testing::TestWithParam<Case> {
 protected:
  ChangeOfUnit() {
    test::Random random(50);
    y_ = test::planted(30, 24, 3, 0.2, random).y;
    for (Index k = 0; k < y_.size(); k += 11)
      y_.data()[k] = std::numeric_limits<double>::quiet_NaN();
  }

  [[nodiscard]] Result fit(double unit, double tolerance) const {
    GrmfOptions options{.loss = GetParam().loss, .init = GetParam().init};
    options.lambda1 = GetParam().lambda;
    options.lambda2 = GetParam().lambda;
    return Grmf(options).fit(Data(test::scaled(y_, unit)),
                             {.rank = 3, .max_sweeps = 5000, .tolerance = tolerance, .threads = 2});
  }

 private:
  Matrix y_;
};

TEST_P(ChangeOfUnit, scales_the_fit) {
  const Matrix expected = fit(1.0, 1e-10).reconstruct();
  for (const double k : {1e-6, 1e6}) {
    const Matrix actual = test::scaled(fit(k, 1e-10).reconstruct(), 1 / k);
    EXPECT_LE(test::relative_difference(actual, expected), 1e-6) << "k = " << k;
  }
}

TEST_P(ChangeOfUnit, by_a_power_of_four_changes_no_bit) {
  const Result expected = fit(1.0, 1e-5);
  for (const int power : {10, -10}) {
    const Result actual = fit(std::pow(4.0, power), 1e-5);
    const double root = std::pow(2.0, -power);
    EXPECT_EQ(test::scaled(actual.u, root), expected.u) << "k = 4^" << power;
    EXPECT_EQ(test::scaled(actual.v, root), expected.v) << "k = 4^" << power;
    EXPECT_EQ(actual.sweeps(), expected.sweeps());
  }
}

INSTANTIATE_TEST_SUITE_P(all, ChangeOfUnit,
                         testing::Values(Case{Loss::l1, 0.0, Init::svd},
                                         Case{Loss::l1, 0.01, Init::svd},
                                         Case{Loss::l1, 0.01, Init::random},
                                         Case{Loss::l2, 0.0, Init::svd},
                                         Case{Loss::l2, 0.01, Init::svd}));

}  // namespace
}  // namespace grmf
