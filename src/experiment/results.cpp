#include "experiment/results.h"

#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include <nlohmann/json.hpp>

#include "experiment/json_fields.h"
#include "io/dialect.h"

namespace grmf::experiment {
namespace {

constexpr const char* results_schema = "grmf-results-2";
constexpr const char* first_schema = "grmf-results-1";

Json to_json(const Input& input) {
  Json json = {{"name", input.name}, {"set", input.set}};
  if (!input.error.empty()) {
    json["error"] = input.error;
    return json;
  }
  json["rows"] = input.rows;
  json["cols"] = input.cols;
  json["peak"] = input.peak;
  json["digest"] = input.digest;
  return json;
}

Input input_from_json(const Json& json) {
  Input input;
  input.name = text_member(json, "name");
  input.set = text_member(json, "set");
  if (json.contains("error")) {
    input.error = text_member(json, "error");
    return input;
  }
  input.rows = small_count_member(json, "rows");
  input.cols = small_count_member(json, "cols");
  input.peak = number_member(json, "peak");
  input.digest = text_member(json, "digest");
  return input;
}

/// Writes a list with one item per line, so that a person, grep and diff can look at it.
template <class Item, class Dump>
void write_list(std::ostream& text, const std::vector<Item>& items, const Dump& dump) {
  text << "[";
  for (std::size_t k = 0; k < items.size(); ++k) {
    text << (k == 0 ? "\n  " : ",\n  ") << line_of(dump(items[k]));
  }
  text << "]";
}

template <class Item, class Make>
std::vector<Item> read_list(const Json& json, const std::string& name, const Make& make) {
  std::vector<Item> items;
  for (const Json& each : list_member(json, name)) {
    try {
      items.push_back(make(each));
    } catch (const Error& error) {
      throw Error(error.code(), name + "[" + std::to_string(items.size()) + "]: " + error.what(),
                  error.subject());
    }
  }
  return items;
}

Setting setting_from_json(const Json& json) {
  if (!json.is_string()) throw Error(ErrorCode::invalid_data, "must be a text");
  return setting_named(json.get<std::string>());
}

/// A run of the first schema, which called the relative squared error rmse, and had none of what
/// others call so.
Run run_of_first_schema(const Json& run) {
  if (run.contains("error")) return run_from_json(run);
  Json json = run;
  json["rse"] = number_member(json, "rmse");
  json["rmse"] = std::sqrt(number_member(json, "mse"));
  return run_from_json(json);
}

Results parsed(const Json& json) {
  const std::string schema = text_member(json, "schema");
  if (schema != results_schema && schema != first_schema) {
    throw bad_member("schema", std::string("must be ") + results_schema + " or " + first_schema);
  }
  return {.kind = text_member(json, "kind"),
          .version = text_member(json, "version"),
          .command = text_member(json, "command"),
          .seed = count_member(json, "seed"),
          .settings = read_list<Setting>(json, "settings", setting_from_json),
          .threads = small_count_member(json, "threads"),
          .sample = count_member(json, "sample"),
          .inputs = read_list<Input>(json, "inputs", input_from_json),
          .runs = read_list<Run>(json, "runs",
                                 schema == first_schema ? run_of_first_schema : run_from_json)};
}

/// A text as spreadsheets read it: quoted where it holds a comma, quote or line end.
std::string csv_cell(const std::string& text) { return io::as_field(text, ','); }

/// A number to the last bit; empty where it is not finite.
std::string csv_cell(double value) {
  if (!std::isfinite(value)) return {};
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.begin(), text.end(), value).ptr;
  return {text.begin(), end};
}

}  // namespace

std::string json_text(const Results& results) {
  Json settings = Json::array();
  for (const Setting setting : results.settings) settings.push_back(to_string(setting));
  std::ostringstream text;
  text << "{\"schema\": " << Json(results_schema) << ",\n \"kind\": " << line_of(results.kind)
       << ",\n \"version\": " << line_of(results.version)
       << ",\n \"command\": " << line_of(results.command) << ",\n \"seed\": " << results.seed
       << ",\n \"settings\": " << line_of(settings) << ",\n \"threads\": " << results.threads
       << ",\n \"sample\": " << results.sample << ",\n \"inputs\": ";
  write_list(text, results.inputs, [](const Input& input) { return to_json(input); });
  text << ",\n \"runs\": ";
  write_list(text, results.runs, [](const Run& run) { return to_json(run); });
  text << "}\n";
  return text.str();
}

Results results_from_text(const std::string& text, const std::string& name) {
  try {
    return parsed(Json::parse(text));
  } catch (const Json::parse_error& error) {
    throw Error(ErrorCode::invalid_data, name + ": is no JSON (at byte " +
                                             std::to_string(error.byte) +
                                             "); it must be what --json of grmf compare wrote");
  } catch (const Json::exception&) {
    throw Error(ErrorCode::invalid_data, name + ": has a number that is too large");
  } catch (const Error& error) {
    throw Error(error.code(), name + ": " + error.what() + "; see docs/results.schema.json",
                error.subject());
  }
}

Results read_results(const std::filesystem::path& file) {
  std::error_code ignored;  // an error shows when the file is opened
  if (std::filesystem::is_directory(file, ignored)) {
    throw Error(ErrorCode::unreadable, file.string() + ": is a folder; name the JSON file in it");
  }
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) {
    throw Error(ErrorCode::unreadable,
                file.string() + ": cannot be read; check name and permissions");
  }
  return results_from_text(text, file.string());
}

std::string csv_text(const Results& results) {
  std::ostringstream text;
  text << "input,ratio,seed,method,setting,rank";
  for (const std::string_view name : measure_names()) text << ',' << name;
  text << ",status,sweeps,error\n";
  for (const Run& run : results.runs) {
    const RunKey& key = run.key;
    text << csv_cell(key.input) << ',' << csv_cell(key.ratio) << ',' << key.seed << ','
         << key.method << ',' << to_string(key.setting) << ',' << run.rank;
    for (const std::string_view name : measure_names()) text << ',' << csv_cell(measure(run, name));
    text << ',' << run.status << ',' << run.sweeps << ',' << csv_cell(run.error) << '\n';
  }
  return text.str();
}

std::size_t failures(const Results& results) {
  std::size_t count = 0;
  for (const Input& input : results.inputs) count += input.error.empty() ? 0 : 1;
  for (const Run& run : results.runs) count += run.error.empty() ? 0 : 1;
  return count;
}

}  // namespace grmf::experiment
