#include "io/model_meta.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <variant>

#include <nlohmann/json.hpp>

#include "grmf/error.h"
#include "io/refusal.h"

namespace grmf::io {
namespace {

using Json = nlohmann::ordered_json;

/// A number as JSON, which has no word for nan and inf.
Json number_json(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return number;
}

double json_number(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const auto& word = json.get_ref<const std::string&>();
  if (word == "inf") return std::numeric_limits<double>::infinity();
  if (word == "-inf") return -std::numeric_limits<double>::infinity();
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  throw std::invalid_argument("the word '" + word + "' stands for no number");
}

Json option_json(const std::string& name, const OptionValue& value) {
  const auto* number = std::get_if<double>(&value);
  if (number != nullptr && !std::isfinite(*number)) {
    throw Error(ErrorCode::out_of_range,
                "option " + name + " is " + grmf::to_string(value) +
                    "; a model file holds finite options only",
                ErrorSubject::option);
  }
  return std::visit([](const auto& held) { return Json(held); }, value);
}

OptionValue json_option(const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  return json.get<std::string>();
}

/// The history as one list per column, ready to be plotted.
Json history_json(const std::vector<Sweep>& history) {
  Json json = {{"stage", Json::array()},     {"sweep", Json::array()},
               {"objective", Json::array()}, {"relative_change", Json::array()},
               {"step_u", Json::array()},    {"step_v", Json::array()}};
  for (const Sweep& sweep : history) {
    json["stage"].push_back(sweep.stage);
    json["sweep"].push_back(sweep.sweep);
    json["objective"].push_back(number_json(sweep.objective));
    json["relative_change"].push_back(number_json(sweep.relative_change));
    json["step_u"].push_back(number_json(sweep.step_u));
    json["step_v"].push_back(number_json(sweep.step_v));
  }
  return json;
}

std::vector<Sweep> json_history(const Json& json) {
  std::vector<Sweep> history(json.at("sweep").size());
  for (std::size_t k = 0; k < history.size(); ++k) {
    // Files of version 1 know of no stages.
    if (json.contains("stage")) history[k].stage = json.at("stage").at(k).get<int>();
    history[k].sweep = json.at("sweep").at(k).get<int>();
    history[k].objective = json_number(json.at("objective").at(k));
    history[k].relative_change = json_number(json.at("relative_change").at(k));
    history[k].step_u = json_number(json.at("step_u").at(k));
    history[k].step_v = json_number(json.at("step_v").at(k));
  }
  return history;
}

Json formula_json(const Formula& formula) {
  Json json = {{"loss", formula.loss}};
  for (const auto& [name, number] : formula.numbers) json[name] = number_json(number);
  return json;
}

Formula json_formula(const Json& json) {
  Formula formula;
  for (const auto& [name, value] : json.items()) {
    if (name == "loss")
      formula.loss = value.get<std::string>();
    else
      formula.numbers.emplace_back(name, json_number(value));
  }
  return formula;
}

void add_evidence(const GroupEvidence& evidence, Json& json) {
  json["groups"] = evidence.word();
  json["zeros_and_ties"] = {{"counted", evidence.counted},
                            {"expected", evidence.expected},
                            {"possible", evidence.possible},
                            {"refuted", evidence.refuted}};
}

GroupEvidence json_evidence(const Json& json) {
  const Json& count = json.at("zeros_and_ties");
  const GroupEvidence evidence{.found = json.at("groups") == "found",
                               .counted = json_number(count.at("counted")),
                               .expected = json_number(count.at("expected")),
                               .possible = json_number(count.at("possible")),
                               .refuted = count.at("refuted").get<bool>()};
  if (json.at("groups") != evidence.word())
    throw std::invalid_argument("groups is neither 'found' nor 'none'");
  return evidence;
}

Json names_json(const Names& names) {
  Json json = Json::object();
  if (!names.rows.empty()) json["rows"] = names.rows;
  if (!names.columns.empty()) json["columns"] = names.columns;
  return json;
}

Names json_names(const Json& json) {
  const auto list = [&](const char* which) {
    return json.contains(which) ? json.at(which).get<std::vector<std::string>>()
                                : std::vector<std::string>();
  };
  return {.rows = list("rows"), .columns = list("columns")};
}

double json_peak(const Json& json) {
  const double peak = json.get<double>();
  if (peak > 0 && peak <= 65535) return peak;
  throw std::invalid_argument("the white of a picture, peak, is not from 0 to 65535");
}

void fill(const Json& json, Model& model) {
  model.method = json.at("method").get<std::string>();
  for (const auto& [name, value] : json.at("options").items()) {
    model.options.emplace_back(name, json_option(value));
  }
  model.status = json.at("status").get<std::string>();
  model.message = json.at("message").get<std::string>();
  model.warnings = json.at("warnings").get<std::vector<std::string>>();
  model.chosen = json.value("chosen", "");
  model.objective = json_number(json.at("objective"));
  model.certificate = json_number(json.at("certificate"));
  model.history = json_history(json.at("history"));
  if (json.contains("formula")) model.formula = json_formula(json.at("formula"));
  if (json.contains("noise")) model.noise = json_number(json.at("noise"));
  model.refinement = json.value("refinement", "");
  if (json.contains("groups")) model.evidence = json_evidence(json);
  if (json.contains("names")) model.names = json_names(json.at("names"));
  if (json.contains("peak")) model.peak = json_peak(json.at("peak"));
}

}  // namespace

std::string meta_text(const Model& model) {
  Json options = Json::object();
  for (const auto& [name, value] : model.options) options[name] = option_json(name, value);
  Json json = {{"format_version", model_format_version},
               {"method", model.method},
               {"options", options},
               {"status", model.status},
               {"message", model.message},
               {"warnings", model.warnings},
               {"chosen", model.chosen},
               {"objective", number_json(model.objective)},
               {"certificate", number_json(model.certificate)},
               {"history", history_json(model.history)}};
  if (!model.formula.loss.empty()) json["formula"] = formula_json(model.formula);
  if (model.noise) json["noise"] = number_json(*model.noise);
  if (!model.refinement.empty()) json["refinement"] = model.refinement;
  if (model.evidence) add_evidence(*model.evidence, json);
  if (model.names != Names()) json["names"] = names_json(model.names);
  if (model.peak > 0) json["peak"] = model.peak;
  constexpr bool ascii = true;
  return json.dump(-1, ' ', ascii, Json::error_handler_t::replace);
}

void read_meta(const std::string& text, const std::string& name, Model& model) {
  try {
    const Json json = Json::parse(text);
    const auto version = json.at("format_version").get<std::int64_t>();
    if (version > model_format_version) {
      refuse(name, "written by a newer grmf: format version " + std::to_string(version) +
                       ", this one reads up to " + std::to_string(model_format_version) +
                       "; update grmf");
    }
    if (version < 1) {
      refuse(name, "format version " + std::to_string(version) + "; versions are counted from 1");
    }
    model.format_version = static_cast<int>(version);
    fill(json, model);
  } catch (const Json::exception&) {
    refuse(
        name,
        "meta is not that of a model: it is no JSON, or lacks a field; a model written by grmf is "
        "needed");
  } catch (const std::invalid_argument& error) {
    refuse(name, std::string("meta is not that of a model: ") + error.what() +
                     "; a model written by grmf is needed");
  }
}

}  // namespace grmf::io
