#include "experiment/results.h"

#include <cmath>
#include <filesystem>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "experiment/made_results.h"
#include "grmf/error.h"

namespace grmf::experiment {
namespace {

using ::testing::HasSubstr;
using FitRun = Run;  // the class of a test has a member Run

FitRun full_run() {
  FitRun run;
  run.key = {"a, \"b\".png", "00ff", 2, 0.3, 7, "grmf", Setting::published, 4};
  run.rank = 4;
  double next = 0.1;
  for (double* value :
       {&run.score.rmae, &run.score.rse, &run.score.re, &run.score.mae, &run.score.mse,
        &run.score.rmse, &run.groups, &run.groups_paper, &run.sparsity, &run.tied, &run.seconds}) {
    *value = next /= 3;
  }
  run.score.psnr = 20.5;
  run.objective = 123.4;
  run.certificate = 1e-7;
  run.status = "converged";
  run.sweeps = 12;
  run.picture = "iVBO";
  run.u = Matrix{{1, 2}, {3, 3}};
  run.v = Matrix{{0, 0.1}};
  return run;
}

std::string message_of(const std::string& text) {
  try {
    results_from_text(text, "x.json");
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Results, a_run_comes_back_to_the_last_bit) {
  const FitRun run = full_run();
  const FitRun read = run_from_json(Json::parse(to_json(run).dump()));
  EXPECT_EQ(read.key, run.key);
  EXPECT_EQ(read.rank, 4);
  for (const std::string_view name : measure_names()) {
    const double value = measure(run, name);
    if (std::isnan(value)) {
      EXPECT_EQ(name, "ssim");
      EXPECT_TRUE(std::isnan(measure(read, name)));
    } else {
      EXPECT_EQ(measure(read, name), value) << name;
    }
  }
  EXPECT_EQ(read.sweeps, 12);
  EXPECT_EQ(read.picture, "iVBO");
  EXPECT_EQ(read.u, run.u);
  EXPECT_EQ(read.v, run.v);
}

TEST(Results, come_back_as_they_were_written) {
  MadeResults made;
  made.add_pictures("orl", 2);
  made.results.inputs.push_back(
      {.name = "orl/broken.png", .set = "orl", .read = {}, .error = "no picture"});
  made.results.runs = {full_run(), FitRun{.key = full_run().key, .error = "refused"}};
  made.results.sample = 3;
  const std::string text = json_text(made.results);
  const Results read = results_from_text(text, "x.json");
  EXPECT_EQ(json_text(read), text);
  EXPECT_EQ(read.inputs.size(), 3U);
  EXPECT_EQ(read.inputs[2].error, "no picture");
  EXPECT_EQ(read.runs[1].error, "refused");
  EXPECT_EQ(failures(read), 2U);
}

TEST(Results, of_the_first_schema_are_read_under_the_names_of_now) {
  const Results read =
      read_results(std::filesystem::path(GRMF_TEST_DATA_DIR) / "results" / "grmf-results-1.json");
  ASSERT_EQ(read.runs.size(), 4U);
  const FitRun& grmf = read.runs[1];
  EXPECT_EQ(grmf.key.method, "grmf");
  EXPECT_EQ(grmf.score.rse, 0.010649426074793208);  // the file calls it rmse
  EXPECT_DOUBLE_EQ(grmf.score.re, std::sqrt(grmf.score.rse));
  EXPECT_EQ(grmf.score.mse, 1.1036677932058416);
  EXPECT_DOUBLE_EQ(grmf.score.rmse, std::sqrt(1.1036677932058416));
  EXPECT_THAT(read.runs[3].error, HasSubstr("tsvd takes neither missing entries"));
  // Written again, they are of the schema of now.
  const Json now = Json::parse(json_text(read));
  EXPECT_EQ(now["schema"], "grmf-results-2");
  EXPECT_EQ(now["runs"][1]["rse"], grmf.score.rse);
  EXPECT_EQ(now["runs"][1]["rmse"], grmf.score.rmse);
  EXPECT_EQ(json_text(results_from_text(now.dump(), "x.json")), json_text(read));
}

TEST(Results, of_the_first_schema_lack_nothing_silently) {
  MadeResults made;
  made.results.runs = {full_run()};
  Json json = Json::parse(json_text(made.results));
  json["schema"] = "grmf-results-1";
  json["runs"][0].erase("rmse");
  EXPECT_THAT(message_of(json.dump()), HasSubstr("runs[0]: member 'rmse' is missing"));
  json["runs"][0] = 3;
  EXPECT_THAT(message_of(json.dump()), HasSubstr("runs[0]: is no object"));
}

TEST(Results, what_is_wrong_with_a_file_is_named) {
  MadeResults made;
  made.results.runs = {full_run()};
  Json json = Json::parse(json_text(made.results));
  EXPECT_EQ(message_of(json.dump()), "accepted");
  EXPECT_THAT(message_of("{\"schema\": "), HasSubstr("x.json: is no JSON (at byte"));
  EXPECT_THAT(message_of("[]"), HasSubstr("x.json: is no object"));

  const auto with = [&](const std::string& name, const Json& value) {
    Json changed = json;
    changed["runs"][0][name] = value;
    return message_of(changed.dump());
  };
  EXPECT_THAT(with("rmae", nullptr), HasSubstr("runs[0]: member 'rmae' must be a number"));
  EXPECT_EQ(with("psnr", nullptr), "accepted");
  EXPECT_THAT(with("seed", -1), HasSubstr("member 'seed' must be a whole number"));
  EXPECT_THAT(with("rank", 1e18), HasSubstr("member 'rank'"));
  EXPECT_THAT(with("setting", "unfair"), HasSubstr("unknown setting 'unfair'"));
  EXPECT_THAT(with("u", Json::parse("[[1,2],[3]]")), HasSubstr("lists of one length"));
  EXPECT_THAT(with("u", Json::parse("[[1,\"x\"]]")), HasSubstr("lists of numbers"));
  json.erase("seed");
  EXPECT_THAT(message_of(json.dump()), HasSubstr("member 'seed' is missing"));
  json["schema"] = "grmf-results-9";
  EXPECT_THAT(message_of(json.dump()),
              HasSubstr("member 'schema' must be grmf-results-2 or grmf-results-1"));
}

TEST(Results, csv_quotes_what_needs_it) {
  MadeResults made;
  made.results.runs = {full_run(), FitRun{.key = full_run().key, .error = "a\nb"}};
  const std::string text = csv_text(made.results);
  EXPECT_THAT(text, HasSubstr("\n\"a, \"\"b\"\".png\",0.3,7,grmf,published,4,0.03333333333333333"));
  EXPECT_THAT(text, HasSubstr(",\"a\nb\"\n"));
}

TEST(Measures, of_a_failed_run_are_missing_and_unknown_ones_refused) {
  EXPECT_TRUE(std::isnan(measure(FitRun{.key = {}, .error = "x"}, "rmae")));
  EXPECT_THROW(measure(full_run(), "beauty"), Error);
}

}  // namespace
}  // namespace grmf::experiment
