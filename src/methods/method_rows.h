#pragma once

#include <string>
#include <utility>

#include "grmf/grmf_options.h"
#include "options/option_rows.h"

/// The rows of an option table that several methods have in common.
namespace grmf::internal {

/// Adds the options `name_u` and `name_v`, one for each factor. The help calls them `what`.
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

/// Adds the option `name` for both factors, and `name_u` and `name_v` for one factor each. Of these
/// the option that is set last wins.
template <class Options>
void add_per_factor(OptionTable<Options>& table, const OptionSpec& spec,
                    PerFactor Options::*member) {
  table.add(
      spec, [member](const Options& o) { return (o.*member).u; },
      [member](Options& o, const OptionValue& value) { o.*member = std::get<double>(value); });
  add_sides(table, spec, member, spec.name);
}

/// Adds the option `preset`, which writes all options: they become make(preset).
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
