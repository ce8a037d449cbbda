#include "grmf/io/model_file.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "grmf/models.h"
#include "io/model_meta.h"
#include "support/files.h"
#include "support/problems.h"
#include "support/refusal.h"

namespace grmf::io {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The factors that tests/reference/io_files.py uses.
Factors reference_factors() {
  Factors factors{Matrix(4, 2), Matrix(3, 2)};
  for (Index k = 0; k < 8; ++k) factors.u.data()[k] = static_cast<double>(k) / 7;
  for (Index k = 0; k < 6; ++k) factors.v.data()[k] = 1 / static_cast<double>(k + 1);
  return factors;
}

Model sample() {
  Model model;
  model.u = reference_factors().u;
  model.v = reference_factors().v;
  model.s = Matrix(4, 3, -0.5);
  model.method = "grmf";
  model.options = {{"lambda2", 0.1},
                   {"a_whole", std::int64_t{-7}},
                   {"init", std::string("svd")},
                   {"one", 1.0},
                   {"flag", true},
                   {"tiny", 5e-324}};
  model.status = "converged";
  model.message = "quote \" backslash \\ \xC3\xA9";
  model.warnings = {"one", "two"};
  model.history = {{0, 1.0 / 3, 0, 0, 0}, {1, 0.1, infinity, -infinity, 1e-300, 2}};
  model.objective = 0.1 + 0.2;
  model.certificate = 1e-17;
  model.formula = {.loss = "biweight", .numbers = {{"width", 0.1}, {"lambda3_u", 1.0 / 3}}};
  model.noise = 0.7;
  model.refinement = "refined, as asked for";
  model.evidence = {.found = true, .counted = 12.0, .expected = 1.5, .possible = 40.0};
  model.names = {.rows = {"a", "<b>", "c\n\x1B[1m", "\xC3\xA9"}, .columns = {"x", "", "\"z\""}};
  model.sizes = {.rows = {1, 2, 3, 1e300}, .columns = {0.1, 5e-324, 1.0 / 3}};
  return model;
}

std::string bytes_of(const Model& model) {
  std::ostringstream stream;
  write_model(stream, "out", model);
  return stream.str();
}

Model model_of(const std::string& bytes) {
  std::istringstream stream(bytes);
  return read_model(stream, "m.npz");
}

TEST(ModelFile, everything_reads_back_to_the_last_bit) {
  const Model model = sample();
  EXPECT_EQ(model_of(bytes_of(model)), model);
  Model without = model;
  without.s.reset();
  EXPECT_EQ(model_of(bytes_of(without)), without);
}

TEST(ModelFile, numbers_of_any_size_read_back_to_the_last_bit) {
  std::mt19937_64 random(1);
  Model model = sample();
  model.history.clear();
  for (int k = 0; k < 3000; ++k) {
    const auto draw = [&] {
      const double value = std::bit_cast<double>(random());
      return std::isnan(value) ? 0.0 : value;
    };
    model.history.push_back({k, draw(), draw(), draw(), draw()});
  }
  EXPECT_EQ(model_of(bytes_of(model)), model);
}

TEST(ModelFile, a_number_that_is_none_stays_so) {
  Model model = sample();
  model.objective = std::numeric_limits<double>::quiet_NaN();
  model.certificate = infinity;
  const Model back = model_of(bytes_of(model));
  EXPECT_TRUE(std::isnan(back.objective));
  EXPECT_EQ(back.certificate, infinity);
  model.options = {{"lambda2", infinity}};
  EXPECT_THAT([&] { bytes_of(model); }, test::refuses(ErrorCode::out_of_range, "lambda2"));
}

TEST(ModelFile, the_same_fit_gives_the_same_bytes) {
  test::Random random(7);
  const Data data(test::planted(12, 9, 2, 0.1, random).y);
  const Grmf method;
  const auto fit = [&](int threads) {
    return method.fit(data, {.rank = 2, .max_sweeps = 5, .threads = threads});
  };
  const auto fitted = [&](int threads) { return bytes_of(make_model(fit(threads), method)); };
  const std::string bytes = fitted(1);
  EXPECT_EQ(fitted(1), bytes);
  EXPECT_EQ(fitted(3), bytes);
  const Model model = model_of(bytes);
  EXPECT_EQ(model.method, "grmf");
  EXPECT_EQ(model.options.size(), method.options().size());
  EXPECT_EQ(model.history.size(), fit(1).history.size());
  for (const char* word : {"second", "thread", "/tmp", "backend"}) {
    EXPECT_EQ(bytes.find(word), std::string::npos) << word;
  }
}

TEST(ModelFile, a_flipped_bit_anywhere_is_refused) {
  const std::string bytes = bytes_of(sample());
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    for (const int flip : {0x01, 0x80, 0xFF}) {
      std::string damaged = bytes;
      damaged[k] = static_cast<char>(damaged[k] ^ flip);
      EXPECT_THAT([&] { model_of(damaged); }, test::refuses(ErrorCode::invalid_data, "m.npz: "))
          << "byte " << k;
    }
  }
}

