#include "support/refusal.h"

#include <array>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grmf/grmf.h"

/// What users can get wrong: the library says what is wrong, where, and the rule.
namespace grmf {
namespace {

using test::refuses;
using testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// ---- Matrices and data -------------------------------------------------------------------------

auto making_data(Matrix y) {
  return [y = std::move(y)] { Data{y}; };
}

auto making_data(Matrix y, Matrix weights) {
  return [y = std::move(y), weights = std::move(weights)] { Data(y, weights); };
}

TEST(MatrixRefusal, negative_sizes) {
  EXPECT_THAT([] { Matrix(-1, 3); },
              refuses(ErrorCode::out_of_range, "-1 x 3", "must not be negative"));
  EXPECT_THAT([] { Matrix(3, -2); },
              refuses(ErrorCode::out_of_range, "3 x -2", "must not be negative"));
}

TEST(MatrixRefusal, more_entries_than_can_be_counted) {
  const Index huge = Index{1} << 40;
  EXPECT_THAT([=] { Matrix(huge, huge); },
              refuses(ErrorCode::out_of_memory, std::to_string(huge), "too many entries"));
}

TEST(MatrixRefusal, rows_of_different_length) {
  EXPECT_THAT(([] {
                Matrix{{1, 2}, {3, 4}, {5}};
              }),
              refuses(ErrorCode::out_of_range, "row 2", "1 entries", "row 0 has 2", "one length"));
}

TEST(MatrixRefusal, product_of_different_column_counts) {
  EXPECT_THAT([] { multiply_transposed(Matrix(2, 3), Matrix(4, 5)); },
              refuses(ErrorCode::out_of_range, "3", "5", "columns", "must be equal"));
}

TEST(DataRefusal, infinite_entry) {
  EXPECT_THAT(making_data(Matrix{{1, 2, 3}, {4, 5, infinity}}),
              refuses(ErrorCode::invalid_data, "infinite entry", "row 1", "column 2",
                      "counted from 0", "must be finite"));
  EXPECT_THAT(making_data(Matrix{{1, -infinity}, {3, 4}}),
              refuses(ErrorCode::invalid_data, "infinite entry", "row 0", "column 1"));
  EXPECT_THAT(making_data(Matrix{{1, 2}, {infinity, 4}}, Matrix{{1, 1}, {0.5, 1}}),
              refuses(ErrorCode::invalid_data, "infinite entry", "row 1", "column 0"));
}

TEST(DataRefusal, the_first_infinite_entry_is_named) {
  EXPECT_THAT(making_data(Matrix{{1, infinity}, {infinity, infinity}}),
              refuses(ErrorCode::invalid_data, "row 0, column 1"));
}

TEST(DataRefusal, nothing_observed) {
  EXPECT_THAT(making_data(Matrix(2, 3, nan)),
              refuses(ErrorCode::invalid_data, "all 2 x 3 entries are missing", "at least one"));
  EXPECT_THAT(making_data(Matrix(2, 3, 1.0), Matrix(2, 3, 0.0)),
              refuses(ErrorCode::invalid_data, "all 2 x 3 entries are missing", "at least one"));
  EXPECT_THAT(making_data(Matrix{{nan, 1}}, Matrix{{1, 0}}),
              refuses(ErrorCode::invalid_data, "all 1 x 2 entries are missing"));
  EXPECT_NO_THROW(making_data(Matrix{{nan, 1}}, Matrix{{1, 1e-9}})());
}

TEST(DataRefusal, negative_weight) {
  EXPECT_THAT(making_data(Matrix(2, 3, 1.0), Matrix{{1, 1, 1}, {1, -0.5, 1}}),
              refuses(ErrorCode::invalid_data, "weight -0.5", "row 1", "column 1", "counted from 0",
                      "not negative"));
}

TEST(DataRefusal, weight_that_is_not_finite) {
  EXPECT_THAT(making_data(Matrix(2, 2, 1.0), Matrix{{1, 1}, {nan, 1}}),
              refuses(ErrorCode::invalid_data, "weight nan", "row 1", "column 0", "finite"));
  EXPECT_THAT(making_data(Matrix(2, 2, 1.0), Matrix{{1, infinity}, {1, 1}}),
              refuses(ErrorCode::invalid_data, "weight inf", "row 0", "column 1", "finite"));
}

TEST(DataRefusal, bad_weight_of_a_missing_entry) {
  EXPECT_THAT(making_data(Matrix{{nan, 1}}, Matrix{{-1, 1}}),
              refuses(ErrorCode::invalid_data, "weight -1", "row 0", "column 0"));
}

TEST(DataRefusal, weights_that_add_up_to_infinity) {
  EXPECT_THAT(making_data(Matrix(1, 2, 1.0), Matrix(1, 2, 1e308)),
              refuses(ErrorCode::invalid_data, "weights add up to infinity", "smaller weights"));
}

TEST(DataRefusal, weights_of_another_shape) {
  EXPECT_THAT(making_data(Matrix(2, 3, 1.0), Matrix(3, 2, 1.0)),
              refuses(ErrorCode::invalid_data, "weights are 3 x 2", "2 x 3", "must be equal"));
  EXPECT_THAT(making_data(Matrix(2, 3, 1.0), Matrix(2, 4, 1.0)),
              refuses(ErrorCode::invalid_data, "weights are 2 x 4", "2 x 3", "must be equal"));
  EXPECT_THAT(making_data(Matrix(2, 3, 1.0), Matrix()),
              refuses(ErrorCode::invalid_data, "weights are 0 x 0", "2 x 3", "must be equal"));
}

TEST(DataRefusal, empty_matrix) {
  EXPECT_THAT(making_data(Matrix()),
              refuses(ErrorCode::invalid_data, "0 x 0", "at least one row and one column"));
  EXPECT_THAT(making_data(Matrix(0, 3)), refuses(ErrorCode::invalid_data, "0 x 3", "at least"));
  EXPECT_THAT(making_data(Matrix(3, 0), Matrix(3, 0)),
              refuses(ErrorCode::invalid_data, "3 x 0", "at least"));
}

// ---- Options by name ---------------------------------------------------------------------------

struct BadOption {
  std::string option;
  OptionValue value;
  ErrorCode code;
  std::vector<std::string> words;
};

std::vector<BadOption> bad_options() {
  const auto whole = [](std::int64_t number) { return OptionValue(number); };
  const auto range = ErrorCode::out_of_range;
  const auto kind = ErrorCode::wrong_kind;
  const auto name = ErrorCode::unknown_name;
  std::vector<BadOption> bad = {
      {"eps", 0.0, range, {"option eps is 0", "greater than 0"}},
      {"nu", -1.0, range, {"option nu is -1", "greater than 0"}},
      {"nu_growth", 0.5, range, {"option nu_growth is 0.5", "at least 1"}},
      {"eps_inner", -1e-9, range, {"option eps_inner is -1e-09", "at least 0"}},
      {"eps_outer", -1.0, range, {"option eps_outer is -1", "at least 0"}},
      {"mm_steps", whole(0), range, {"option mm_steps is 0", "at least 1"}},
      {"max_inner", whole(-3), range, {"option max_inner is -3", "at least 1"}},
      {"max_outer", whole(1LL << 31), range, {"max_outer is 2147483648", "at most 2147483647"}},
      {"lambda1", whole(-2), range, {"option lambda1 is -2", "at least 0"}},
      {"lambda1", "much", kind, {"option lambda1", "a number", "'much'"}},
      {"lambda1", "0.1", kind, {"option lambda1", "a number", "'0.1'"}},
      {"tau1", true, kind, {"option tau1", "a number", "true"}},
      {"mm_steps", 2.5, kind, {"option mm_steps", "a whole number", "2.5"}},
      {"mm_steps", "two", kind, {"option mm_steps", "a whole number", "'two'"}},
      {"init", whole(3), kind, {"option init", "one of svd, robust, random", "3"}},
      {"scaling", 0.5, kind, {"option scaling", "one of relative", "0.5"}},
      {"nonnegative", true, kind, {"option nonnegative", "one of", "soft", "hard", "true"}},
      {"preset", false, kind, {"option preset", "one of standard, published", "false"}},
      {"init", "SVD", name, {"option init", "'SVD'", "one of svd, robust, random"}},
      {"solver", "admm", name, {"option solver", "'admm'", "one of exact, dc-admm"}},
      {"preset", "paper", name, {"option preset", "'paper'", "one of standard, published"}},
      {"nonnegative", "weak", name, {"option nonnegative", "'weak'", "soft, hard"}},
      {"lamda1", 0.1, name, {"unknown option 'lamda1'", "did you mean 'lambda1'?"}},
      {"tau3", 0.1, name, {"unknown option 'tau3'", "did you mean 'tau"}},
      {"", 0.1, name, {"unknown option ''", "lambda1", "tau2_v"}},
  };
  for (const char* lambda : {"lambda1", "lambda2", "lambda3", "lambda_neg"}) {
    for (const char* side : {"", "_u", "_v"}) {
      const std::string option = std::string(lambda) + side;
      bad.push_back({option, -0.5, range, {"option " + option + " is -0.5", "at least 0"}});
      bad.push_back({option, nan, range, {"option " + option + " is nan", "finite"}});
      bad.push_back({option, infinity, range, {"option " + option + " is inf", "finite"}});
    }
  }
  for (const char* tau : {"tau1", "tau2"}) {
    for (const char* side : {"", "_u", "_v"}) {
      const std::string option = std::string(tau) + side;
      bad.push_back({option, 0.0, range, {"option " + option + " is 0", "greater than 0"}});
      bad.push_back({option, -1.0, range, {"option " + option + " is -1", "greater than 0"}});
      bad.push_back({option, -infinity, range, {"option " + option + " is -inf", "finite"}});
    }
  }
  return bad;
}

/// GRMF and its variants; what all methods refuse is in contract_test.cpp.
constexpr std::array<std::string_view, 3> family = {"grmf", "ngrmf", "gmf-l2"};

std::vector<OptionValue> all_values(const Method& method) {
  std::vector<OptionValue> values;
  for (const OptionSpec& spec : method.options()) values.push_back(method.get(spec.name));
  return values;
}

TEST(OptionRefusal, says_name_value_and_rule_and_changes_nothing) {
  for (const std::string_view name : family) {
    const auto method = make_method(name);
    method->set("lambda1_v", 0.25);
    method->set("init", "random");
    const std::vector<OptionValue> before = all_values(*method);
    for (const BadOption& bad : bad_options()) {
      SCOPED_TRACE(std::string(name) + ", " + bad.option + " = " + to_string(bad.value));
      try {
        method->set(bad.option, bad.value);
        ADD_FAILURE() << "accepted";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), bad.code) << error.what();
        for (const std::string& word : bad.words) EXPECT_THAT(error.what(), HasSubstr(word));
      }
      EXPECT_EQ(all_values(*method), before);
    }
  }
}

