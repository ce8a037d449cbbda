#pragma once

#include <string>
#include <utility>
#include <vector>

#include "grmf/option.h"

namespace grmf {

/// Names of options with their values.
using Settings = std::vector<std::pair<std::string, OptionValue>>;

/// What tune() may vary in a method beside its rank (Method::tunable). What is left empty is not
/// varied.
struct Tunable {
  /// Whether a fit is helped by a start that is the fit of a smaller rank with columns added.
  bool grows = false;
  /// Settings for all trials: a fit must not hold out entries by itself.
  Settings unrefined = {};
  /// Settings that leave out what costs time and changes little, for trials that compare ranks,
  /// losses and ridges.
  Settings unstructured = {};
  /// The loss that is tried first, with every rank.
  Settings first_loss = {};
  /// The loss that is tried next, from the rank on that the first leads to.
  Settings second_loss = {};
  /// The loss of the fit itself, once the rank is chosen: it may decide between the two again.
  Settings final_loss = {};
  /// The option that tells a fit with the second loss the rank that the first has led to.
  std::string rank_of_first_loss = {};
  /// The options of the ridge with their present values, which are multiplied.
  std::vector<std::pair<std::string, double>> ridge = {};

  /// A choice of sparsity and grouping.
  struct Structure {
    Settings settings;
    double ridge = 1.0;  ///< the ridge is multiplied by this, where the ridge is chosen too
  };
  /// The choices of sparsity and grouping that are compared with each other.
  std::vector<Structure> structures = {};
};

}  // namespace grmf
