#include "engine/cpu/kernel.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/sums.h"
#include "support/problems.h"

namespace grmf::internal {
namespace {

/// Gram matrix, right-hand side and loss of one row, from the formulas.
struct Sums {
  std::vector<double> gram;
  std::vector<double> rhs;
  double loss = 0.0;
};

template <class LossFunction>
Sums plain_sums(const Data& data, Side side, Index row, const Matrix& a, const Matrix& x,
                const LossFunction& loss) {
  const Index r = a.cols();
  Sums sums{std::vector<double>(r * (r + 1) / 2), std::vector<double>(r)};
  for (Index k = 0; k < a.rows(); ++k) {
    const Index i = side == Side::u ? row : k;
    const Index j = side == Side::u ? k : row;
    double residual = data.y(i, j);
    for (Index l = 0; l < r; ++l) residual -= a(k, l) * x(row, l);
    const double m = data.weight(i, j);
    const double w = m * loss.weight(residual);
    sums.loss += m * loss.value(residual);
    for (Index l = 0, place = 0; l < r; ++l) {
      sums.rhs[l] += w * a(k, l) * data.y(i, j);
      for (Index c = 0; c <= l; ++c) sums.gram[place++] += w * a(k, l) * a(k, c);
    }
  }
  return sums;
}

/// Compares all packs of one side, at every lane, with the formulas.
template <class LossFunction>
void expect_the_formulas(const Data& data, Side side, const Matrix& a, const Matrix& x,
                         const LossFunction& loss) {
  const auto r = static_cast<int>(a.cols());
  const Kernel kernel(Terms{.loss = loss, .u = {}, .v = {}}, r);
  const int packs = packs_at_once(data, side, r);
  Panel panel(data, side, packs);
  for (Index block = 0; block < chunk_count(x.rows(), packs * lanes); ++block) {
    for (int pack = 0; pack < packs; ++pack) {
      std::vector<double> rows(r * lanes);
      std::vector<double> gram(r * (r + 1) / 2 * lanes);
      std::vector<double> rhs(r * lanes);
      std::vector<double> losses(lanes);
      std::vector<double> losses_alone(lanes);
      const Index first_of_block = block * packs * lanes;
      const Index first = first_of_block + pack * lanes;
      if (first >= x.rows()) break;
      const auto count = static_cast<int>(std::min<Index>(lanes, x.rows() - first));
      for (int lane = 0; lane < count; ++lane) {
        for (int l = 0; l < r; ++l) rows[l * lanes + lane] = x(first + lane, l);
      }
      for (Index k = 0; k < a.rows(); k += Panel::max_samples) {
        panel.load(first_of_block, k);
        const double* samples = a.data() + k * r;
        kernel.add_gram(panel, pack, samples, rows.data(), gram.data(), rhs.data(), losses.data());
        kernel.add_loss(panel, pack, samples, rows.data(), losses_alone.data());
      }
      EXPECT_EQ(losses, losses_alone);
      for (int lane = 0; lane < count; ++lane) {
        const Sums plain = plain_sums(data, side, first + lane, a, x, loss);
        EXPECT_NEAR(losses[lane], plain.loss, 1e-11 * (1 + plain.loss));
        const double size = 1 + std::abs(plain.gram.back());
        for (std::size_t k = 0; k < plain.gram.size(); ++k)
          EXPECT_NEAR(gram[k * lanes + lane], plain.gram[k], 1e-11 * size) << "rank " << r;
        for (int l = 0; l < r; ++l)
          EXPECT_NEAR(rhs[l * lanes + lane], plain.rhs[l], 1e-10 * size) << "rank " << r;
      }
    }
  }
}

TEST(Kernel, sums_are_those_of_the_formulas_at_every_rank_and_loss) {
  test::Random random(60);
  constexpr Index d = 21;
  constexpr Index n = 150;  // enough for more than one panel
  const Matrix y = test::normal_matrix(d, n, random);
  Matrix weights = test::normal_matrix(d, n, random);
  for (double& w : weights.values()) w = std::max(w, 0.0);
  const Data plain(y);
  const Data weighted(y, weights);
  for (int r = 1; r <= 20; ++r) {
    const Matrix u = test::normal_matrix(d, r, random);
    const Matrix v = test::normal_matrix(n, r, random);
    for (const Data* data : {&plain, &weighted}) {
      for (const Side side : {Side::u, Side::v}) {
        const Matrix& a = side == Side::u ? v : u;
        const Matrix& x = side == Side::u ? u : v;
        expect_the_formulas(*data, side, a, x, L1Loss{1e-4});
        expect_the_formulas(*data, side, a, x, AtanLoss{.eps = 1e-4, .a = 0.7});
        expect_the_formulas(*data, side, a, x, L2Loss{});
        expect_the_formulas(*data, side, a, x, HuberLoss{.delta = 0.3, .slope = 2.0});
        expect_the_formulas(*data, side, a, x, CorrentropyLoss{2.0});
        expect_the_formulas(*data, side, a, x, BiweightLoss{.width = 3.0, .sigma = 0.5});
      }
    }
  }
}

TEST(Kernel, sums_are_those_of_the_formulas_where_rows_are_long) {
  test::Random random(63);
  // A block holds several packs, and the last block is not full.
  const Matrix y = test::normal_matrix(140, 530, random);
  Matrix weights = test::normal_matrix(140, 530, random);
  for (double& w : weights.values()) w = std::max(w, 0.0);
  const Data data(y);
  const Data weighted(y, weights);
  ASSERT_GT(packs_at_once(data, Side::v, 3), 1);
  const Matrix u = test::normal_matrix(140, 3, random);
  const Matrix v = test::normal_matrix(530, 3, random);
  for (const Data* some : {&data, &weighted}) {
    expect_the_formulas(*some, Side::v, u, v, L1Loss{1e-4});
    expect_the_formulas(*some, Side::u, v, u, L1Loss{1e-4});
  }
}

/// Checks the minimiser of one lane with H = G + ridge and h; `share` decides the proximal term.
void expect_the_minimiser(const std::vector<double>& gram, const std::vector<double>& rhs,
                          const std::vector<double>& x, const std::vector<double>& z, int r,
                          int lane, double ridge, double share) {
  const auto at = [&](const std::vector<double>& a, int place) { return a[place * lanes + lane]; };
  double largest = 0.0;
  for (int l = 0; l < r; ++l) largest = std::max(largest, at(gram, l * (l + 1) / 2 + l) + ridge);
  const double proximal = std::max(0.0, share * largest - ridge);
  for (int l = 0; l < r; ++l) {
    double slope = at(rhs, l) - ridge * at(z, l) - proximal * (at(z, l) - at(x, l));
    for (int k = 0; k < r; ++k) {
      const int place = k <= l ? l * (l + 1) / 2 + k : k * (k + 1) / 2 + l;
      slope -= at(gram, place) * at(z, k);
    }
    EXPECT_NEAR(slope, 0.0, 1e-9 * largest) << "rank " << r << ", lane " << lane;
  }
}

TEST(Kernel, a_newton_step_ends_where_the_slope_is_0) {
  test::Random random(64);
  for (const int r : {1, 2, 5, 16, 23}) {
    for (const auto& [ridge, share] : {std::pair{0.3, 1e-8}, {0.0, 1e-2}}) {
      std::vector<double> gram(r * (r + 1) / 2 * lanes);
      std::vector<double> rhs(r * lanes);
      std::vector<double> x(r * lanes);
      for (int lane = 0; lane < lanes; ++lane) {
        const Matrix a = test::normal_matrix(2 * r, r, random);
        for (int l = 0, place = 0; l < r; ++l) {
          for (int k = 0; k <= l; ++k, ++place) {
            for (Index i = 0; i < a.rows(); ++i) gram[place * lanes + lane] += a(i, l) * a(i, k);
          }
          rhs[l * lanes + lane] = lane == 3 ? 0.0 : a(0, l);
          x[l * lanes + lane] = a(1, l);
        }
      }
      std::vector<double> used_gram = gram;
      std::vector<double> used_rhs = rhs;
      std::vector<double> z = x;
      panel_kernels().newton[code_for(r)](used_gram.data(), used_rhs.data(), r, ridge, share,
                                          z.data());
      for (int lane = 0; lane < lanes; ++lane) {
        if (lane == 3) {
          for (int l = 0; l < r; ++l) EXPECT_EQ(z[l * lanes + lane], 0.0) << "nothing pulls";
        } else {
          expect_the_minimiser(gram, rhs, x, z, r, lane, ridge, share);
        }
      }
    }
  }
}

TEST(Kernel, bells_are_those_of_the_formula_at_any_length) {
  test::Random random(62);
  for (const Index count : {1, 7, 8, 9, 128}) {
    const Matrix x = test::scaled(test::normal_matrix(1, count, random), 3.0);
    std::vector<double> bells(count);
    panel_kernels().bell(x.data(), count, 0.7, bells.data());
    for (Index k = 0; k < count; ++k)
      EXPECT_NEAR(bells[k], std::exp(-0.7 * x(0, k) * x(0, k)), 1e-15);
  }
}

TEST(Kernel, weights_are_right_at_any_size_of_the_data) {
  test::Random random(61);
  for (const double unit : {1e-120, 1e-8, 1e8, 1e120}) {
    const Data data(test::scaled(test::normal_matrix(9, 12, random), unit));
    const Matrix u(9, 1, 0.0);
    const Matrix v(12, 1, 1.0);
    const L1Loss loss{1e-4 * unit * unit};
    const Kernel kernel(Terms{.loss = loss, .u = {}, .v = {}}, 1);
    Panel panel(data, Side::u, 1);
    panel.load(0, 0);
    std::vector<double> x(lanes);
    std::vector<double> gram(lanes);
    std::vector<double> rhs(lanes);
    std::vector<double> losses(lanes);
    kernel.add_gram(panel, 0, v.data(), x.data(), gram.data(), rhs.data(), losses.data());
    for (int lane = 0; lane < lanes; ++lane) {
      const Sums plain = plain_sums(data, Side::u, lane, v, u, loss);
      EXPECT_NEAR(gram[lane] / plain.gram[0], 1.0, 1e-13) << unit;
    }
  }
}

}  // namespace
}  // namespace grmf::internal