TEST(ModelFile, a_cut_anywhere_is_refused) {
  const std::string bytes = bytes_of(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THAT([&] { model_of(bytes.substr(0, size)); },
                test::refuses(ErrorCode::invalid_data, "m.npz: "))
        << "cut to " << size;
  }
  EXPECT_THAT([&] { model_of(bytes + "x"); },
              test::refuses(ErrorCode::invalid_data, "end of the archive"));
}

TEST(ModelFile, of_version_1_is_read_and_numpy_may_have_written_it) {
  for (const char* name : {"model.npz", "model_bytes.npz"}) {
    const Model model = read_model(test::io_folder() / "model" / name);
    EXPECT_EQ(model.u, reference_factors().u);
    EXPECT_EQ(model.v, reference_factors().v);
    EXPECT_EQ(model.method, "grmf");
    const std::vector<std::pair<std::string, OptionValue>> options = {
        {"lambda2", 0.25}, {"mm_steps", std::int64_t{3}}, {"init", "svd"}, {"flag", true}};
    EXPECT_EQ(model.options, options);
    EXPECT_EQ(model.objective, 1.0 / 3);
    EXPECT_TRUE(std::isnan(model.certificate));
    EXPECT_EQ(model.format_version, 1);
    EXPECT_EQ(model.noise, std::nullopt);
    EXPECT_EQ(model.formula, Formula{});
    EXPECT_EQ(model.refinement, "");
    EXPECT_FALSE(model.evidence.has_value());
    ASSERT_EQ(model.history.size(), 1U);
    EXPECT_EQ(model.history[0].stage, 1);
    EXPECT_EQ(model.history[0], (Sweep{0, infinity, 0, 0, 1e-300}));
  }
  EXPECT_EQ(read_model(test::io_folder() / "model/model_bytes.npz").s, Matrix(4, 3, 1.0));
}

TEST(ModelFile, keeps_the_white_of_a_picture_and_mentions_none_otherwise) {
  Model model = sample();
  EXPECT_EQ(meta_text(model).find("peak"), std::string::npos);
  EXPECT_EQ(model_of(bytes_of(model)).peak, 0.0);
  model.peak = 65535;
  EXPECT_EQ(model_of(bytes_of(model)), model);
  model.peak = 65536;
  EXPECT_THAT([&] { model_of(bytes_of(model)); },
              test::refuses(ErrorCode::invalid_data, "m.npz: ", "peak"));
}

