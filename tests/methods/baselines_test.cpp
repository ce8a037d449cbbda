// What single methods promise besides the contract of all methods.

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grmf/grmf.h"
#include "linalg/dense.h"
#include "support/dense.h"
#include "support/problems.h"
#include "support/refusal.h"

namespace grmf {
namespace {

using test::Dense;
using test::eigen;
using test::matrix;
using test::with_singular_values;

/// Singular values that decay, stay constant, or repeat across the cut at r.
Eigen::VectorXd drawn_sigma(int number, int r, Index count) {
  Eigen::VectorXd sigma(count);
  for (Index k = 0; k < count; ++k) {
    const auto place = static_cast<double>(k);
    sigma(k) = number % 3 == 0 ? std::pow(0.8, place) : 1 / (1 + place);
  }
  if (number % 2 == 1) {
    for (Index k = 1; k + 1 < count; k += 3) sigma(k + 1) = sigma(k);
  }
  if (number % 5 == 0) sigma.segment(r - 1, 3).setConstant(sigma(r));  // sigma_r = sigma_r+1
  return sigma;
}

/// Compares the singular values, the residual norm and, where it is unique, the approximation.
void expect_agreement_with_a_dense_svd(const Result& result, const Dense& a) {
  const Index r = result.u.cols();
  const Eigen::JacobiSVD<Dense> dense(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Eigen::VectorXd& sigma = dense.singularValues();
  const Dense estimate = eigen(result.reconstruct());
  for (Index l = 0; l < r; ++l) {
    const double found = eigen(result.u).col(l).norm() * eigen(result.v).col(l).norm();
    EXPECT_NEAR(found, sigma(l), 1e-10 * sigma(l));
  }
  const double residual = sigma.tail(sigma.size() - r).norm();
  EXPECT_NEAR((a - estimate).norm(), residual, 1e-10 * residual);
  if (sigma(r - 1) > sigma(r) * (1 + 1e-6)) {
    const Dense best = dense.matrixU().leftCols(r) * sigma.head(r).asDiagonal() *
                       dense.matrixV().leftCols(r).transpose();
    EXPECT_LE((estimate - best).norm(), 1e-10 * best.norm());
  }
}

TEST(Tsvd, certificate_is_that_of_the_l2_loss) {
  test::Random random(59);
  const Data data(test::normal_matrix(40, 30, random));
  const Result result = make_method("tsvd")->fit(data, {.rank = 4});
  EXPECT_LE(result.certificate, 1e-12);
  const Result same =
      GmfL2({.lambda1 = 0.0, .lambda2 = 0.0, .lambda3 = 0.0})
          .fit(data, {.rank = 4, .max_sweeps = 0, .start = Factors{result.u, result.v}});
  EXPECT_NEAR(result.certificate, same.certificate, 1e-12);
}

TEST(Tsvd, agrees_with_a_dense_svd_on_50_matrices) {
  test::Random random(1);
  for (int number = 0; number < 50; ++number) {
    SCOPED_TRACE(number);
    const Index d = 60 + 7 * (number % 11);
    const Index n = 150 - 9 * (number % 9);
    const int r = 2 + number % 6;
    const Dense a = with_singular_values(d, n, drawn_sigma(number, r, std::min(d, n)), random);
    expect_agreement_with_a_dense_svd(make_method("tsvd")->fit(Data(matrix(a)), {.rank = r}), a);
  }
}

TEST(Tsvd, never_forms_a_full_svd_of_a_large_matrix) {
  test::Random random(2);
  for (const auto& [d, n, r] :
       {std::tuple{501, 501, 5}, {510, 620, 60}, {700, 520, 130}, {520, 1100, 240}}) {
    const Dense a = with_singular_values(d, n, drawn_sigma(0, r, 300), random);
    // partial_svd refuses to ask for one (small_svd() there), with an exception.
    EXPECT_NO_THROW(static_cast<void>(make_method("tsvd")->fit(Data(matrix(a)), {.rank = r})))
        << d << " x " << n << ", " << r;
  }
}

TEST(Tsvd, never_forms_one_for_hundreds_of_triplets_either) {
  test::Random random(13);
  const int r = 300;
  // The singular values decay slowly, and a third of them occur twice.
  const Dense a = with_singular_values(700, 600, drawn_sigma(1, r, 600), random);
  const Result result = make_method("tsvd")->fit(Data(matrix(a)), {.rank = r});
  EXPECT_TRUE(result.warnings.empty());
  expect_agreement_with_a_dense_svd(result, a);
}

TEST(Tsvd, takes_a_mask_that_leaves_nothing_out) {
  const Matrix y{{1, 2, 3}, {2, 4, 7}, {1, 0, 1}};
  const auto method = make_method("tsvd");
  EXPECT_EQ(method->fit(Data(y, Matrix(3, 3, 1.0)), {.rank = 1}).u,
            method->fit(Data(y), {.rank = 1}).u);
}

TEST(Tsvd, refuses_missing_entries_and_says_what_takes_them) {
  const Matrix y{{1, 2}, {3, std::nan("")}};
  EXPECT_THAT([&] { static_cast<void>(make_method("tsvd")->fit(Data(y), {.rank = 1})); },
              test::refuses(ErrorCode::invalid_data, "tsvd", "missing", "use gmf-l2"));
}

TEST(Tsvd, is_done_at_once_whatever_the_limits_and_says_that_it_was_stopped) {
  const Data data(Matrix{{1, 2}, {3, 5}});
  const auto method = make_method("tsvd");
  FitOptions options{.rank = 1, .max_sweeps = 0, .time_limit = 0.0};
  const Result whole = method->fit(data, options);
  EXPECT_EQ(whole.sweeps(), 1);
  EXPECT_EQ(whole.status, Status::converged);
  options.on_sweep = [](const Progress&) { return Action::stop; };
  const Result stopped = method->fit(data, options);
  EXPECT_EQ(stopped.status, Status::stopped);
  EXPECT_EQ(stopped.u, whole.u);
}

TEST(Tsvd, gives_what_it_has_once_there_is_no_more_time) {
  test::Random random(12);
  const Data data(test::normal_matrix(300, 250, random));  // no gap between its singular values
  const auto method = make_method("tsvd");
  const Result result = method->fit(data, {.rank = 5, .time_limit = 0.0});
  EXPECT_EQ(result.status, Status::time_limit);
  EXPECT_TRUE(result.warnings.empty()) << "the data are not to blame";
  const Result whole = method->fit(data, {.rank = 5});
  EXPECT_EQ(whole.status, Status::converged);
  EXPECT_LT(whole.objective, result.objective);
  EXPECT_LT(result.objective, 1.01 * whole.objective) << "the first restart is near";
}

/// A 300 x 200 matrix of rank 5, with gross errors added to a tenth of the entries.
struct Gross {
  Matrix truth;
  Matrix y;
};
Gross gross_errors() {
  test::Random random(3);
  Gross problem;
  problem.truth =
      multiply_transposed(test::normal_matrix(300, 5, random), test::normal_matrix(200, 5, random));
  problem.y = problem.truth;
  std::uniform_real_distribution<double> error(-10, 10);
  std::bernoulli_distribution wrong(0.1);
  for (double& value : problem.y.values()) {
    if (wrong(random)) value += error(random);
  }
  return problem;
}

TEST(Rpca, recovers_low_rank_under_gross_errors) {
  const Gross problem = gross_errors();
  const auto method = make_method("rpca");
  EXPECT_LE(
      test::relative_difference(method->fit(Data(problem.y), {}).reconstruct(), problem.truth),
      1e-4);
  const Result admm = method->fit(Data(problem.y), {.tolerance = 1e-7});
  EXPECT_EQ(admm.status, Status::converged);
  EXPECT_EQ(admm.u.cols(), 5);
  EXPECT_LE(test::relative_difference(admm.reconstruct(), problem.truth), 1e-5);
  const Dense sum = eigen(admm.reconstruct()) + eigen(*admm.outliers);
  EXPECT_LE(test::relative_difference(matrix(sum), problem.y), 1e-6);

  method->set("algorithm", "ialm");
  const Result ialm = method->fit(Data(problem.y), {});
  EXPECT_LT(ialm.sweeps(), admm.sweeps());
  EXPECT_LE(test::relative_difference(ialm.reconstruct(), admm.reconstruct()), 1e-4);
  EXPECT_LE(test::relative_difference(*ialm.outliers, *admm.outliers), 1e-4);
}

TEST(Rpca, goes_to_the_minimum_not_only_to_where_its_constraint_holds) {
  // Where outliers cost nothing, S = Y and L = 0.
  test::Random random(9);
  const Matrix y = test::planted(20, 15, 2, 0.1, random).y;
  const auto cheap = make_method("rpca");
  cheap->set("lambda", 1e-9);
  EXPECT_LE(test::relative_difference(*cheap->fit(Data(y), {}).outliers, y), 1e-6);

  // One entry of 1e6 must not end the run at once: f may not be above the objective of the clean
  // data plus the cost of that entry.
  const Result clean = make_method("rpca")->fit(Data(y), {.tolerance = 1e-7});
  Matrix spoilt = y;
  spoilt(3, 4) = 1e6;
  const Result result =
      make_method("rpca")->fit(Data(spoilt), {.max_sweeps = 20000, .tolerance = 1e-7});
  EXPECT_LE(result.objective, (clean.objective + 1e6 / std::sqrt(20.0)) * (1 + 1e-5));
}

/// Low rank with errors, and noise everywhere: no low-rank matrix and sparse matrix add up to it.
Matrix noisy() {
  test::Random random(12);
  Matrix y = test::planted(60, 45, 3, 0.2, random).y;
  std::normal_distribution<double> noise(0.0, 0.1);
  for (double& value : y.values()) value += noise(random);
  return y;
}

/// |L|_* + lambda |Y - L|_1
double f_of_rpca(const Matrix& y, const Dense& l) {
  const double lambda = 1 / std::sqrt(static_cast<double>(std::max(y.rows(), y.cols())));
  return Eigen::JacobiSVD<Dense>(l).singularValues().sum() + lambda * (eigen(y) - l).lpNorm<1>();
}

TEST(Rpca, certificate_bounds_how_far_f_is_above_the_minimum) {
  const Matrix y = noisy();
  const auto method = make_method("rpca");
  const Result best = method->fit(Data(y), {.tolerance = 1e-9});
  ASSERT_EQ(best.status, Status::converged);
  EXPECT_LE(best.certificate, 1e-7);
  for (const double tolerance : {1e-1, 1e-2, 1e-3, 3e-4}) {
    const Result result = method->fit(Data(y), {.tolerance = tolerance});
    EXPECT_GE(result.objective, best.objective * (1 - 1e-9));
    EXPECT_LE(result.objective * (1 - result.certificate), best.objective * (1 + 1e-9));
    EXPECT_LE(result.certificate, 5 * tolerance);
  }
  method->set("algorithm", "ialm");
  const Result ialm = method->fit(Data(y), {});
  EXPECT_GT(ialm.objective, best.objective * (1 + 1e-5)) << "else this shows nothing";
  EXPECT_LE(ialm.objective * (1 - ialm.certificate), best.objective * (1 + 1e-9));
}

TEST(Rpca, ends_where_no_step_leads_further_down) {
  const Matrix y = noisy();
  const Result result = make_method("rpca")->fit(Data(y), {.tolerance = 1e-9});
  const Dense l = eigen(result.reconstruct());
  const double f = f_of_rpca(y, l);
  EXPECT_NEAR(result.objective, f, 1e-9 * f);
  test::Random random(13);
  std::vector<Dense> directions = {l, eigen(y) - l};  // directions of rank 1 are added below
  for (int k = 0; k < 20; ++k)
    directions.emplace_back(eigen(test::normal_matrix(60, 1, random)) *
                            eigen(test::normal_matrix(45, 1, random)).transpose());
  for (const Dense& direction : directions) {
    for (const double length : {1e-4, 1e-2, -1e-4, -1e-2}) {
      EXPECT_GE(f_of_rpca(y, l + length * direction), f * (1 - 1e-9));
    }
  }
}

TEST(Rpca, ends_at_the_same_minimum_with_and_without_acceleration) {
  const Matrix y = noisy();
  const Result with = make_method("rpca")->fit(Data(y), {.tolerance = 1e-8});
  const Result without = make_method("rpca")->fit(Data(y), {.tolerance = 1e-8, .acceleration = 0});
  EXPECT_EQ(without.status, Status::converged);
  EXPECT_LT(with.sweeps(), without.sweeps());
  EXPECT_LE(test::relative_difference(with.reconstruct(), without.reconstruct()), 1e-5);
}

TEST(Rpca, weighs_the_price_of_an_outlier) {
  // Doubling the weight of every entry is the same as doubling lambda.
  test::Random random(10);
  const Matrix y = test::planted(20, 15, 2, 0.1, random).y;
  const Result weighted = make_method("rpca")->fit(Data(y, Matrix(20, 15, 2.0)), {});
  const auto dear = make_method("rpca");
  dear->set("lambda", 2.0);
  EXPECT_LE(test::relative_difference(weighted.reconstruct(), dear->fit(Data(y), {}).reconstruct()),
            1e-6);
}

TEST(Rpca, holds_above_the_size_where_partial_svds_begin) {
  test::Random random(11);
  const Matrix truth = multiply_transposed(test::normal_matrix(1010, 2, random),
                                           test::normal_matrix(1005, 2, random));
  Matrix y = truth;
  std::bernoulli_distribution wrong(0.02);
  for (double& value : y.values()) {
    if (wrong(random)) value += 10.0;
  }
  const auto method = make_method("rpca");
  method->set("algorithm", "ialm");
  const Result result = method->fit(Data(y), {.tolerance = 1e-5});
  EXPECT_EQ(result.u.cols(), 2);
  EXPECT_LE(test::relative_difference(result.reconstruct(), truth), 1e-3);
}

TEST(Rpca, notes_that_a_rank_is_not_for_it) {
  const Result result = make_method("rpca")->fit(Data(Matrix(6, 5, 2.0)), {.rank = 3});
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_THAT(result.warnings.front(), testing::HasSubstr("finds its own rank, 1"));
}

TEST(RnmfBeta, objective_is_the_divergence_and_infinite_where_y_is_0) {
  test::Random random(14);
  Matrix y = test::normal_matrix(17, 13, random);
  for (double& value : y.values()) value = 0.1 + std::abs(value);
  const auto method = make_method("rnmf");
  method->set("variant", "beta");
  const Result result = method->fit(Data(y), {.rank = 2, .max_sweeps = 30});
  const Dense r = eigen(*result.outliers);
  const Eigen::ArrayXXd q = eigen(y).array() / (eigen(result.reconstruct()) + r).array();
  const double f = (q - q.log() - 1).sum() + r.colwise().norm().sum();
  EXPECT_NEAR(result.objective, f, 1e-10 * f);
  y(3, 4) = 0.0;
  EXPECT_EQ(method->fit(Data(y), {.rank = 2, .max_sweeps = 5}).objective,
            std::numeric_limits<double>::infinity());
}

TEST(Robustness, separates_robust_methods_from_the_svd) {
  test::Random random(4);
  const test::Planted problem = test::planted(200, 150, 4, 0.25, random);
  const auto error_of = [&](const char* name) {
    return test::rmae(problem.truth,
                      make_method(name)->fit(Data(problem.y), {.rank = 4}).reconstruct());
  };
  EXPECT_LE(error_of("prmf"), 0.01);
  EXPECT_LE(error_of("grmf"), 0.01);
  EXPECT_LE(error_of("godec-plus"), 0.05);
  EXPECT_GT(error_of("tsvd"), 0.3);
}

TEST(Robustness, holds_for_outliers_of_any_size) {
  for (const char* name : {"grmf", "prmf", "godec-plus", "rnmf"}) {
    for (const double size : {32.0, 1e2, 1e4, 1e6, 1e8}) {
      Matrix y(40, 30);
      for (Index i = 0; i < y.rows(); ++i) {
        for (Index j = 0; j < y.cols(); ++j)
          y(i, j) = static_cast<double>((1 + i % 7) * (2 + j % 5) + (i % 2) * (j % 3));
      }
      const Matrix truth = y;
      y(5, 7) = size;
      y(20, 11) = size;
      const Result result = make_method(name)->fit(Data(y), {.rank = 2});
      EXPECT_LE(test::rmae(truth, result.reconstruct()), 0.02) << name << ", " << size;
    }
  }
}

Matrix nonnegative_low_rank(Index rows, Index cols, int rank, test::Random& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  Matrix w(rows, rank);
  Matrix h(cols, rank);
  for (double& value : w.values()) value = uniform(random);
  for (double& value : h.values()) value = uniform(random);
  return multiply_transposed(w, h);
}

TEST(Rnmf, keeps_clean_data_and_finds_outliers) {
  test::Random random(5);
  for (int number = 0; number < 5; ++number) {
    Matrix y = nonnegative_low_rank(60, 40, 5, random);
    const Result clean = make_method("rnmf")->fit(Data(y), {.rank = 5});
    EXPECT_LE(test::relative_difference(clean.reconstruct(), y), 1e-3) << number;

    y = nonnegative_low_rank(60, 40, 2, random);
    const Matrix truth = y;
    std::bernoulli_distribution wrong(0.1);
    Index errors = 0;
    for (double& value : y.values()) {
      if (wrong(random)) value += 5.0, ++errors;
    }
    const Result result = make_method("rnmf")->fit(Data(y), {.rank = 2});
    for (const Matrix* factor : {&result.u, &result.v}) {
      EXPECT_TRUE(std::all_of(factor->values().begin(), factor->values().end(),
                              [](double value) { return value >= 0; }));
    }
    const auto marked =
        std::count_if(result.outliers->values().begin(), result.outliers->values().end(),
                      [](double value) { return value != 0; });
    EXPECT_LE(marked, 1.2 * static_cast<double>(errors));
    EXPECT_GE(marked, errors);
    EXPECT_LE(test::rmae(truth, result.reconstruct()), 0.05);
  }
}

TEST(Rnmf, beta_says_where_it_diverges) {
  const auto method = make_method("rnmf");
  method->set("variant", "beta");
  int diverged = 0;
  for (unsigned seed = 0; seed < 10; ++seed) {
    test::Random random(seed);
    Matrix y = test::normal_matrix(20, 20, random);
    for (double& value : y.values()) value = value < 0.5 ? 0.0 : 100 * std::exp(value);
    const Result result = method->fit(Data(y), {.rank = 6});
    const double largest = *std::max_element(y.values().begin(), y.values().end());
    for (const double value : result.u.values()) EXPECT_LE(value, 1e6 * largest);
    if (result.status != Status::numerical_issue) continue;
    ++diverged;
    EXPECT_THAT(result.message, ::testing::HasSubstr("variant=zhang"));
    method->set("variant", "zhang");
    EXPECT_NE(method->fit(Data(y), {.rank = 6}).status, Status::numerical_issue);
    method->set("variant", "beta");
  }
  EXPECT_GT(diverged, 0);
}

TEST(Rnmf, beta_makes_a_start_non_negative) {
  const auto method = make_method("rnmf");
  method->set("variant", "beta");
  const Result result =
      method->fit(Data(Matrix(6, 5, 2.0)),
                  {.rank = 1, .start = Factors{Matrix(6, 1, -1.0), Matrix(5, 1, 1.0)}});
  for (const double value : result.u.values()) EXPECT_GE(value, 0.0);
}

TEST(Rnmf, beta_refuses_what_it_cannot_do) {
  const auto method = make_method("rnmf");
  method->set("variant", "beta");
  const auto fit = [&](Matrix y) {
    static_cast<void>(method->fit(Data(std::move(y)), {.rank = 1}));
  };
  EXPECT_THAT(
      [&] {
        fit({{1, 2}, {3, -4}});
      },
      test::refuses(ErrorCode::invalid_data, "row 1, column 1", "variant=zhang"));
  EXPECT_THAT(
      [&] {
        fit({{1, 2}, {3, std::nan("")}});
      },
      test::refuses(ErrorCode::invalid_data, "missing", "variant=zhang"));
}

TEST(GodecPlus, is_monotone_from_random_starts_and_with_weights) {
  test::Random random(6);
  const auto method = make_method("godec-plus");
  method->set("init", "random");
  std::uniform_real_distribution<double> weight(0, 3);
  for (unsigned seed = 0; seed < 20; ++seed) {
    const test::Planted problem = test::planted(25, 18, 3, 0.2, random);
    Matrix weights(25, 18);
    for (double& value : weights.values()) value = weight(random);
    const Result result =
        method->fit(Data(problem.y, weights), {.rank = 3, .tolerance = 1e-9, .seed = seed});
    for (std::size_t t = 1; t < result.history.size(); ++t) {
      EXPECT_LE(result.history[t].objective, result.history[t - 1].objective * (1 + 1e-12));
    }
  }
}

TEST(Prmf, weighs_its_loss_by_the_root_of_lambda) {
  test::Random random(7);
  const Data data(test::planted(20, 15, 2, 0.2, random).y);
  const auto fit = [&](double lambda, double ridge) {
    const auto method = make_method("prmf");
    method->set("lambda", lambda);
    method->set("lambda_u", ridge);
    method->set("lambda_v", ridge);
    return method->fit(data, {.rank = 2});
  };
  // sqrt(4) times the loss with twice the ridge is twice the same objective.
  const Result once = fit(1.0, 0.3);
  const Result twice = fit(4.0, 0.6);
  EXPECT_LE(test::relative_difference(once.reconstruct(), twice.reconstruct()), 1e-9);
  EXPECT_NEAR(2 * once.objective, twice.objective, 1e-9 * twice.objective);
}

TEST(Outliers, entries_that_fit_exactly_say_nothing_about_noise) {
  test::Random random(12);
  std::normal_distribution<double> noise(0, 0.1);
  Matrix u = test::normal_matrix(80, 2, random);
  for (Index i = 0; i < 40; ++i) u(i, 0) = u(i, 1) = 0.0;
  const Matrix v = test::normal_matrix(60, 2, random);
  Matrix y = multiply_transposed(u, v);
  for (Index i = 40; i < 80; ++i) {
    for (Index j = 0; j < 60; ++j) y(i, j) += noise(random);
  }
  y(50, 3) += 10.0;
  const OutlierScores scores = outlier_scores(Data(y), u, v);
  EXPECT_GT(scores.threshold, 0.3);
  EXPECT_LE(scores.count, 5);
  EXPECT_EQ(scores.worst.front().row, 50);
}

TEST(Outliers, a_threshold_holds_with_most_entries_destroyed) {
  test::Random random(8);
  std::normal_distribution<double> noise(0, 0.1);
  const Matrix u = test::normal_matrix(80, 2, random);
  const Matrix v = test::normal_matrix(60, 2, random);
  Matrix y = multiply_transposed(u, v);
  for (Index k = 0; k < y.size(); ++k) y.data()[k] += noise(random) + (k % 3 != 0 ? 50.0 : 0.0);
  y(0, 0) = std::nan("");
  const OutlierScores scores = outlier_scores(Data(y), u, v, {.worst = 5});
  EXPECT_GT(scores.threshold, 0.3);
  EXPECT_LT(scores.threshold, 2.0);
  EXPECT_EQ(scores.count, 2 * y.size() / 3);
  EXPECT_EQ(scores.worst.size(), 5U);
  EXPECT_TRUE(std::isnan(scores.scores(0, 0)));
  EXPECT_TRUE(std::is_sorted(scores.worst.begin(), scores.worst.end(),
                             [](const Outlier& a, const Outlier& b) { return a.score > b.score; }));
  EXPECT_THAT([&] { outlier_scores(Data(y), v, u); },
              test::refuses(ErrorCode::invalid_data, "60 x 80", "80 x 60"));
}

}  // namespace
}  // namespace grmf
