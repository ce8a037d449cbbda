#include "objective/formula.h"

#include <gtest/gtest.h>

#include "support/refusal.h"

namespace grmf::internal {
namespace {

TEST(Formula, names_the_numbers_of_f) {
  const Formula formula =
      formula_of({.loss = BiweightLoss{.width = 5.0, .sigma = 1.25},
                  .u = {.lambda1 = 0.5, .tau1 = 0.25, .lambda3 = 2.0, .hard = true},
                  .v = {.lambda2 = 0.125, .tau2 = 8.0, .lambda_neg = 3.0, .hard = true}});
  EXPECT_EQ(formula.loss, "biweight");
  const std::vector<std::pair<std::string, double>> numbers = {
      {"width", 5.0},   {"sigma", 1.25},       {"lambda1_u", 0.5},
      {"tau1_u", 0.25}, {"lambda3_u", 2.0},    {"lambda2_v", 0.125},
      {"tau2_v", 8.0},  {"lambda_neg_v", 3.0}, {"nonnegative", 1}};
  EXPECT_EQ(formula.numbers, numbers);
}

TEST(Formula, becomes_the_same_terms_again) {
  const std::vector<AnyLoss> losses = {L1Loss{0.5},         L2Loss{},
                                       HuberLoss{1.0, 2.0}, CorrentropyLoss{3.0},
                                       AtanLoss{0.25, 4.0}, BiweightLoss{5.0, 1.0}};
  ASSERT_EQ(losses.size(), std::variant_size_v<AnyLoss>);
  for (const AnyLoss& loss : losses) {
    const Terms terms{.loss = loss,
                      .u = {.lambda1 = 1, .tau1 = 2, .lambda2 = 3, .tau2 = 4, .lambda3 = 5},
                      .v = {.lambda3 = 6, .lambda_neg = 7}};
    const Formula formula = formula_of(terms);
    const Terms again = terms_of(formula);
    EXPECT_EQ(formula_of(again), formula);
    EXPECT_EQ(again.loss.index(), loss.index());
    const auto value = [](const AnyLoss& any) {
      return std::visit([](const auto& held) { return held.value(1.5); }, any);
    };
    EXPECT_EQ(value(again.loss), value(loss));
  }
}

TEST(Formula, that_no_fit_makes_is_refused) {
  using test::refuses;
  EXPECT_THAT([] { terms_of({}); }, refuses(ErrorCode::unknown_name, "loss ''"));
  EXPECT_THAT([] { terms_of({.loss = "l1"}); }, refuses(ErrorCode::out_of_range, "eps > 0"));
  EXPECT_THAT(
      [] {
        terms_of({.loss = "l1", .numbers = {{"eps", 0.0}}});
      },
      refuses(ErrorCode::out_of_range, "eps > 0"));
  EXPECT_THAT(
      [] {
        terms_of({.loss = "l2", .numbers = {{"lambda9_u", 1.0}}});
      },
      refuses(ErrorCode::unknown_name, "do not know"));
}

}  // namespace
}  // namespace grmf::internal