TEST(OptionRefusal, every_misspelt_name_leads_to_the_right_one) {
  for (const std::string_view name : family) {
    const auto method = make_method(name);
    for (const OptionSpec& spec : method->options()) {
      const std::string wrong = "?" + spec.name;
      const auto refused = refuses(ErrorCode::unknown_name, "unknown option '" + wrong + "'",
                                   "did you mean '" + spec.name + "'?");
      EXPECT_THAT([&] { method->set(wrong, 1.0); }, refused);
      EXPECT_THAT([&] { static_cast<void>(method->get(wrong)); }, refused);
    }
  }
}

TEST(OptionRefusal, what_a_method_fixes_is_no_option_of_it) {
  EXPECT_THAT([] { make_method("gmf-l2")->set("loss", "l1"); },
              refuses(ErrorCode::unknown_name, "unknown option 'loss'; known are"));
  EXPECT_THAT([] { make_method("ngrmf")->set("nonnegative", "none"); },
              refuses(ErrorCode::unknown_name, "option nonnegative", "'none'", "soft, hard"));
  EXPECT_NO_THROW(make_method("grmf")->set("loss", "l2"));
  EXPECT_NO_THROW(make_method("grmf")->set("nonnegative", "none"));
}

TEST(OptionRefusal, unknown_method) {
  EXPECT_THAT([] { make_method("grfm"); },
              refuses(ErrorCode::unknown_name, "unknown method 'grfm'", "did you mean 'grmf'?"));
  for (const char* wrong : {"", "pca", "GRMF", "gmf"}) {
    for (const std::string_view known : method_names()) {
      EXPECT_THAT([=] { make_method(wrong); },
                  refuses(ErrorCode::unknown_name, "unknown method '" + std::string(wrong) + "'",
                          std::string(known)));
    }
  }
}

