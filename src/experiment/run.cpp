#include "experiment/run.h"

#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "experiment/json_fields.h"
#include "grmf/fit.h"

namespace grmf::experiment {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// A measure: its name and where a run holds it. JSON, CSV, tables and charts all use this list.
struct Measure {
  std::string_view name;
  double (*get)(const Run&);
  void (*set)(Run&, double);
  bool may_be_missing;
};

constexpr Measure measures[] = {
    {"rmae", [](const Run& r) { return r.score.rmae; }, [](Run& r, double x) { r.score.rmae = x; },
     false},
    {"rse", [](const Run& r) { return r.score.rse; }, [](Run& r, double x) { r.score.rse = x; },
     false},
    {"re", [](const Run& r) { return r.score.re; }, [](Run& r, double x) { r.score.re = x; },
     false},
    {"mae", [](const Run& r) { return r.score.mae; }, [](Run& r, double x) { r.score.mae = x; },
     false},
    {"mse", [](const Run& r) { return r.score.mse; }, [](Run& r, double x) { r.score.mse = x; },
     false},
    {"rmse", [](const Run& r) { return r.score.rmse; }, [](Run& r, double x) { r.score.rmse = x; },
     false},
    {"psnr", [](const Run& r) { return r.score.psnr.value_or(none); },
     [](Run& r, double x) { r.score.psnr = x; }, true},
    {"ssim", [](const Run& r) { return r.score.ssim.value_or(none); },
     [](Run& r, double x) { r.score.ssim = x; }, true},
    {"groups", [](const Run& r) { return r.groups; }, [](Run& r, double x) { r.groups = x; },
     false},
    {"groups_paper", [](const Run& r) { return r.groups_paper; },
     [](Run& r, double x) { r.groups_paper = x; }, false},
    {"sparsity", [](const Run& r) { return r.sparsity; }, [](Run& r, double x) { r.sparsity = x; },
     false},
    {"tied", [](const Run& r) { return r.tied; }, [](Run& r, double x) { r.tied = x; }, false},
    {"objective", [](const Run& r) { return r.objective.value_or(none); },
     [](Run& r, double x) { r.objective = x; }, true},
    {"certificate", [](const Run& r) { return r.certificate.value_or(none); },
     [](Run& r, double x) { r.certificate = x; }, true},
    {"seconds", [](const Run& r) { return r.seconds; }, [](Run& r, double x) { r.seconds = x; },
     false},
};

Json rows_of(const Matrix& matrix) {
  Json rows = Json::array();
  for (Index i = 0; i < matrix.rows(); ++i) rows.push_back(matrix.row(i));
  return rows;
}

Matrix matrix_member(const Json& json, const std::string& name) {
  const Json& rows = list_member(json, name);
  const std::size_t cols = rows.empty() ? 0 : rows.front().size();
  std::vector<double> values;
  for (const Json& row : rows) {
    if (!row.is_array()) throw bad_member(name, "must hold lists of numbers");
    for (const Json& value : row) {
      if (!value.is_number()) throw bad_member(name, "must hold lists of numbers");
      values.push_back(value.get<double>());
    }
    if (row.size() != cols) throw bad_member(name, "must hold lists of one length");
  }
  return {std::ssize(rows), static_cast<Index>(cols), std::move(values)};
}

}  // namespace

std::string_view to_string(Setting setting) {
  return setting == Setting::fair ? "fair" : "published";
}

Setting setting_named(std::string_view name) {
  for (const Setting setting : {Setting::fair, Setting::published}) {
    if (name == to_string(setting)) return setting;
  }
  throw Error(ErrorCode::unknown_name,
              "unknown setting '" + std::string(name) + "'; it must be fair or published");
}

std::vector<std::string_view> measure_names() {
  std::vector<std::string_view> names;
  for (const Measure& each : measures) names.push_back(each.name);
  return names;
}

double measure(const Run& run, std::string_view name) {
  for (const Measure& each : measures) {
    if (each.name == name) return run.error.empty() ? each.get(run) : none;
  }
  throw Error(ErrorCode::unknown_name, "unknown measure '" + std::string(name) + "'");
}

bool has_result(const Run& run) {
  return run.error.empty() && run.status != to_string(Status::numerical_issue);
}

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const Run& run) {
  const RunKey& key = run.key;
  Json json = {{"input", key.input},
               {"digest", key.digest},
               {"number", key.number},
               {"ratio", key.ratio},
               {"seed", key.seed},
               {"method", key.method},
               {"setting", to_string(key.setting)},
               {"rank_asked", key.rank}};
  if (!run.error.empty()) {
    json["error"] = run.error;
    return json;
  }
  json["rank"] = run.rank;
  for (const Measure& each : measures) {
    const double value = each.get(run);
    json[std::string(each.name)] = std::isfinite(value) ? Json(value) : Json();
  }
  json["status"] = run.status;
  json["sweeps"] = run.sweeps;
  if (!run.picture.empty()) json["picture"] = run.picture;
  if (!run.u.empty()) {
    json["u"] = rows_of(run.u);
    json["v"] = rows_of(run.v);
  }
  return json;
}

Run run_from_json(const Json& json) {
  Run run;
  run.key = {.input = text_member(json, "input"),
             .digest = text_member(json, "digest"),
             .number = count_member(json, "number"),
             .ratio = number_member(json, "ratio"),
             .seed = count_member(json, "seed"),
             .method = text_member(json, "method"),
             .setting = setting_named(text_member(json, "setting")),
             .rank = small_count_member(json, "rank_asked")};
  if (json.contains("error")) {
    run.error = text_member(json, "error");
    return run;
  }
  run.rank = small_count_member(json, "rank");
  for (const Measure& each : measures) {
    const std::string name(each.name);
    const auto value = optional_number_member(json, name);
    if (value) {
      each.set(run, *value);
    } else if (!each.may_be_missing) {
      throw bad_member(name, "must be a number");
    }
  }
  run.status = text_member(json, "status");
  run.sweeps = small_count_member(json, "sweeps");
  if (json.contains("picture")) run.picture = text_member(json, "picture");
  if (json.contains("u")) {
    run.u = matrix_member(json, "u");
    run.v = matrix_member(json, "v");
  }
  return run;
}

}  // namespace grmf::experiment
