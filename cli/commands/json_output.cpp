#include "commands/json_output.h"

#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "commands/batch_files.h"
#include "commands/clean_run.h"
#include "commands/denoise_run.h"
#include "commands/fit_run.h"
#include "commands/scale.h"
#include "commands/score_output.h"
#include "grmf/io/model_file.h"
#include "grmf/method.h"
#include "grmf/outliers.h"
#include "grmf/tune.h"
#include "report/shown_rows.h"

namespace grmf::cli {
namespace {

using Json = nlohmann::ordered_json;

/// The name of a file need not be text that JSON can hold: what it cannot hold is replaced.
std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json options_object(const std::vector<std::pair<std::string, OptionValue>>& options) {
  Json object = Json::object();
  for (const auto& [name, value] : options) {
    std::visit([&, &key = name](const auto& plain) { object[key] = plain; }, value);
  }
  return object;
}

Json formula_object(const Formula& formula) {
  Json object = Json::object();
  if (!formula.loss.empty()) object["loss"] = formula.loss;
  for (const auto& [name, number] : formula.numbers) object[name] = number;
  return object;
}

Json evidence_word(const std::optional<GroupEvidence>& evidence) {
  return evidence ? Json(evidence->word()) : Json();
}

Json evidence_object(const std::optional<GroupEvidence>& evidence) {
  if (!evidence) return {};
  return {{"counted", evidence->counted},
          {"expected", evidence->expected},
          {"possible", evidence->possible},
          {"refuted", evidence->refuted}};
}

Json fit_object(const Fitted& fitted) {
  const Result& result = fitted.result;
  const GroupCount paper = result.groups_paper();
  return {{"method", result.method},
          {"rank", result.u.cols()},
          {"rows", result.u.rows()},
          {"cols", result.v.rows()},
          {"status", to_string(result.status)},
          {"sweeps", result.sweeps()},
          {"objective", result.objective},
          {"certificate", result.certificate},
          {"noise", result.noise},
          {"formula", formula_object(result.formula)},
          {"refinement", result.refinement},
          {"groups", evidence_word(result.evidence)},
          {"zeros_and_ties", evidence_object(result.evidence)},
          {"seconds", fitted.seconds},
          {"groups_mean", result.groups().mean},
          {"groups_paper_mean", paper.mean},
          {"groups_paper_std", paper.deviation},
          {"sparsity", result.sparsity()},
          {"tied", result.tied()},
          {"threads", fitted.threads},
          {"backend", result.backend},
          {"chosen", fitted.chosen},
          {"warnings", result.warnings}};
}

Json score_object(const Score& score) {
  Json object;
  for (const auto& [name, value] : measures_of(score)) object[name] = value;
  return object;
}

Json picture_object(const Denoised& picture) {
  Json object = {{"rows", picture.channels.front().rows()},
                 {"cols", picture.channels.front().cols()},
                 {"channels", picture.channels.size()},
                 {"peak", picture.peak},
                 {"masked", picture.masked},
                 {"warnings", picture.warnings},
                 {"fits", Json::array()}};
  for (const Fitted& fitted : picture.fits) object["fits"].push_back(fit_object(fitted));
  if (picture.score) object["score"] = score_object(*picture.score);
  return object;
}

std::string with_names(const BatchFile& file, const Json& object) {
  Json line = {{"input", file.input.string()}, {"output", file.output.string()}};
  line.update(object);
  return dumped(line);
}

Json groups_object(const Result& factors) {
  const GroupCount exact = factors.groups();
  const GroupCount paper = factors.groups_paper();
  return {{"groups", evidence_word(factors.evidence)},
          {"zeros_and_ties", evidence_object(factors.evidence)},
          {"groups_mean", exact.mean},
          {"groups_std", exact.deviation},
          {"groups_paper_mean", paper.mean},
          {"groups_paper_std", paper.deviation},
          {"sparsity", factors.sparsity()},
          {"tied", factors.tied()}};
}

Json option_object(const OptionSpec& spec) {
  constexpr std::array kinds = {"real", "integer", "toggle", "choice"};
  Json option = {
      {"name", spec.name}, {"help", spec.help}, {"kind", kinds.at(static_cast<int>(spec.kind))}};
  std::visit([&](const auto& value) { option["default"] = value; }, spec.default_value);
  if (std::isfinite(spec.min)) {
    option["min"] = spec.min;
    option["min_excluded"] = spec.min_excluded;
  }
  if (std::isfinite(spec.max)) option["max"] = spec.max;
  if (!spec.choices.empty()) option["choices"] = spec.choices;
  return option;
}

Json method_object(const Method& method) {
  Json options = Json::array();
  for (const OptionSpec& spec : method.options()) options.push_back(option_object(spec));
  const StopDefaults stop = method.stop_defaults();
  return {{"name", method.name()},
          {"summary", method.summary()},
          {"takes_rank", method.takes_rank()},
          {"max_sweeps", stop.max_sweeps},
          {"tolerance", stop.tolerance},
          {"options", options}};
}

Json model_object(const io::Model& model) {
  Json object = {{"format_version", model.format_version},
                 {"method", model.method},
                 {"rank", model.u.cols()},
                 {"rows", model.u.rows()},
                 {"cols", model.v.rows()},
                 {"status", model.status},
                 {"message", model.message},
                 {"sweeps", model.history.empty() ? 0 : model.history.back().sweep},
                 {"objective", model.objective},
                 {"certificate", model.certificate},
                 {"outliers", model.s.has_value()}};
  if (model.noise) object["noise"] = *model.noise;
  if (!model.refinement.empty()) object["refinement"] = model.refinement;
  if (model.evidence) {
    object["groups"] = evidence_word(model.evidence);
    object["zeros_and_ties"] = evidence_object(model.evidence);
  }
  if (model.peak > 0) object["peak"] = model.peak;
  object["scale"] = scale_name(model.sizes);
  object["row_names"] = model.names.rows;
  object["col_names"] = model.names.columns;
  object["warnings"] = model.warnings;
  object["chosen"] = model.chosen;
  object["formula"] = formula_object(model.formula);
  object["options"] = options_object(model.options);
  return object;
}

}  // namespace

std::string as_json(const Fitted& fitted) { return dumped(fit_object(fitted)); }

std::string as_json(const BatchFile& file, const Fitted& fitted) {
  return with_names(file, fit_object(fitted));
}

std::string as_json(const BatchFile& file, const Denoised& picture) {
  return with_names(file, picture_object(picture));
}

std::string failure_as_json(const std::filesystem::path& input, const std::string& why) {
  return dumped({{"input", input.string()}, {"error", why}});
}

std::string as_json(const Score& score, const std::vector<NamedScore>& parts) {
  Json object = score_object(score);
  for (const NamedScore& part : parts) {
    Json measures = {{"name", part.name}};
    measures.update(score_object(part.score));
    object["by"].push_back(measures);
  }
  return dumped(object);
}

std::string as_json(const OutlierScores& scores, const Names& names) {
  Json worst = Json::array();
  for (const Outlier& entry : scores.worst) {
    Json object = {{"row", entry.row},          {"col", entry.col},
                   {"value", entry.value},      {"estimate", entry.estimate},
                   {"score", entry.score},      {"residual", entry.value - entry.estimate},
                   {"sigmas", entry.deviations}};
    if (!names.rows.empty()) object["row_name"] = names.rows[entry.row];
    if (!names.columns.empty()) object["col_name"] = names.columns[entry.col];
    worst.push_back(object);
  }
  return dumped({{"threshold", scores.threshold}, {"count", scores.count}, {"worst", worst}});
}

std::string as_json(const Cleaned& cleaned, const Names& names) {
  Json cells = Json::array();
  for (const Replaced& cell : cleaned.cells) {
    Json object = {{"row", cell.row}, {"col", cell.col}};
    if (!names.rows.empty()) object["row_name"] = names.rows[cell.row];
    if (!names.columns.empty()) object["col_name"] = names.columns[cell.col];
    object["old"] = cell.before;
    object["new"] = cell.after;
    object["sigmas"] = cell.sigmas ? Json(*cell.sigmas) : Json();
    cells.push_back(object);
  }
  return dumped({{"outliers", cleaned.outliers},
                 {"gaps", cleaned.gaps},
                 {"gaps_left", cleaned.gaps_left},
                 {"cells", cells}});
}

std::string as_json(const report::ShownRows& shown) {
  Json rows = Json::array();
  for_each_row(shown, [&](const report::ShownRow& row, const std::vector<Group>& groups) {
    Json list = Json::array();
    for (const Group& group : groups) {
      list.push_back({{"value", group.value}, {"members", group.members}});
    }
    Json object = {{"factor", std::string(1, row.factor)}, {"row", row.number}};
    if (!row.name.empty()) object["name"] = row.name;
    object["groups"] = list;
    rows.push_back(object);
  });
  return dumped({{"summary", groups_object(shown.factors)}, {"rows", rows}});
}

std::string as_json(const Tuned& tuned) {
  Json trials = Json::array();
  for (const Trial& trial : tuned.trials) {
    trials.push_back({{"rank", trial.rank},
                      {"settings", options_object(trial.settings)},
                      {"score", trial.score},
                      {"above_best", trial.above_best},
                      {"standard_error", trial.standard_error},
                      {"free_values", trial.free_values}});
  }
  return dumped({{"method", tuned.method->name()},
                 {"rank", tuned.rank},
                 {"chosen", tuned.chosen},
                 {"why", tuned.why},
                 {"trials", trials}});
}

std::string methods_as_json(const std::vector<std::string_view>& names) {
  Json all = Json::array();
  for (const std::string_view name : names) all.push_back(method_object(*make_method(name)));
  return dumped(all);
}

std::string as_json(const io::Model& model) { return dumped(model_object(model)); }

std::vector<std::pair<std::string, std::string>> plain_fields(const io::Model& model) {
  std::vector<std::pair<std::string, std::string>> fields;
  const Json object = model_object(model);
  for (const auto& [name, value] : object.items()) {
    if (value.is_structured()) continue;
    fields.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return fields;
}

}  // namespace grmf::cli
