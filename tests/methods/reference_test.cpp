// Compares every method with an independent implementation in NumPy, tests/reference/methods.py,
// which repeats these settings: the same start, the same number of steps, no acceleration.

#include <filesystem>
#include <ostream>

#include <gtest/gtest.h>

#include "grmf/grmf.h"
#include "grmf/io/matrix_file.h"
#include "support/names.h"
#include "support/problems.h"

namespace grmf {
namespace {

using Options = std::vector<std::pair<std::string, OptionValue>>;

struct Case {
  std::string folder;
  std::string method;
  Options options;
  int sweeps;  ///< 0 means until the end
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.folder; }

const Options penalties = {
    {"scaling", "absolute"}, {"lambda1", 0.3}, {"tau1", 0.4}, {"lambda2", 0.2},
    {"tau2", 0.3},           {"lambda3", 0.1}, {"eps", 1e-2}};
const Options of_prmf = {{"scaling", "absolute"},
                         {"lambda", 2.0},
                         {"lambda_u", 0.3},
                         {"lambda_v", 0.3},
                         {"delta", 0.05}};
const Options of_godec_plus = {{"scaling", "absolute"}, {"sigma", 1.5}, {"power", 1}};
const Options none;

const std::vector<Case> cases = {
    {"grmf", "grmf", penalties, 4},
    {"ngrmf", "ngrmf", penalties, 4},
    {"gmf-l2", "gmf-l2", penalties, 4},
    {"prmf", "prmf", of_prmf, 20},
    {"godec-plus", "godec-plus", of_godec_plus, 20},
    {"tsvd", "tsvd", none, 0},
    {"rpca-admm", "rpca", {{"algorithm", "admm"}}, 0},
    {"rpca-ialm", "rpca", {{"algorithm", "ialm"}}, 0},
    {"rnmf", "rnmf", none, 10},  // the test sets the price to 0.4, in units of the data
    {"rnmf-beta", "rnmf", {{"variant", "beta"}}, 30},
    {"grmf-weighted", "grmf", penalties, 4},
    {"prmf-weighted", "prmf", of_prmf, 20},
    {"godec-plus-weighted", "godec-plus", of_godec_plus, 20},
    {"rpca-weighted", "rpca", none, 0},
    {"rnmf-weighted", "rnmf", none, 10},
};

class Reference : public testing::TestWithParam<Case> {};

Matrix read(const std::string& folder, const std::string& name) {
  return io::read_matrix(std::filesystem::path(GRMF_TEST_DATA_DIR) / "methods" / folder /
                         (name + ".npy"));
}

TEST_P(Reference, is_matched) {
  const Case& c = GetParam();
  const bool weighted = c.folder.ends_with("-weighted");
  const Data data =
      weighted ? Data(read(c.folder, "y"), read(c.folder, "m")) : Data(read(c.folder, "y"));
  const auto method = make_method(c.method);
  for (const auto& [name, value] : c.options) method->set(name, value);
  if (c.folder == "rnmf" || c.folder == "rnmf-weighted") method->set("lambda", 0.4 / data.scale());
  FitOptions options{.rank = 3,
                     .tolerance = 0.0,
                     .acceleration = 0,
                     .start = Factors{read(c.folder, "u0"), read(c.folder, "v0")}};
  if (c.sweeps > 0) {
    options.max_sweeps = c.sweeps;
    options.stop = StopRule::decrease;
  } else {
    options.tolerance = 1e-9;
    options.max_sweeps = 100000;
  }
  const Result result = method->fit(data, options);
  if (c.sweeps > 0) {
    EXPECT_EQ(result.sweeps(), c.sweeps);
  }
  EXPECT_LE(test::relative_difference(result.reconstruct(), read(c.folder, "l")), 1e-6);
  const auto outliers = std::filesystem::path(GRMF_TEST_DATA_DIR) / "methods" / c.folder / "s.npy";
  ASSERT_EQ(result.outliers.has_value(), std::filesystem::exists(outliers));
  if (result.outliers) {
    EXPECT_LE(test::relative_difference(*result.outliers, io::read_matrix(outliers)), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(methods, Reference, testing::ValuesIn(cases), [](const auto& instance) {
  return test::test_name(instance.param.folder);
});

}  // namespace
}  // namespace grmf