TEST(ModelFile, with_a_factor_that_is_not_finite_is_refused) {
  Model model = sample();
  model.v(2, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT([&] { model_of(bytes_of(model)); },
              test::refuses(ErrorCode::invalid_data, "m.npz: v is not finite at row 2, column 1"));
  model = sample();
  model.u(0, 1) = infinity;
  EXPECT_THAT([&] { model_of(bytes_of(model)); },
              test::refuses(ErrorCode::invalid_data, "m.npz: u is not finite at row 0, column 1"));
  const test::TemporaryFolder folder;
  write_model(folder / "m.npz", model);
  EXPECT_THAT([&] { read_start(folder / "m.npz"); },
              test::refuses(ErrorCode::invalid_data, "m.npz: u is not finite"));
}

TEST(ModelFile, of_a_newer_version_is_refused) {
  EXPECT_THAT([] { read_model(test::io_folder() / "model/newer.npz"); },
              test::refuses(ErrorCode::invalid_data,
                            "written by a newer grmf: format version 99, this one reads up to 3; "
                            "update grmf"));
}

TEST(ModelFile, that_is_none_is_refused_with_the_reason) {
  const auto folder = test::io_folder();
  EXPECT_THAT([&] { read_model(folder / "model/start.npz"); },
              test::refuses(ErrorCode::invalid_data, "no member 'meta.npy'"));
  EXPECT_THAT([&] { read_model(folder / "model/misfit.npz"); },
              test::refuses(ErrorCode::invalid_data, "u is 4 x 2 and v is 3 x 3"));
  EXPECT_THAT([&] { read_model(folder / "model/wrong_meta.npz"); },
              test::refuses(ErrorCode::invalid_data, "meta is not that of a model", "is needed"));
  EXPECT_THAT([&] { read_model(folder / "png/grey8.png"); },
              test::refuses(ErrorCode::invalid_data, "does not start as npz files do"));
  EXPECT_THAT([&] { read_model(folder / "none.npz"); },
              test::refuses(ErrorCode::unreadable, "no such file"));
  EXPECT_THAT([&] { read_model(folder); }, test::refuses(ErrorCode::unreadable, "is a folder"));
  EXPECT_THAT([&] { model_of(""); }, test::refuses(ErrorCode::invalid_data, "empty"));
}

TEST(ModelFile, with_shapes_that_do_not_fit_is_not_written) {
  const test::TemporaryFolder folder;
  Model model = sample();
  model.s = Matrix(3, 4);
  EXPECT_THAT([&] { write_model(folder / "m.npz", model); },
              test::refuses(ErrorCode::invalid_data, "s is 3 x 4; it must be 4 x 3"));
  EXPECT_EQ(folder.count(), 0);
}

TEST(ModelFile, with_names_or_sizes_that_do_not_fit_is_not_written) {
  const auto refused = [](Model model, const char* words) {
    EXPECT_THAT([&] { bytes_of(model); }, test::refuses(ErrorCode::invalid_data, words));
  };
  Model model = sample();
  model.names.rows.pop_back();
  refused(model, "3 names of rows for 4 rows");
  model = sample();
  model.sizes.columns.push_back(1.0);
  refused(model, "sizes of columns must be 3 finite numbers > 0");
  model = sample();
  model.sizes.rows[2] = 0.0;
  refused(model, "sizes of rows must be 4 finite numbers > 0");
}

TEST(ModelFile, an_estimate_is_the_product_times_the_sizes) {
  Model model = sample();
  model.sizes = {.rows = {1, 2, 3, 4}, .columns = {10, 100, 1000}};
  const Matrix product = multiply_transposed(model.u, model.v);
  const Matrix wanted = estimate(model);
  EXPECT_EQ(wanted(1, 2), product(1, 2) * 2000);
  EXPECT_EQ(wanted(3, 0), product(3, 0) * 40);
  model.sizes = {};
  EXPECT_EQ(estimate(model), product);
}

TEST(Start, of_scaled_data_is_in_the_units_of_the_data) {
  const test::TemporaryFolder folder;
  Model model = sample();
  model.sizes = {.rows = {1, 2, 4, 8}, .columns = {16, 32, 64}};
  write_model(folder / "m.npz", model);
  const Start start = read_start_with_options(folder / "m.npz");
  EXPECT_EQ(multiply_transposed(start.factors.u, start.factors.v), estimate(model));
  EXPECT_EQ(start.sizes, model.sizes);
}

TEST(Start, is_u_and_v_of_any_npz) {
  const Factors wanted = reference_factors();
  for (const char* name : {"start.npz", "start_compressed.npz", "model.npz", "newer.npz"}) {
    const Factors start = read_start(test::io_folder() / "model" / name);
    EXPECT_EQ(start.u, wanted.u) << name;
    EXPECT_EQ(start.v, wanted.v) << name;
  }
  EXPECT_THAT([] { read_start(test::io_folder() / "model/no_v.npz"); },
              test::refuses(ErrorCode::invalid_data, "no member 'v.npy'"));
  EXPECT_THAT([] { read_start(test::io_folder() / "model/misfit.npz"); },
              test::refuses(ErrorCode::invalid_data, "same number of columns"));
}

TEST(Start, tells_how_a_model_was_made_and_nothing_of_any_other_npz) {
  const test::TemporaryFolder folder;
  Model written = sample();
  written.sizes = {};
  write_model(folder / "m.npz", written);
  const Start model = read_start_with_options(folder / "m.npz");
  EXPECT_EQ(model.factors.u, sample().u);
  EXPECT_EQ(model.method, "grmf");
  EXPECT_EQ(model.options, sample().options);
  for (const char* name : {"start.npz", "newer.npz", "wrong_meta.npz"}) {
    const Start other = read_start_with_options(test::io_folder() / "model" / name);
    EXPECT_EQ(other.factors.u, reference_factors().u) << name;
    EXPECT_EQ(other.method, "") << name;
    EXPECT_TRUE(other.options.empty()) << name;
  }
}

}  // namespace
}  // namespace grmf::io
