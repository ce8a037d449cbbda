#include "experiment/tastes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/random.h"
#include "experiment/blocks.h"
#include "experiment/paper.h"
#include "grmf/corrupt.h"
#include "grmf/data.h"
#include "grmf/measures.h"
#include "grmf/models.h"
#include "report/groups_picture.h"
#include "report/picture.h"

namespace grmf::experiment {
namespace {

constexpr Index people = 160;
constexpr double white = 255.0;
constexpr std::uint64_t seed = 1;

std::uint64_t drawn(std::uint64_t stream, Index row, Index number, std::uint64_t below) {
  constexpr Index most = 64;
  return internal::random_bits(seed, stream, static_cast<std::uint64_t>(row * most + number)) %
         below;
}

/// Rows with one to three distinct values out of four.
Matrix grouped(std::uint64_t stream, int rank) {
  Matrix x(people, rank);
  for (Index i = 0; i < people; ++i) {
    std::array<double, 4> values = {0.0, 1.0, 2.0, 3.0};
    for (std::size_t k = values.size() - 1; k > 0; --k)
      std::swap(values[k], values[drawn(stream, i, static_cast<Index>(k), k + 1)]);
    const std::uint64_t distinct = 1 + drawn(stream, i, 0, 3);
    for (Index l = 0; l < rank; ++l) x(i, l) = values[drawn(stream, i, 8 + l, distinct)];
  }
  return x;
}

TastesFit fitted(const std::string& name, const Method& method, const Tastes& table, int threads) {
  FitOptions options{.threads = threads};
  if (method.takes_rank()) options.rank = table.rank;
  Result result = method.fit(Data(table.observed), options);
  const double rmae = score(table.truth, result.reconstruct(), white).rmae;
  return {name, std::move(result), rmae};
}

}  // namespace

Tastes tastes() {
  Tastes table;
  table.truth = multiply_transposed(grouped(1, table.rank), grouped(2, table.rank));
  const auto values = table.truth.values();
  const double largest = *std::max_element(values.begin(), values.end());
  for (double& value : table.truth.values()) value *= white / largest;
  constexpr double noise = 2.0;
  Matrix noisy = table.truth;
  for (Index k = 0; k < noisy.size(); ++k)
    noisy.data()[k] += noise * internal::random_normal(seed, 3, static_cast<std::uint64_t>(k));
  table.observed = corrupt(noisy, 0.5, white, seed, 0);
  return table;
}

std::vector<TastesFit> fit_tastes(const Tastes& table, int threads) {
  std::vector<TastesFit> fits;
  fits.push_back(fitted(label_of("grmf"), Grmf(), table, threads));
  fits.push_back(fitted(label_of("grmf") + ", lambda1 = lambda2 = 0",
                        Grmf({.lambda1 = 0.0, .lambda2 = 0.0}), table, threads));
  for (const std::string_view name : method_names()) {
    if (name != "grmf") fits.push_back(fitted(label_of(name), *make_method(name), table, threads));
  }
  return fits;
}

Json tastes_section(const std::vector<TastesFit>& fits) {
  const TastesFit& grmf = fits[0];
  const TastesFit& without = fits[1];
  const bool found = grmf.result.evidence && grmf.result.evidence->found;
  Json rows = Json::array();
  for (const TastesFit& fit : fits) {
    const Json evidence = fit.result.evidence ? Json(fit.result.evidence->word()) : Json();
    rows.push_back({fit.name, fit.rmae, fit.result.groups().mean, evidence});
  }
  constexpr Index shown = 40;
  report::ShownRows some;
  some.factors.u = Matrix(shown, grmf.result.u.cols());
  some.factors.v = Matrix(shown, grmf.result.v.cols());
  std::copy_n(grmf.result.u.data(), some.factors.u.size(), some.factors.u.data());
  std::copy_n(grmf.result.v.data(), some.factors.v.size(), some.factors.v.data());
  const std::string text =
      "How much 160 people like 160 films, with noise, and with half of the numbers replaced by 0 "
      "or 255. There are four kinds of films, and everyone likes them to a few degrees: the rows "
      "of "
      "both factors have few distinct values. " +
      std::string(found ? "GRMF finds these groups, and with them"
                        : "GRMF does not find these groups, and") +
      " its error is " + fixed(grmf.rmae, 4) + "; without looking for them it is " +
      fixed(without.rmae, 4) + ".";
  return {{"id", "groups"},
          {"title", "What it gains to find groups"},
          {"blocks",
           {{{"type", "text"}, {"text", text}},
            table_block("tastes", "Error on the table of tastes, all methods with their defaults",
                        {{.label = "method"},
                         {.label = "RMAE", .digits = 4},
                         {.label = "distinct values in a row, of 4", .digits = 2},
                         {.label = "groups"}},
                        std::move(rows)),
            {{"type", "image"},
             {"id", "tastes_groups"},
             {"caption", "The groups of the first 40 people and films, as GRMF finds them"},
             {"src", "data:image/svg+xml;base64," + report::base64(report::groups_picture(some))},
             {"alt", "rows of U and V, with equal colours for equal values"}}}}};
}

}  // namespace grmf::experiment
