#include "experiment/figures.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "experiment/blocks.h"
#include "experiment/paper.h"
#include "experiment/tables.h"
#include "report/groups_picture.h"
#include "report/picture.h"

namespace grmf::experiment {
namespace {

constexpr Setting fair = Setting::fair;

/// The lines of some methods over ratios or ranks.
template <class X, class Find>
Json lines_of(const std::vector<std::string_view>& methods, const std::vector<Setting>& settings,
              const std::vector<X>& xs, double x_scale, std::string_view measure,
              const Find& find) {
  Json series = Json::array();
  for (const Setting setting : settings) {
    for (const std::string_view method : methods) {
      std::vector<ChartPoint> points;
      points.reserve(xs.size());
      for (const X x : xs) {
        points.push_back(
            {x_scale * static_cast<double>(x), summary_of(find(method, setting, x), measure)});
      }
      series.push_back(line_series(series_name(method, setting), points));
    }
  }
  return series;
}

std::string note_of(const Run& run) {
  std::string note = "RMAE " + fixed(run.score.rmae, 3);
  if (run.score.psnr) note += ", PSNR " + fixed(*run.score.psnr, 1) + " dB";
  return note;
}

Json shown_run(const Run* run) {
  if (run == nullptr || run->picture.empty()) return {};
  return {{"src", png_source(run->picture)}, {"note", note_of(*run)}};
}

/// The original has no note: that it has no error goes without saying.
Json shown_original(const Lookup& lookup, const std::string& input) {
  Json shown = shown_run(lookup.run(input, 0, nothing_done, fair, 0));
  if (!shown.is_null()) shown["note"] = "";
  return shown;
}

Json ratio_chart(const Lookup& lookup, Setting setting, bool pilot_alone) {
  const std::string set = pilot_set(lookup);
  const std::string pilot = pilot_picture(lookup);
  const auto find = [&](std::string_view method, Setting of, double ratio) {
    if (!pilot_alone) return lookup.sampled(set, ratio, method, of, figure1_rank);
    const Run* run = lookup.run(pilot, ratio, method, of, figure1_rank);
    return run == nullptr ? Runs{} : Runs{run};
  };
  const std::string of = pilot_alone ? pilot
                                     : "mean of " + counted(lookup.sample(set).size(), "picture") +
                                           " of " + set_label(set);
  return line_chart(
      "figure1-ratio-" + std::string(to_string(setting)) + (pilot_alone ? "-one" : "-mean"),
      "Error against the share of destroyed pixels, rank 4, " + words_of(setting) + ": " + of,
      axis("destroyed", "%"), axis("RMAE"),
      lines_of(paper_methods(), {setting}, figure1_ratios(), 100.0, "rmae", find));
}

Json rank_chart(const Lookup& lookup, const std::string& measure, const std::string& label,
                double scale_of_y, const std::string& unit) {
  const std::string set = pilot_set(lookup);
  const auto find = [&](std::string_view method, Setting setting, int rank) {
    return lookup.sampled(set, paper_ratio, method, setting, rank);
  };
  Json series = lines_of({"grmf", "prmf"}, lookup.settings(), tried_ranks(), 1.0, measure, find);
  for (Json& line : series) {
    for (Json& point : line["points"]) {
      for (std::size_t k : {1U, 2U}) {
        if (point[k].is_number()) point[k] = point[k].get<double>() * scale_of_y;
      }
    }
  }
  return line_chart("figure1-rank-" + measure,
                    label + " against the rank, half of the pixels destroyed, mean of " +
                        counted(lookup.sample(set).size(), "picture"),
                    axis("rank"), axis(label, unit), std::move(series));
}

}  // namespace

std::vector<double> figure1_ratios() { return {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}; }
std::vector<double> figure3_ratios() { return {0.3, 0.5, 0.7}; }
std::vector<double> figure4_ratios() { return {0.1, 0.3, 0.5, 0.7}; }

std::string pilot_set(const Lookup& lookup) { return lookup.sets().front(); }
std::string pilot_picture(const Lookup& lookup) { return lookup.sample(pilot_set(lookup)).front(); }

Json figure1_section(const Lookup& lookup) {
  Json blocks = Json::array();
  for (const Setting setting : lookup.settings()) {
    blocks.push_back(ratio_chart(lookup, setting, true));
    blocks.push_back(ratio_chart(lookup, setting, false));
  }
  blocks.push_back(rank_chart(lookup, "rmae", "RMAE", 1, ""));
  blocks.push_back(
      rank_chart(lookup, "groups_paper", "Groups in a row (the paper's count)", 1, ""));
  blocks.push_back(rank_chart(lookup, "groups", "Distinct values in a row, exactly", 1, ""));
  blocks.push_back(rank_chart(lookup, "sparsity", "Zeros", 100, "%"));
  return {
      {"id", "figure1"},
      {"title", "Figure 1: destroyed pixels and ranks"},
      {"note",
       "The paper looks at one picture, drawn at random; here one that is named, and the mean "
       "over many. The paper counts values closer than 5 as one group; below it stands the count "
       "of values that are equal to the last bit."},
      {"blocks", std::move(blocks)}};
}

Json figure2_section(const Lookup& lookup) {
  Json blocks = Json::array();
  for (const Run& run : lookup.results().runs) {
    if (run.u.empty()) continue;
    report::ShownRows shown;
    shown.factors.u = run.u;
    shown.factors.v = run.v;
    blocks.push_back(
        {{"type", "image"},
         {"id", "figure2-groups"},
         {"caption", "The first rows of U and V of " + label_of(run.key.method) + " at rank " +
                         std::to_string(run.rank) + " on " + run.key.input},
         {"src", "data:image/svg+xml;base64," + report::base64(report::groups_picture(shown))},
         {"alt", "Rows of U and V as coloured cells: " + fixed(run.groups, 2) +
                     " distinct values in a row on average, " + fixed(100 * run.sparsity, 1) +
                     " % zeros"}});
  }
  return {
      {"id", "figure2"},
      {"title", "Figure 2: the grouping effect"},
      {"note",
       "Equal values of a row have one colour; they are equal to the last bit. The paper's figure "
       "is an illustration; this is a fit."},
      {"blocks", std::move(blocks)}};
}

Json viewed_input(const Lookup& lookup, const std::string& input, double ratio,
                  const std::vector<std::string_view>& methods, int rank) {
  Json images = Json::array();
  const auto add = [&](const std::string& label, Json shown) {
    if (shown.is_null()) return;
    shown["label"] = label;
    images.push_back(std::move(shown));
  };
  if (ratio > 0) add("original", shown_original(lookup, input));
  add(ratio > 0 ? percent(ratio) + " destroyed" : "input",
      shown_run(lookup.run(input, ratio, nothing_done, fair, 0)));
  for (const Setting setting : lookup.settings()) {
    for (const std::string_view method : methods) {
      add(series_name(method, setting), shown_run(lookup.run(input, ratio, method, setting, rank)));
    }
  }
  return {{"name", input}, {"images", std::move(images)}};
}

Json figure3_section(const Lookup& lookup) {
  Json items = Json::array();
  Json columns = {"original"};
  for (const double ratio : figure3_ratios()) {
    columns.push_back(percent(ratio) + " destroyed");
    columns.push_back("GRMF");
  }
  Json rows = Json::array();
  for (const std::string& set : lookup.sets()) {
    const std::string input = lookup.sample(set).front();
    const int rank = set_named(set).rank_at(paper_ratio);
    items.push_back(viewed_input(lookup, input, paper_ratio, paper_methods(), rank));
    Json cells = Json::array({shown_original(lookup, input)});
    for (const double ratio : figure3_ratios()) {
      cells.push_back(shown_run(lookup.run(input, ratio, nothing_done, fair, 0)));
      cells.push_back(shown_run(lookup.run(input, ratio, "grmf", fair, rank)));
    }
    rows.push_back({{"label", set_label(set)}, {"cells", std::move(cells)}});
  }
  return {
      {"id", "figure3"},
      {"title", "Figure 3: original, destroyed, recovered"},
      {"note", "One picture of every set. Move the slider to compare; look closer with the zoom."},
      {"blocks", Json::array({{{"type", "pictures"},
                               {"id", "figure3-viewer"},
                               {"caption", "Half of the pixels destroyed; the paper's ranks"},
                               {"items", std::move(items)}},
                              {{"type", "grid"},
                               {"id", "figure3-grid"},
                               {"caption", "GRMF at its defaults, more and more destroyed"},
                               {"columns", std::move(columns)},
                               {"rows", std::move(rows)}}})}};
}

Json figure4_section(const Lookup& lookup) {
  const std::string pilot = pilot_picture(lookup);
  Json columns = {"original", "input"};
  for (const std::string_view method : paper_methods()) columns.push_back(label_of(method));
  Json rows = Json::array();
  for (const double ratio : figure4_ratios()) {
    Json cells = Json::array({shown_original(lookup, pilot),
                              shown_run(lookup.run(pilot, ratio, nothing_done, fair, 0))});
    for (const std::string_view method : paper_methods()) {
      cells.push_back(shown_run(lookup.run(pilot, ratio, method, fair, figure1_rank)));
    }
    rows.push_back({{"label", percent(ratio) + " destroyed"}, {"cells", std::move(cells)}});
  }
  return {{"id", "figure4"},
          {"title", "Figure 4: recovery under different corruption ratios"},
          {"note", "Rank 4, fair defaults; RPCA finds its own rank."},
          {"blocks", Json::array({{{"type", "grid"},
                                   {"id", "figure4-grid"},
                                   {"caption", pilot},
                                   {"columns", std::move(columns)},
                                   {"rows", std::move(rows)}}})}};
}

Json box_chart(const std::string& id, const std::string& caption,
               const std::vector<std::string_view>& methods, const std::vector<Setting>& settings,
               const std::function<Runs(std::string_view method, Setting setting)>& runs_of) {
  Json categories = Json::array();
  for (const std::string_view method : methods) categories.push_back(label_of(method));
  Json series = Json::array();
  for (const Setting setting : settings) {
    Json groups = Json::array();
    for (const std::string_view method : methods) {
      groups.push_back(values_of(runs_of(method, setting), "rmae"));
    }
    series.push_back({{"name", words_of(setting)}, {"groups", std::move(groups)}});
  }
  Json x = axis("method");
  x["categories"] = std::move(categories);
  return {{"type", "chart"},
          {"kind", "boxes"},
          {"id", id},
          {"caption", caption},
          {"x", std::move(x)},
          {"y", axis("RMAE")},
          {"series", std::move(series)}};
}

Json figure5_section(const Lookup& lookup) {
  Json blocks = Json::array();
  for (const std::string& set : lookup.sets()) {
    const int rank = set_named(set).rank_at(paper_ratio);
    blocks.push_back(box_chart(
        "figure5-" + set,
        set_label(set) + ", half of the pixels destroyed, rank " + std::to_string(rank) + ", " +
            counted(lookup.pictures(set), "picture"),
        paper_methods(), lookup.settings(), [&](std::string_view method, Setting setting) {
          return lookup.runs(set, paper_ratio, method, setting, rank);
        }));
  }
  return {
      {"id", "figure5"},
      {"title", "Figure 5: the errors of all pictures"},
      {"note",
       "Median, quartiles, whiskers to the last point within 1.5 times the box; and every point."},
      {"blocks", std::move(blocks)}};
}

}  // namespace grmf::experiment
