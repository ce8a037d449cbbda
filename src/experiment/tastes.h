#pragma once

#include <string>
#include <vector>

#include "experiment/run.h"
#include "grmf/fit.h"
#include "grmf/matrix.h"

/// A table that has groups, and what it gains to find them.
namespace grmf::experiment {

/// How much 160 people like 160 films, from 0 to 255. There are four kinds of films; everyone likes
/// the kinds to one, two or three degrees, and films belong to the kinds to a few degrees, too.
/// Such are the groups: equal numbers in a row of a factor.
struct Tastes {
  Matrix truth;
  Matrix observed;  ///< with noise, and half of the entries 0 or 255
  int rank = 4;
};
Tastes tastes();

struct TastesFit {
  std::string name;
  Result result;
  double rmae;
};
/// All methods with their defaults. The first is GRMF, and the second is GRMF without sparsity and
/// grouping.
std::vector<TastesFit> fit_tastes(const Tastes& table, int threads);

/// The section of a page on these fits.
Json tastes_section(const std::vector<TastesFit>& fits);

}  // namespace grmf::experiment