// ---- Options as a struct -----------------------------------------------------------------------

template <class Concrete>
class TypedRefusal : public testing::Test {
 public:
  static auto making(GrmfOptions options) {
    return [options] { Concrete{options}; };
  }
};
using Methods = testing::Types<Grmf, NGrmf, GmfL2>;
TYPED_TEST_SUITE(TypedRefusal, Methods);

TYPED_TEST(TypedRefusal, negative_lambda) {
  const auto code = ErrorCode::out_of_range;
  EXPECT_THAT(this->making({.lambda1 = -1}), refuses(code, "lambda1 is -1", "at least 0"));
  EXPECT_THAT(this->making({.lambda2 = -0.5}), refuses(code, "lambda2 is -0.5", "at least 0"));
  EXPECT_THAT(this->making({.lambda3 = -2}), refuses(code, "lambda3 is -2", "at least 0"));
  EXPECT_THAT(this->making({.lambda_neg = -3}), refuses(code, "lambda_neg is -3", "at least 0"));
  EXPECT_NO_THROW(this->making({.lambda1 = 0, .lambda2 = 0, .lambda3 = 0, .lambda_neg = 0})());
}

TYPED_TEST(TypedRefusal, one_side_is_named) {
  const auto code = ErrorCode::out_of_range;
  EXPECT_THAT(this->making({.lambda1 = {0.0, -1.0}}), refuses(code, "lambda1_v is -1"));
  EXPECT_THAT(this->making({.lambda2 = {0.0, nan}}), refuses(code, "lambda2_v is nan"));
  EXPECT_THAT(this->making({.tau2 = {1.0, 0.0}}), refuses(code, "tau2_v is 0"));
  EXPECT_THAT(this->making({.tau1 = {0.0, 1.0}}), refuses(code, "tau1", "is 0"));
}

