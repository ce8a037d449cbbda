#include "options/option_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grmf/error.h"
#include "support/refusal.h"

namespace grmf::internal {
namespace {

using test::refuses;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t one = 1;

auto checking(const OptionSpec& spec, const OptionValue& value) {
  return [spec, value] { static_cast<void>(checked(spec, value)); };
}

const OptionSpec real_spec{.name = "size", .kind = OptionKind::real, .min = -1, .max = 2};
const OptionSpec positive_spec{
    .name = "width", .kind = OptionKind::real, .min = 0, .min_excluded = true};
const OptionSpec integer_spec{.name = "steps", .kind = OptionKind::integer, .min = 1, .max = 9};
const OptionSpec toggle_spec{.name = "fast", .kind = OptionKind::toggle};
const OptionSpec choice_spec{
    .name = "colour", .kind = OptionKind::choice, .choices = {"red", "green"}};

/// An options struct of the simplest kind, and its table.
struct Paint {
  double size = 0.5;
  std::int64_t steps = 3;
  bool fast = true;
};

OptionTable<Paint> paint_table(Paint defaults = {}) {
  OptionTable<Paint> table(defaults);
  table.add(
      real_spec, [](const Paint& p) { return p.size; },
      [](Paint& p, const OptionValue& value) { p.size = std::get<double>(value); });
  table.add(
      integer_spec, [](const Paint& p) { return p.steps; },
      [](Paint& p, const OptionValue& value) { p.steps = std::get<std::int64_t>(value); });
  table.add(
      toggle_spec, [](const Paint& p) { return p.fast; },
      [](Paint& p, const OptionValue& value) { p.fast = std::get<bool>(value); });
  return table;
}

/// The fewest edits from a to b, by the definition: the first letters are the same, or one of the
/// edits comes first.
std::size_t plain_edit_distance(const std::string& a, const std::string& b) {
  if (a.empty()) return b.size();
  if (b.empty()) return a.size();
  const std::size_t replaced = plain_edit_distance(a.substr(1), b.substr(1));
  if (a[0] == b[0]) return replaced;
  const std::size_t removed = plain_edit_distance(a.substr(1), b);
  std::size_t least = 1 + std::min({replaced, removed, plain_edit_distance(a, b.substr(1))});
  if (a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0])
    least = std::min(least, 1 + plain_edit_distance(a.substr(2), b.substr(2)));
  return least;
}

TEST(OptionCheck, a_value_inside_the_range_is_returned) {
  EXPECT_EQ(checked(real_spec, 0.25), OptionValue(0.25));
  EXPECT_EQ(checked(integer_spec, std::int64_t{5}), OptionValue(std::int64_t{5}));
  EXPECT_EQ(checked(toggle_spec, true), OptionValue(true));
  EXPECT_EQ(checked(choice_spec, "green"), OptionValue("green"));
}

TEST(OptionCheck, a_number_may_be_auto_where_the_row_says_so) {
  OptionSpec spec = real_spec;
  EXPECT_THAT([&] { checked(spec, std::string("auto")); },
              test::refuses(ErrorCode::wrong_kind, "a number, not"));
  spec.or_auto = true;
  EXPECT_EQ(checked(spec, std::string("auto")), OptionValue("auto"));
  EXPECT_EQ(checked(spec, 1.5), OptionValue(1.5));
  EXPECT_THAT([&] { checked(spec, std::string("automatic")); },
              test::refuses(ErrorCode::wrong_kind, "a number or auto"));
}

TEST(OptionCheck, the_ends_of_the_range_belong_to_it) {
  EXPECT_EQ(checked(real_spec, -1.0), OptionValue(-1.0));
  EXPECT_EQ(checked(real_spec, 2.0), OptionValue(2.0));
  EXPECT_EQ(checked(integer_spec, one), OptionValue(one));
  EXPECT_EQ(checked(integer_spec, std::int64_t{9}), OptionValue(std::int64_t{9}));
}

TEST(OptionCheck, an_excluded_end_does_not_belong_to_it) {
  EXPECT_EQ(checked(positive_spec, 1e-300), OptionValue(1e-300));
  EXPECT_THAT(checking(positive_spec, 0.0),
              refuses(ErrorCode::out_of_range, "option width is 0", "greater than 0"));
}

TEST(OptionCheck, a_whole_number_will_do_for_a_real) {
  const OptionValue value = checked(real_spec, one);
  ASSERT_TRUE(std::holds_alternative<double>(value));
  EXPECT_EQ(std::get<double>(value), 1.0);
}

TEST(OptionCheck, numbers_outside_the_range_are_refused_with_name_value_and_rule) {
  EXPECT_THAT(checking(real_spec, -1.5),
              refuses(ErrorCode::out_of_range, "option size is -1.5", "at least -1", "at most 2"));
  EXPECT_THAT(checking(real_spec, 2.0000001),
              refuses(ErrorCode::out_of_range, "option size is 2.0000001", "at most 2"));
  EXPECT_THAT(checking(real_spec, std::int64_t{3}),
              refuses(ErrorCode::out_of_range, "option size is 3", "at most 2"));
  EXPECT_THAT(checking(integer_spec, std::int64_t{0}),
              refuses(ErrorCode::out_of_range, "option steps is 0", "at least 1", "at most 9"));
  EXPECT_THAT(checking(integer_spec, std::int64_t{10}),
              refuses(ErrorCode::out_of_range, "option steps is 10", "at most 9"));
}

TEST(OptionCheck, numbers_that_are_not_finite_are_refused) {
  for (const double bad : {nan, infinity, -infinity}) {
    EXPECT_THAT(checking(positive_spec, bad),
                refuses(ErrorCode::out_of_range, "option width", to_string(bad), "finite"));
  }
}

TEST(OptionCheck, values_of_another_kind_are_refused) {
  EXPECT_THAT(checking(real_spec, "big"),
              refuses(ErrorCode::wrong_kind, "option size", "a number", "'big'"));
  EXPECT_THAT(checking(real_spec, true),
              refuses(ErrorCode::wrong_kind, "option size", "a number", "true"));
  EXPECT_THAT(checking(integer_spec, 2.0),
              refuses(ErrorCode::wrong_kind, "option steps", "a whole number", "the number 2"));
  EXPECT_THAT(checking(integer_spec, "2"),
              refuses(ErrorCode::wrong_kind, "option steps", "a whole number", "'2'"));
  EXPECT_THAT(checking(integer_spec, true),
              refuses(ErrorCode::wrong_kind, "option steps", "a whole number", "true"));
  EXPECT_THAT(checking(toggle_spec, one),
              refuses(ErrorCode::wrong_kind, "option fast", "true or false", "1"));
  EXPECT_THAT(checking(toggle_spec, "true"),
              refuses(ErrorCode::wrong_kind, "option fast", "true or false", "'true'"));
  EXPECT_THAT(checking(choice_spec, one),
              refuses(ErrorCode::wrong_kind, "option colour", "one of red, green", "1"));
  EXPECT_THAT(checking(choice_spec, 0.5),
              refuses(ErrorCode::wrong_kind, "option colour", "one of red, green", "0.5"));
}

TEST(OptionCheck, an_unknown_choice_is_refused_with_the_known_ones) {
  EXPECT_THAT(checking(choice_spec, "Red"),
              refuses(ErrorCode::unknown_name, "option colour", "'Red'", "one of red, green"));
  EXPECT_THAT(checking(choice_spec, ""),
              refuses(ErrorCode::unknown_name, "option colour", "''", "one of red, green"));
}

TEST(OptionTable, defaults_are_read_from_the_struct) {
  const OptionTable<Paint> table = paint_table({.size = 1.5, .steps = 7, .fast = false});
  ASSERT_EQ(table.specs().size(), 3U);
  EXPECT_EQ(table.specs()[0].default_value, OptionValue(1.5));
  EXPECT_EQ(table.specs()[1].default_value, OptionValue(std::int64_t{7}));
  EXPECT_EQ(table.specs()[2].default_value, OptionValue(false));
}

TEST(OptionTable, set_writes_the_member_of_that_name_and_no_other) {
  const OptionTable<Paint> table = paint_table();
  Paint paint;
  table.set(paint, "steps", std::int64_t{8});
  EXPECT_EQ(paint.steps, 8);
  EXPECT_EQ(paint.size, 0.5);
  EXPECT_TRUE(paint.fast);
  EXPECT_EQ(table.get(paint, "steps"), OptionValue(std::int64_t{8}));
  table.set(paint, "size", one);
  EXPECT_EQ(paint.size, 1.0);
  table.set(paint, "fast", false);
  EXPECT_EQ(table.get(paint, "fast"), OptionValue(false));
}

TEST(OptionTable, a_refused_value_leaves_the_old_one) {
  const OptionTable<Paint> table = paint_table();
  Paint paint;
  EXPECT_THROW(table.set(paint, "size", 7.0), Error);
  EXPECT_THROW(table.set(paint, "size", "7"), Error);
  EXPECT_EQ(paint.size, 0.5);
}

TEST(OptionTable, an_unknown_name_is_refused_with_the_nearest_and_all_known_ones) {
  const OptionTable<Paint> table = paint_table();
  Paint paint;
  const auto refused =
      refuses(ErrorCode::unknown_name, "option 'step'", "did you mean 'steps'?", "size", "fast");
  EXPECT_THAT([&] { table.set(paint, "step", one); }, refused);
  EXPECT_THAT([&] { static_cast<void>(table.get(paint, "step")); }, refused);
}

TEST(OptionTable, check_finds_a_bad_member_wherever_it_is) {
  const OptionTable<Paint> table = paint_table();
  EXPECT_NO_THROW(table.check(Paint{}));
  EXPECT_THAT([&] { table.check({.size = nan}); },
              refuses(ErrorCode::out_of_range, "option size is nan", "finite"));
  EXPECT_THAT([&] { table.check({.steps = 0}); },
              refuses(ErrorCode::out_of_range, "option steps is 0", "at least 1"));
}

TEST(Suggestion, is_the_nearest_name_if_a_third_of_the_letters_leads_there) {
  std::mt19937_64 random(1);
  std::uniform_int_distribution<std::size_t> length(0, 6);
  std::uniform_int_distribution<int> letter('a', 'c');
  const auto word = [&] {
    std::string text(length(random) + 1, ' ');
    for (char& c : text) c = static_cast<char>(letter(random));
    return text;
  };
  int suggested_some = 0;
  int suggested_none = 0;
  for (int round = 0; round < 400; ++round) {
    const std::vector<std::string> words = {word(), word(), word(), word()};
    const std::vector<std::string_view> known(words.begin(), words.end());
    const std::string name = word();
    const std::string suggested(suggestion(name, known));
    std::size_t least = 100;
    for (const std::string& each : words) least = std::min(least, plain_edit_distance(name, each));
    const bool near = least <= std::max<std::size_t>(1, name.size() / 3);
    ASSERT_EQ(!suggested.empty(), near) << name;
    ++(near ? suggested_some : suggested_none);
    if (near) {
      EXPECT_EQ(std::count(words.begin(), words.end(), suggested) > 0, true) << suggested;
      EXPECT_EQ(plain_edit_distance(name, suggested), least) << name << ": " << suggested;
    }
  }
  EXPECT_GT(suggested_some, 20);
  EXPECT_GT(suggested_none, 20);
}

TEST(Suggestion, is_none_where_words_only_share_letters) {
  const std::vector<std::string_view> commands = {"fit", "report", "reproduce", "reconstruct"};
  EXPECT_EQ(suggestion("reprot", commands), "report");
  EXPECT_EQ(suggestion("fti", commands), "fit");
  EXPECT_EQ(suggestion("predict", commands), "");
  EXPECT_EQ(suggestion("", commands), "");
  EXPECT_EQ(suggestion("fit", {}), "");
}

TEST(Suggestion, of_an_unknown_name_is_left_out_where_there_is_none) {
  EXPECT_THAT(
      [] {
        throw_unknown("thing", "predict", {"fit", "report"});
      },
      refuses(ErrorCode::unknown_name, "unknown thing 'predict'; known are: fit, report"));
  EXPECT_THAT(
      [] {
        throw_unknown("thing", "repot", {"fit", "report"});
      },
      refuses(ErrorCode::unknown_name,
              "unknown thing 'repot'; did you mean 'report'? Known are: fit, report"));
}

TEST(OptionText, says_switches_numbers_and_names_as_a_user_writes_them) {
  EXPECT_EQ(to_string(OptionValue(true)), "true");
  EXPECT_EQ(to_string(OptionValue(false)), "false");
  EXPECT_EQ(to_string(OptionValue(std::int64_t{-12})), "-12");
  EXPECT_EQ(to_string(OptionValue("svd")), "svd");
  EXPECT_EQ(to_string(OptionValue(0.1)), "0.1");
  EXPECT_EQ(to_string(OptionValue(-0.25)), "-0.25");
}

TEST(OptionText, numbers_are_the_shortest_text_that_reads_back_exactly) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> exponent(-300, 300);
  for (int round = 0; round < 2000; ++round) {
    const double value = normal(random) * std::pow(10.0, exponent(random));
    const std::string text = to_string(OptionValue(value));
    EXPECT_EQ(std::stod(text), value);
    for (int digits = 1; digits <= 17; ++digits) {
      std::array<char, 64> other{};
      std::snprintf(other.data(), other.size(), "%.*g", digits, value);
      if (std::stod(other.data()) == value) {
        EXPECT_LE(text.size(), std::string(other.data()).size()) << other.data();
      }
    }
  }
}

}  // namespace
}  // namespace grmf::internal
