#include "experiment/compare_page.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "experiment/blocks.h"
#include "experiment/compare.h"
#include "experiment/figures.h"
#include "experiment/paper.h"
#include "grmf/method.h"

namespace grmf::experiment {
namespace {

/// What a comparison varied.
struct Axes {
  std::set<double> ratios;
  std::set<int> ranks;
  std::vector<std::string_view> methods;

  explicit Axes(const Results& results) {
    for (const Run& run : results.runs) {
      if (run.key.method == nothing_done) continue;
      ratios.insert(run.key.ratio);
      if (run.key.rank > 0) ranks.insert(run.key.rank);
      if (std::find(methods.begin(), methods.end(), run.key.method) == methods.end()) {
        methods.push_back(run.key.method);
      }
    }
  }
  /// The ratio and the rank at which pictures are shown.
  [[nodiscard]] double shown_ratio() const {
    return middle<double>({ratios.begin(), ratios.end()});
  }
  [[nodiscard]] int shown_rank() const {
    return ranks.empty() ? 0 : middle<int>({ranks.begin(), ranks.end()});
  }
};

std::string rank_words(int rank) { return rank == 0 ? "auto" : std::to_string(rank); }

/// Whether a line can be the best one. RPCA finds its own rank and reproduces what is not
/// destroyed, so that comparing it there means nothing.
bool competes(const Compared& line) {
  return line.method != nothing_done && (line.ratio > 0 || make_method(line.method)->takes_rank());
}

/// The rank that was asked for, or the mean of the ranks that were chosen.
Json rank_cell(const Compared& line) {
  if (line.method == nothing_done) return "";
  if (line.rank > 0) return std::to_string(line.rank);
  double sum = 0;
  for (const Run* run : line.runs) sum += run->rank;
  const std::string mean = fixed(sum / static_cast<double>(line.runs.size()), 1);
  return (make_method(line.method)->takes_rank() ? "auto: " : "its own: ") + mean;
}

/// Digits of the percentages of destroyed entries: 50, but 0.4.
int ratio_digits(const std::vector<Compared>& lines) {
  const bool whole = std::all_of(lines.begin(), lines.end(), [](const Compared& line) {
    return std::abs(100 * line.ratio - std::round(100 * line.ratio)) < 1e-9;
  });
  return whole ? 0 : 1;
}

Json measures_table(const std::vector<Compared>& lines) {
  const std::vector<Column> columns{{"Method"},
                                    {"destroyed, %", "", ratio_digits(lines)},
                                    {"rank"},
                                    {"RMAE", "", 4},
                                    {"PSNR, dB", "", 2},
                                    {"SSIM", "", 3},
                                    {"groups", "", 2},
                                    {"zeros, %", "", 1},
                                    {"seconds", "", 4},
                                    {"inputs", "", 0}};
  std::map<double, double> least;  // the least error at every ratio
  for (const Compared& line : lines) {
    if (!competes(line)) continue;
    const double error = summary_of(line.runs, "rmae").mean;
    const auto [place, is_new] = least.emplace(line.ratio, error);
    if (!is_new) place->second = std::min(place->second, error);
  }
  Json rows = Json::array();
  for (const Compared& line : lines) {
    const bool fitted = line.method != nothing_done;
    const auto shown = [&](std::string_view measure) {
      return cell(summary_of(line.runs, measure));
    };
    Summary zeros = summary_of(line.runs, "sparsity");
    zeros.mean *= 100;
    zeros.deviation *= 100;
    Json rmae = shown("rmae");
    if (competes(line) && rmae["value"] == least[line.ratio]) rmae["mark"] = "best";
    rows.push_back(Json::array({series_name(line.method, line.setting), 100 * line.ratio,
                                rank_cell(line), std::move(rmae), shown("psnr"), shown("ssim"),
                                fitted ? shown("groups") : Json(), fitted ? cell(zeros) : Json(),
                                fitted ? shown("seconds") : Json(), line.runs.size()}));
  }
  return table_block("methods", "All methods: mean ± deviation over the inputs", columns,
                     std::move(rows));
}

/// A chart with one line per method over ratios or ranks. Where both were varied, the other one is
/// fixed at the value that pictures are shown at. A method without a rank gives a level line.
Json sweep_chart(const std::vector<Compared>& lines, const Axes& axes, Setting setting,
                 bool over_ratios, const std::string& measure, const std::string& label) {
  std::map<std::string, std::vector<ChartPoint>> points;
  std::vector<std::string> order;
  for (const Compared& line : lines) {
    const bool fitted = line.method != nothing_done;
    const bool other_rank = over_ratios && line.rank > 0 && line.rank != axes.shown_rank();
    const bool other_ratio = !over_ratios && line.ratio != axes.shown_ratio();
    if (other_rank || other_ratio || (fitted && line.setting != setting)) continue;
    if (!fitted && measure != "rmae") continue;
    const std::string name = label_of(line.method);
    if (!points.contains(name)) order.push_back(name);
    const Summary summary = summary_of(line.runs, measure);
    if (over_ratios) {
      points[name].push_back({100 * line.ratio, summary});
    } else if (line.rank > 0) {
      points[name].push_back({static_cast<double>(line.rank), summary});
    } else {
      for (const int rank : axes.ranks)
        points[name].push_back({static_cast<double>(rank), summary});
    }
  }
  Json series = Json::array();
  for (const std::string& name : order) series.push_back(line_series(name, points[name]));
  return line_chart(
      (over_ratios ? "ratios-" : "ranks-") + measure + "-" + std::string(to_string(setting)),
      label + ", " + words_of(setting), over_ratios ? axis("destroyed", "%") : axis("rank"),
      axis(label), std::move(series));
}

Json pictures_section(const Lookup& lookup, const Axes& axes) {
  Json items = Json::array();
  for (const Input& input : lookup.results().inputs) {
    Json item =
        viewed_input(lookup, input.name, axes.shown_ratio(), axes.methods, axes.shown_rank());
    if (item["images"].size() > 1) items.push_back(std::move(item));
  }
  return {
      {"id", "pictures"},
      {"title", "Pictures"},
      {"note",
       "Move the slider to compare; look closer with the zoom. At most eight are shown, and none "
       "that is wider or higher than 1024 pixels."},
      {"blocks", Json::array({{{"type", "pictures"},
                               {"id", "viewer"},
                               {"caption", percent(axes.shown_ratio()) + " destroyed, rank " +
                                               rank_words(axes.shown_rank())},
                               {"items", std::move(items)}}})}};
}

/// The most rows a table may have: with more it is no way to look at them.
constexpr std::size_t most_rows = 2000;

Json every_fit(const std::vector<Compared>& lines) {
  Json rows = Json::array();
  for (const Compared& line : lines) {
    for (const Run* run : line.runs) {
      const auto number = [&](std::string_view name) {
        const double value = measure(*run, name);
        return std::isfinite(value) ? Json(value) : Json();
      };
      rows.push_back(Json::array({run->key.input, series_name(line.method, line.setting),
                                  100 * line.ratio, run->rank, number("rmae"), number("psnr"),
                                  number("ssim"), run->status, number("seconds")}));
    }
  }
  Json section = {{"id", "fits"}, {"title", "Every fit"}, {"note", ""}, {"blocks", Json::array()}};
  if (rows.size() > most_rows) {
    section["note"] =
        "There are " + std::to_string(rows.size()) + " of them: see the file of --csv or --json.";
    return section;
  }
  section["blocks"].push_back(table_block("every-fit", "Every fit",
                                          {{"Input"},
                                           {"Method"},
                                           {"destroyed, %", "", ratio_digits(lines)},
                                           {"rank", "", 0},
                                           {"RMAE", "", 4},
                                           {"PSNR, dB", "", 2},
                                           {"SSIM", "", 3},
                                           {"Status"},
                                           {"seconds", "", 4}},
                                          std::move(rows)));
  return section;
}

/// The best and the second best method at the ratio that is shown.
Json summary_words(const std::vector<Compared>& lines, double ratio) {
  std::vector<std::pair<double, std::string>> errors;
  std::string input;
  for (const Compared& line : lines) {
    if (line.ratio != ratio) continue;
    const double error = summary_of(line.runs, "rmae").mean;
    if (line.method == nothing_done) {
      input = " The input itself has " + fixed(error, 4) + ".";
    } else if (competes(line)) {
      errors.emplace_back(error,
                          series_name(line.method, line.setting) +
                              (line.rank > 0 ? " at rank " + std::to_string(line.rank) : ""));
    }
  }
  std::sort(errors.begin(), errors.end());
  Json summary = Json::array();
  if (errors.empty()) return summary;
  std::string words = "Lowest error" + (ratio > 0 ? " with " + percent(ratio) + " destroyed" : "") +
                      ": " + errors.front().second + ", RMAE " + fixed(errors.front().first, 4);
  if (errors.size() > 1) {
    words += ", before " + errors[1].second + " with " + fixed(errors[1].first, 4);
  }
  summary.push_back(words + "." + input);
  return summary;
}

/// The runs of a method at the ratio and rank that are shown.
Runs runs_at(const std::vector<Compared>& lines, const Axes& axes, std::string_view method,
             Setting setting) {
  for (const Compared& line : lines) {
    if (line.method == method && line.setting == setting && line.ratio == axes.shown_ratio() &&
        (line.rank == axes.shown_rank() || line.rank == 0)) {
      return line.runs;
    }
  }
  return {};
}

Json results_section(const Lookup& lookup, const std::vector<Compared>& lines, const Axes& axes) {
  Json blocks = Json::array({measures_table(lines)});
  for (const Setting setting : lookup.settings()) {
    if (axes.ratios.size() > 1) {
      blocks.push_back(sweep_chart(lines, axes, setting, true, "rmae", "RMAE"));
    }
    if (axes.ranks.size() > 1) {
      blocks.push_back(sweep_chart(lines, axes, setting, false, "rmae", "RMAE"));
      blocks.push_back(
          sweep_chart(lines, axes, setting, false, "groups", "Distinct values in a row"));
      blocks.push_back(sweep_chart(lines, axes, setting, false, "sparsity", "Share of zeros"));
    }
  }
  if (lookup.results().inputs.size() > 1) {
    blocks.push_back(box_chart("errors",
                               "The errors of all inputs, " + percent(axes.shown_ratio()) +
                                   " destroyed, rank " + rank_words(axes.shown_rank()),
                               axes.methods, lookup.settings(),
                               [&](std::string_view method, Setting setting) {
                                 return runs_at(lines, axes, method, setting);
                               }));
  }
  return {
      {"id", "results"},
      {"title", "Results"},
      {"note",
       "RMAE: relative mean absolute error against the truth, lower is better. Groups: distinct "
       "values in a row of the factors. A rank left open is chosen by the data, with GRMF, and "
       "taken for all methods; RPCA finds its own."},
      {"blocks", std::move(blocks)}};
}

}  // namespace

std::vector<Compared> compared_lines(const Results& results) {
  std::vector<Compared> lines;
  for (const Run& run : results.runs) {
    const RunKey& key = run.key;
    if (!has_result(run)) continue;
    // An input without a truth is measured against itself.
    if (key.method == nothing_done && run.score.rmae == 0) continue;
    const auto found = std::find_if(lines.begin(), lines.end(), [&](const Compared& line) {
      return line.method == key.method && line.setting == key.setting && line.ratio == key.ratio &&
             line.rank == key.rank;
    });
    if (found != lines.end()) {
      found->runs.push_back(&run);
    } else {
      lines.push_back({key.method, key.setting, key.ratio, key.rank, {&run}});
    }
  }
  return lines;
}

Json compare_data(const Lookup& lookup) {
  const Results& results = lookup.results();
  const std::vector<Compared> lines = compared_lines(results);
  const Axes axes(results);
  Json data = {{"title", "Comparison of " + std::to_string(axes.methods.size()) + " methods"},
               {"subtitle", counted(results.inputs.size(), "input") + ", " +
                                counted(results.runs.size(), "run")},
               {"summary", Json::array()},
               {"sections", Json::array()}};
  if (lines.empty()) return data;  // no input could be read
  data["summary"] = summary_words(lines, axes.shown_ratio());
  data["sections"].push_back(results_section(lookup, lines, axes));
  Json pictures = pictures_section(lookup, axes);
  if (!pictures["blocks"][0]["items"].empty()) data["sections"].push_back(std::move(pictures));
  data["sections"].push_back(every_fit(lines));
  return data;
}

}  // namespace grmf::experiment