TYPED_TEST(TypedRefusal, tau_or_eps_of_zero) {
  const auto code = ErrorCode::out_of_range;
  EXPECT_THAT(this->making({.tau1 = 0}), refuses(code, "tau1 is 0", "greater than 0"));
  EXPECT_THAT(this->making({.tau2 = 0}), refuses(code, "tau2 is 0", "greater than 0"));
  EXPECT_THAT(this->making({.eps = 0}), refuses(code, "eps is 0", "greater than 0"));
  EXPECT_NO_THROW(this->making({.tau1 = 1e-9, .tau2 = 1e-9, .eps = 1e-9})());
}

TYPED_TEST(TypedRefusal, numbers_that_are_not_finite) {
  const auto code = ErrorCode::out_of_range;
  EXPECT_THAT(this->making({.lambda1 = nan}), refuses(code, "lambda1 is nan", "finite"));
  EXPECT_THAT(this->making({.lambda3 = infinity}), refuses(code, "lambda3 is inf", "finite"));
  EXPECT_THAT(this->making({.tau2 = infinity}), refuses(code, "tau2 is inf", "finite"));
  EXPECT_THAT(this->making({.eps = nan}), refuses(code, "eps is nan", "finite"));
  EXPECT_THAT(this->making({.nu = nan}), refuses(code, "nu is nan", "finite"));
}

TYPED_TEST(TypedRefusal, settings_of_the_solver) {
  const auto code = ErrorCode::out_of_range;
  EXPECT_THAT(this->making({.mm_steps = 0}), refuses(code, "mm_steps is 0", "at least 1"));
  EXPECT_THAT(this->making({.nu = 0}), refuses(code, "nu is 0", "greater than 0"));
  EXPECT_THAT(this->making({.nu_growth = 0.9}), refuses(code, "nu_growth is 0.9", "at least 1"));
  EXPECT_THAT(this->making({.eps_inner = -1}), refuses(code, "eps_inner is -1", "at least 0"));
  EXPECT_THAT(this->making({.eps_outer = -1}), refuses(code, "eps_outer is -1", "at least 0"));
  EXPECT_THAT(this->making({.max_inner = 0}), refuses(code, "max_inner is 0", "at least 1"));
  EXPECT_THAT(this->making({.max_outer = -1}), refuses(code, "max_outer is -1", "at least 1"));
}

