#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/option_table.h"
#include "grmf/models.h"

/// The kinds of rows an option table is made of, each tied to a member of the options struct.
namespace grmf::internal {

template <class Enum>
using Names = std::vector<std::pair<Enum, std::string>>;

template <class Options>
void add_real(OptionTable<Options>& table, OptionSpec spec, double Options::*member) {
  spec.kind = OptionKind::real;
  table.add(
      std::move(spec), [member](const Options& o) { return o.*member; },
      [member](Options& o, const OptionValue& value) { o.*member = std::get<double>(value); });
}

/// At least `spec.min`, or 1 where the spec does not say.
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

/// `name_u` and `name_v` for one factor each; `what` is what the help calls them.
template <class Options>
void add_sides(OptionTable<Options>& table, const OptionSpec& spec, PerFactor Options::*member,
               const std::string& what) {
  const auto add_side = [&](const char* suffix, double PerFactor::*side) {
    OptionSpec of_side = spec;
    of_side.name += suffix;
    of_side.help = what + " of " + (side == &PerFactor::u ? "U" : "V") + " alone";
    table.add(
        std::move(of_side), [member, side](const Options& o) { return o.*member.*side; },
        [member, side](Options& o, const OptionValue& value) {
          o.*member.*side = std::get<double>(value);
        });
  };
  add_side("_u", &PerFactor::u);
  add_side("_v", &PerFactor::v);
}

/// `name` for both factors, `name_u` and `name_v` for one; the last one set wins.
template <class Options>
void add_per_factor(OptionTable<Options>& table, const OptionSpec& spec,
                    PerFactor Options::*member) {
  table.add(
      spec, [member](const Options& o) { return (o.*member).u; },
      [member](Options& o, const OptionValue& value) { o.*member = std::get<double>(value); });
  add_sides(table, spec, member, spec.name);
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
        return std::string();  // no name: refused by the check of the choices
      },
      [member, names](Options& o, const OptionValue& value) {
        for (const auto& [candidate, text] : names) {
          if (std::get<std::string>(value) == text) o.*member = candidate;
        }
      });
}

/// `preset` writes all options: `make(preset)` gives them.
template <class Options, class Make>
void add_preset(OptionTable<Options>& table, Make make) {
  table.add(
      {.name = "preset",
       .help = "writes all options: standard defaults, or what the paper ran",
       .kind = OptionKind::choice,
       .choices = {"standard", "published"}},
      [](const Options& o) {
        if (o.preset == Preset::standard) return std::string("standard");
        return std::string(o.preset == Preset::published ? "published" : "");
      },
      [make](Options& o, const OptionValue& value) {
        const bool published = std::get<std::string>(value) == "published";
        o = make(published ? Preset::published : Preset::standard);
      });
}

template <class Options>
void add_init(OptionTable<Options>& table, Init Options::*member) {
  add_choice(table, "init",
             "start: truncated SVD; robust: column by column with gross errors clipped, or the SVD "
             "where f is lower; random",
             member,
             Names<Init>{{Init::svd, "svd"}, {Init::robust, "robust"}, {Init::random, "random"}});
}

}  // namespace grmf::internal
