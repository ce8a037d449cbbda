#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "grmf/export.h"

namespace grmf {

enum class OptionKind { real, integer, toggle, choice };

/// A switch, a whole number, a number, or the name of a choice.
using OptionValue = std::variant<bool, std::int64_t, double, std::string>;

/// One row of an option table. The tables are the only source for validation, command-line flags,
/// Python keywords and the tables in the documentation.
struct OptionSpec {
  std::string name = {};
  std::string help = {};
  OptionKind kind = OptionKind::real;
  OptionValue default_value = {};
  double min = -std::numeric_limits<double>::infinity();
  bool min_excluded = false;  ///< the range is (min, max] instead of [min, max]
  double max = std::numeric_limits<double>::infinity();
  std::vector<std::string> choices = {};  ///< the names that a choice may have
  bool or_auto = false;  ///< whether a number may also be the word "auto": chosen from the data
};

/// A value as text: "0.1", "true", "svd". A number becomes the shortest text that reads back
/// exactly.
GRMF_EXPORT std::string to_string(const OptionValue& value);

}  // namespace grmf
