#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "options/option_table.h"

/// The kinds of rows that an option table is made of, each tied to a member of the options struct.
namespace grmf::internal {

/// The values of an enum with the names that they have as choices.
template <class Enum>
using Names = std::vector<std::pair<Enum, std::string>>;

template <class Options>
void add_real(OptionTable<Options>& table, OptionSpec spec, double Options::*member) {
  spec.kind = OptionKind::real;
  table.add(
      std::move(spec), [member](const Options& o) { return o.*member; },
      [member](Options& o, const OptionValue& value) { o.*member = std::get<double>(value); });
}

/// Adds a whole number of at least `spec.min`, or of at least 1 where the spec gives no minimum.
template <class Options>
void add_integer(OptionTable<Options>& table, OptionSpec spec, int Options::*member) {
  spec.kind = OptionKind::integer;
  if (spec.min == -std::numeric_limits<double>::infinity()) spec.min = 1;
  spec.max = std::numeric_limits<int>::max();
  table.add(
      std::move(spec), [member](const Options& o) { return std::int64_t{o.*member}; },
      [member](Options& o, const OptionValue& value) {
        o.*member = static_cast<int>(std::get<std::int64_t>(value));
      });
}

template <class Options, class Enum>
void add_choice(OptionTable<Options>& table, const char* name, const char* help,
                Enum Options::*member, Names<Enum> names) {
  OptionSpec spec{.name = name, .help = help, .kind = OptionKind::choice};
  for (const auto& [value, text] : names) spec.choices.push_back(text);
  table.add(
      std::move(spec),
      [member, names](const Options& o) {
        for (const auto& [value, text] : names) {
          if (o.*member == value) return text;
        }
        return std::string();  // a value without a name: checked() refuses it
      },
      [member, names](Options& o, const OptionValue& value) {
        for (const auto& [candidate, text] : names) {
          if (std::get<std::string>(value) == text) o.*member = candidate;
        }
      });
}

}  // namespace grmf::internal
