#include "linalg/partial_svd.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "support/dense.h"

namespace grmf::internal {
namespace {

using test::Dense;
using test::eigen;
using test::matrix;

constexpr double tolerance = 1e-12;

Dense normal_entries(Index rows, Index cols, unsigned seed) {
  test::Random random(seed);
  return eigen(test::normal_matrix(rows, cols, random));
}

Dense orthonormal_columns(Index rows, Index cols, unsigned seed) {
  test::Random random(seed);
  return test::orthonormal_columns(rows, cols, random);
}

Dense with_singular_values(Index d, Index n, const Eigen::VectorXd& sigma, unsigned seed) {
  test::Random random(seed);
  return test::with_singular_values(d, n, sigma, random);
}

PartialSvd svd_of(const Dense& a, int r, int threads = 2) {
  Workers workers(threads);
  const Matrix own = matrix(a);
  return partial_svd(Product(own, workers), r, tolerance, 17, workers);
}

Eigen::VectorXd sigma_of(const PartialSvd& svd) {
  return Eigen::Map<const Eigen::VectorXd>(svd.sigma.data(), std::ssize(svd.sigma));
}

void expect_orthonormal(const Matrix& columns, const std::string& what) {
  const Dense gram = eigen(columns).transpose() * eigen(columns);
  const Dense identity = Dense::Identity(gram.rows(), gram.cols());
  EXPECT_LE((gram - identity).norm(), 3e-13 * identity.norm()) << what;
}

void expect_sign_rule(const PartialSvd& svd, const std::string& what) {
  const Eigen::RowVectorXd sums = eigen(svd.p).colwise().sum() + eigen(svd.q).colwise().sum();
  EXPECT_GE(sums.minCoeff(), -1e-12) << what;
}

void expect_leading_triplets(const Dense& a, int r, const std::string& what) {
  const PartialSvd svd = svd_of(a, r);
  ASSERT_EQ(svd.p.rows(), a.rows()) << what;
  ASSERT_EQ(svd.q.rows(), a.cols()) << what;
  ASSERT_EQ(svd.p.cols(), r) << what;
  ASSERT_EQ(svd.q.cols(), r) << what;
  ASSERT_EQ(std::ssize(svd.sigma), r) << what;

  const Eigen::VectorXd all = Eigen::JacobiSVD<Dense>(a).singularValues();
  const Eigen::VectorXd sigma = sigma_of(svd);
  const double allowed = 1e-10 * all(0);
  EXPECT_LE((sigma - all.head(r)).cwiseAbs().maxCoeff(), allowed) << what;
  EXPECT_TRUE(std::is_sorted(svd.sigma.rbegin(), svd.sigma.rend())) << what;
  EXPECT_GE(svd.sigma.back(), 0.0) << what;

  // The best approximation of rank r leaves exactly the other singular values (Eckart and Young).
  const Dense approximation = eigen(svd.p) * sigma.asDiagonal() * eigen(svd.q).transpose();
  EXPECT_NEAR((a - approximation).norm(), all.tail(all.size() - r).norm(), allowed) << what;
  const Dense error_p = a * eigen(svd.q) - eigen(svd.p) * sigma.asDiagonal();
  const Dense error_q = a.transpose() * eigen(svd.p) - eigen(svd.q) * sigma.asDiagonal();
  EXPECT_LE(error_p.colwise().norm().maxCoeff(), allowed) << what;
  EXPECT_LE(error_q.colwise().norm().maxCoeff(), allowed) << what;

  expect_orthonormal(svd.p, what + ", p");
  expect_orthonormal(svd.q, what + ", q");
  expect_sign_rule(svd, what);
}

struct Shape {
  Index d;
  Index n;
  int r;
};

std::string text(const Shape& shape) {
  return std::to_string(shape.d) + " x " + std::to_string(shape.n) +
         ", r = " + std::to_string(shape.r);
}

TEST(PartialSvd, agrees_with_jacobi_on_random_matrices_of_any_shape) {
  for (const Shape shape : {Shape{120, 80, 5}, Shape{150, 60, 4}, Shape{60, 150, 4},
                            Shape{90, 90, 10}, Shape{70, 70, 1}, Shape{200, 65, 8}}) {
    expect_leading_triplets(normal_entries(shape.d, shape.n, 1), shape.r, text(shape));
  }
}

TEST(PartialSvd, agrees_with_jacobi_on_small_matrices_of_full_rank) {
  for (const Shape shape :
       {Shape{1, 1, 1}, Shape{1, 9, 1}, Shape{9, 1, 1}, Shape{2, 2, 2}, Shape{5, 5, 5},
        Shape{12, 7, 7}, Shape{7, 12, 7}, Shape{30, 40, 3}, Shape{40, 40, 40}}) {
    expect_leading_triplets(normal_entries(shape.d, shape.n, 2), shape.r, text(shape));
  }
}

TEST(PartialSvd, long_rows_and_columns_are_no_exception) {
  expect_leading_triplets(normal_entries(1, 500, 3), 1, "1 x 500");
  expect_leading_triplets(normal_entries(500, 1, 3), 1, "500 x 1");
}

TEST(PartialSvd, the_smallest_krylov_space_short_of_the_whole_is_enough) {
  // 53 = 4 (5 + 8) + 1 is one more than the basis holds.
  for (const Shape shape : {Shape{53, 53, 5}, Shape{52, 52, 5}, Shape{53, 90, 5}}) {
    expect_leading_triplets(normal_entries(shape.d, shape.n, 4), shape.r, text(shape));
  }
}

TEST(PartialSvd, a_rank_below_r_gives_zero_singular_values_and_still_orthonormal_vectors) {
  for (const Shape shape :
       {Shape{120, 100, 6}, Shape{60, 200, 6}, Shape{200, 58, 6}, Shape{20, 15, 6}}) {
    const Dense a = normal_entries(shape.d, 3, 5) * normal_entries(3, shape.n, 6);
    expect_leading_triplets(a, shape.r, text(shape) + ", rank 3");
    expect_leading_triplets(Dense::Ones(shape.d, shape.n), shape.r, text(shape) + ", ones");
  }
}

TEST(PartialSvd, a_single_entry_that_is_not_zero_is_found) {
  Dense a = Dense::Zero(80, 100);
  a(17, 31) = -7;
  expect_leading_triplets(a, 4, "one entry");
}

TEST(PartialSvd, a_zero_matrix_has_zero_singular_values_and_orthonormal_vectors) {
  const PartialSvd svd = svd_of(Dense::Zero(90, 80), 4);
  EXPECT_EQ(svd.sigma, std::vector<double>(4));
  expect_orthonormal(svd.p, "p");
  expect_orthonormal(svd.q, "q");
}

TEST(PartialSvd, repeated_singular_values_are_found_as_often_as_they_occur) {
  expect_leading_triplets(Dense::Identity(100, 80), 5, "identity");
  Eigen::VectorXd sigma(60);
  sigma << Eigen::VectorXd::Constant(3, 9.0), Eigen::VectorXd::Constant(4, 5.0),
      Eigen::VectorXd::LinSpaced(53, 1.0, 0.01);
  const Dense a = with_singular_values(120, 90, sigma, 7);
  for (const int r : {2, 3, 5, 7}) expect_leading_triplets(a, r, "r = " + std::to_string(r));
  EXPECT_LE((sigma_of(svd_of(a, 7)) - sigma.head(7)).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(PartialSvd, a_cluster_wider_than_the_block_is_found) {
  Eigen::VectorXd sigma(70);
  sigma << 10.0, Eigen::VectorXd::Constant(30, 5.0), Eigen::VectorXd::LinSpaced(39, 4.9, 0.1);
  expect_leading_triplets(with_singular_values(100, 80, sigma, 9), 5, "cluster");
}

TEST(PartialSvd, more_triplets_than_a_basis_holds_are_found_in_rounds) {
  Eigen::VectorXd sigma(610);
  for (Index k = 0; k < 610; ++k) sigma(k) = 1 / (1 + std::floor(static_cast<double>(k) / 7));
  expect_leading_triplets(with_singular_values(720, 610, sigma, 19), 300, "in sevens");
  const Dense low_rank = normal_entries(530, 40, 20) * normal_entries(40, 640, 21);
  expect_leading_triplets(low_rank, 200, "rank 40");
}

TEST(PartialSvd, no_seed_spoils_the_basis_once_the_krylov_space_is_exhausted) {
  // The matrix has few distinct singular values, so that further blocks hold nothing but rounding.
  Dense entries = Dense::Zero(70, 80);
  for (Index k = 0; k < 3; ++k) entries(k, k + 5) = 3;
  const Dense q = orthonormal_columns(80, 20, 18);
  for (const Dense& a : {Dense(Dense::Identity(60, 60)), Dense(q * q.transpose()), entries}) {
    const double largest = Eigen::JacobiSVD<Dense>(a).singularValues()(0);
    Workers workers(1);
    const Matrix own = matrix(a);
    for (unsigned seed = 0; seed < 40; ++seed) {
      const PartialSvd svd = partial_svd(Product(own, workers), 5, tolerance, seed, workers);
      const std::string what = text({a.rows(), a.cols(), 5}) + ", seed " + std::to_string(seed);
      for (int l = 0; l < 3; ++l) EXPECT_NEAR(svd.sigma[l], largest, 1e-10 * largest) << what;
      expect_orthonormal(svd.p, what + ", p");
      expect_orthonormal(svd.q, what + ", q");
    }
  }
}

TEST(PartialSvd, small_projectors_are_resolved) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const Dense q = orthonormal_columns(40, 10 + seed % 20, seed);
    expect_leading_triplets(q * q.transpose(), 4, "projector " + std::to_string(seed));
  }
}

TEST(PartialSvd, a_slowly_decaying_spectrum_is_resolved) {
  Eigen::VectorXd sigma(200);
  for (Index k = 0; k < 200; ++k) sigma(k) = 3.0 / std::sqrt(1.0 + static_cast<double>(k));
  const Dense power = with_singular_values(300, 200, sigma, 11);
  const PartialSvd svd = svd_of(power, 10);
  EXPECT_LE((sigma_of(svd) - sigma.head(10)).cwiseAbs().maxCoeff(), 1e-10 * sigma(0));
  expect_leading_triplets(power, 10, "power law");
  for (Index k = 0; k < 200; ++k) sigma(k) = std::pow(0.99, static_cast<double>(k));
  expect_leading_triplets(with_singular_values(300, 200, sigma, 12), 10, "0.99^k");
}

TEST(PartialSvd, small_singular_values_beside_a_huge_one_keep_their_vectors_orthonormal) {
  Eigen::VectorXd sigma(40);
  for (Index k = 0; k < 40; ++k) sigma(k) = std::pow(10.0, -static_cast<double>(k) / 2);
  expect_leading_triplets(with_singular_values(100, 90, sigma, 13), 6, "10^(-k/2)");
}

TEST(PartialSvd, is_bit_for_bit_the_same_for_any_number_of_threads) {
  for (const Shape shape :
       {Shape{300, 200, 6}, Shape{70, 400, 3}, Shape{20, 10, 4}, Shape{520, 510, 130}}) {
    const Dense a = normal_entries(shape.d, shape.n, 14);
    const PartialSvd one = svd_of(a, shape.r, 1);
    for (const int threads : {2, 3}) {
      const PartialSvd more = svd_of(a, shape.r, threads);
      EXPECT_EQ(more.p, one.p) << text(shape) << ", " << threads << " threads";
      EXPECT_EQ(more.q, one.q) << text(shape) << ", " << threads << " threads";
      EXPECT_EQ(more.sigma, one.sigma) << text(shape) << ", " << threads << " threads";
    }
  }
}

TEST(RoughSvd, takes_as_many_triplets_as_there_may_be) {
  Workers workers(2);
  // Half of the basis is 254 columns: the SVD on the way, of the matrix itself or of its product
  // with the basis, is above 500 x 500.
  for (const Shape shape : {Shape{505, 510, 250}, Shape{530, 520, 250}}) {
    const Matrix own = matrix(normal_entries(shape.d, shape.n, 18));
    const PartialSvd svd = rough_svd(Product(own, workers), shape.r, 17);
    ASSERT_EQ(std::ssize(svd.sigma), shape.r) << text(shape);
    expect_orthonormal(svd.p, text(shape) + ", p");
    expect_orthonormal(svd.q, text(shape) + ", q");
  }
}

TEST(PartialSvd, the_unit_of_the_data_changes_only_sigma) {
  const double unit = std::pow(4.0, 10);
  for (const Shape shape : {Shape{120, 90, 5}, Shape{20, 30, 4}}) {
    const Dense a = normal_entries(shape.d, shape.n, 15);
    const PartialSvd plain = svd_of(a, shape.r);
    const PartialSvd scaled = svd_of(unit * a, shape.r);
    EXPECT_EQ(scaled.p, plain.p) << text(shape);
    EXPECT_EQ(scaled.q, plain.q) << text(shape);
    for (int l = 0; l < shape.r; ++l) EXPECT_EQ(scaled.sigma[l], unit * plain.sigma[l]);
  }
}

TEST(PartialSvd, the_seed_changes_the_way_and_not_the_result) {
  Workers workers(1);
  const Matrix own = matrix(normal_entries(120, 90, 16));
  const PartialSvd one = partial_svd(Product(own, workers), 4, tolerance, 1, workers);
  const PartialSvd two = partial_svd(Product(own, workers), 4, tolerance, 2, workers);
  EXPECT_LE((sigma_of(one) - sigma_of(two)).cwiseAbs().maxCoeff(), 1e-12 * one.sigma[0]);
  EXPECT_LE((eigen(one.p) - eigen(two.p)).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_NE(one.p, two.p);
}

}  // namespace
}  // namespace grmf::internal