TYPED_TEST(TypedRefusal, enumerator_that_does_not_exist) {
  const auto code = ErrorCode::unknown_name;
  EXPECT_THAT(this->making({.scaling = static_cast<Scaling>(9)}),
              refuses(code, "option scaling", "one of relative, absolute, per-sample"));
  EXPECT_THAT(this->making({.nonnegative = static_cast<Nonnegativity>(9)}),
              refuses(code, "option nonnegative", "soft, hard"));
  EXPECT_THAT(this->making({.init = static_cast<Init>(9)}),
              refuses(code, "option init", "one of svd, robust, random"));
}

TEST(TypedRefusalInOneLine, reads_as_in_the_documentation) {
  EXPECT_THAT([] { Grmf{{.lambda1 = -1}}; },
              refuses(ErrorCode::out_of_range, "option lambda1 is -1", "at least 0"));
}

// ---- Options of a fit --------------------------------------------------------------------------

Data small_data() { return Data(Matrix{{1, 2, 3}, {2, 4, 7}, {1, 0, 1}, {3, 1, 2}}); }

/// Expects the same refusal from every method.
template <class Refused>
void expect_fit(const FitOptions& options, const Refused& refused) {
  for (const std::string_view name : family) {
    const auto method = make_method(name);
    EXPECT_THAT([&] { static_cast<void>(method->fit(small_data(), options)); }, refused) << name;
  }
}

void expect_fit_accepts(const FitOptions& options) {
  for (const std::string_view name : family) {
    EXPECT_NO_THROW(static_cast<void>(make_method(name)->fit(small_data(), options))) << name;
  }
}

FitOptions starting_at(Matrix u, Matrix v) {
  return {.rank = 2, .max_sweeps = 1, .start = Factors{std::move(u), std::move(v)}};
}

TEST(FitRefusal, rank_outside_one_to_the_smaller_side) {
  for (const int rank : {-1, 0, 4, 1000}) {
    expect_fit({.rank = rank}, refuses(ErrorCode::out_of_range, "rank is " + std::to_string(rank),
                                       "4 x 3", "from 1 to 3"));
  }
  for (const int rank : {1, 3}) expect_fit_accepts({.rank = rank, .max_sweeps = 1});
}

TEST(FitRefusal, rank_that_was_not_given) {
  expect_fit({}, refuses(ErrorCode::out_of_range, "rank is 0", "from 1 to 3"));
}

TEST(FitRefusal, rank_above_the_smaller_side_of_wide_data) {
  const Data wide(Matrix{{1, 2, 3}, {4, 5, 6}});
  EXPECT_THAT([&] { static_cast<void>(Grmf().fit(wide, {.rank = 3})); },
              refuses(ErrorCode::out_of_range, "rank is 3", "2 x 3", "from 1 to 2"));
}

TEST(FitRefusal, rank_of_data_that_are_all_zero) {
  EXPECT_THAT([&] { static_cast<void>(Grmf().fit(Data(Matrix(3, 3)), {.rank = 4})); },
              refuses(ErrorCode::out_of_range, "rank is 4", "from 1 to 3"));
}

TEST(FitRefusal, negative_settings) {
  const auto code = ErrorCode::out_of_range;
  expect_fit({.rank = 2, .max_sweeps = -1}, refuses(code, "max_sweeps is -1", "at least 0"));
  expect_fit({.rank = 2, .tolerance = -1e-3}, refuses(code, "tolerance is -0.001", "at least 0"));
  expect_fit({.rank = 2, .delta_u = -1}, refuses(code, "delta_u is -1", "at least 0"));
  expect_fit({.rank = 2, .delta_v = -2}, refuses(code, "delta_v is -2", "at least 0"));
  expect_fit({.rank = 2, .time_limit = -3}, refuses(code, "time_limit is -3", "at least 0"));
  expect_fit({.rank = 2, .threads = -4}, refuses(code, "threads is -4", "at least 0"));
  expect_fit_accepts({.rank = 2, .max_sweeps = 0, .tolerance = 0.0, .time_limit = 0, .threads = 1});
}

TEST(FitRefusal, settings_that_are_no_numbers) {
  const auto code = ErrorCode::out_of_range;
  expect_fit({.rank = 2, .tolerance = nan}, refuses(code, "tolerance is nan", "at least 0"));
  expect_fit({.rank = 2, .delta_u = nan}, refuses(code, "delta_u is nan", "at least 0"));
  expect_fit({.rank = 2, .delta_v = nan}, refuses(code, "delta_v is nan", "at least 0"));
  expect_fit({.rank = 2, .time_limit = nan}, refuses(code, "time_limit is nan", "at least 0"));
}

TEST(FitRefusal, start_of_the_wrong_shape) {
  const auto code = ErrorCode::out_of_range;
  const Matrix u(4, 2, 1.0);
  const Matrix v(3, 2, 1.0);
  expect_fit(starting_at(Matrix(3, 2, 1.0), v), refuses(code, "start u is 3 x 2", "must be 4 x 2"));
  expect_fit(starting_at(Matrix(4, 1, 1.0), v), refuses(code, "start u is 4 x 1", "must be 4 x 2"));
  expect_fit(starting_at(u, Matrix(4, 2, 1.0)), refuses(code, "start v is 4 x 2", "must be 3 x 2"));
  expect_fit(starting_at(u, Matrix(3, 3, 1.0)), refuses(code, "start v is 3 x 3", "must be 3 x 2"));
  expect_fit(starting_at(u, Matrix()), refuses(code, "start v is 0 x 0", "must be 3 x 2"));
  expect_fit_accepts(starting_at(u, v));
}

TEST(FitRefusal, start_that_is_not_finite) {
  const auto code = ErrorCode::invalid_data;
  for (const double bad : {nan, infinity, -infinity}) {
    Matrix u(4, 2, 1.0);
    Matrix v(3, 2, 1.0);
    u(2, 1) = bad;
    expect_fit(starting_at(u, v), refuses(code, "start u", "row 2", "column 1", "finite"));
    u(2, 1) = 1.0;
    v(1, 0) = bad;
    expect_fit(starting_at(u, v), refuses(code, "start v", "row 1", "column 0", "finite"));
  }
}

// ---- What an error is about --------------------------------------------------------------------

auto is_about(ErrorSubject subject) {
  return testing::Throws<Error>(testing::Property(&Error::subject, subject));
}

auto fitting(const FitOptions& options, Data data = small_data()) {
  return [=] { static_cast<void>(Grmf().fit(data, options)); };
}

auto tuning(std::string_view name, const TuneOptions& options = {}) {
  return [=] { static_cast<void>(tune(*make_method(name), small_data(), options)); };
}

TEST(ErrorSubject, is_an_option_where_other_data_do_not_help) {
  const auto option = is_about(ErrorSubject::option);
  EXPECT_THAT([] { make_method("nosuch"); }, option);
  EXPECT_THAT([] { make_method("grmf")->set("nosuch", 1.0); }, option);
  EXPECT_THAT([] { make_method("grmf")->set("lambda1", "much"); }, option);
  EXPECT_THAT([] { make_method("grmf")->set("lambda1", infinity); }, option);
  EXPECT_THAT([] { make_method("grmf")->set("lambda1", -1.0); }, option);
  EXPECT_THAT([] { make_method("grmf")->set("loss", "nosuch"); }, option);
  EXPECT_THAT(fitting({.rank = 2, .tolerance = -1.0}), option);
  EXPECT_THAT(fitting({.rank = 2, .threads = -1}), option);
  EXPECT_THAT(tuning("grmf", {.held_out = 0.0}), option);
  EXPECT_THAT(tuning("rpca"), option) << "it finds its own rank";
  EXPECT_THAT(tuning("tsvd"), option) << "it takes no gaps";
}

TEST(ErrorSubject, is_the_start_that_was_given) {
  const auto start = is_about(ErrorSubject::start);
  EXPECT_THAT(fitting(starting_at(Matrix(3, 2, 1.0), Matrix(3, 2, 1.0))), start);
  EXPECT_THAT(fitting(starting_at(Matrix(4, 2, 1.0), Matrix(3, 2, nan))), start);
}

TEST(ErrorSubject, is_the_data_in_all_other_cases) {
  const auto data = is_about(ErrorSubject::data);
  EXPECT_THAT(making_data(Matrix{{1, infinity}}), data);
  EXPECT_THAT(fitting({.rank = 4}), data) << "a rank may be right for other data";
  EXPECT_THAT(fitting({.rank = 1}, Data(Matrix(2, 2, 1e160))), data);
}

}  // namespace
}  // namespace grmf
