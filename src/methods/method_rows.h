#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "grmf/grmf_options.h"
#include "options/option_rows.h"

/// The rows of an option table that several methods have in common.
namespace grmf::internal {

/// A number of an option table, or the word auto where there is none.
inline OptionValue number_or_auto(double number) { return number; }
inline OptionValue number_or_auto(const std::optional<double>& number) {
  return number ? OptionValue(*number) : OptionValue(std::string(automatic));
}
template <class Number>
Number from_value(const OptionValue& value) {
  if constexpr (std::is_same_v<Number, std::optional<double>>) {
    if (std::holds_alternative<std::string>(value)) return std::nullopt;
  }
  return std::get<double>(value);
}

/// Adds the options `name_u` and `name_v`, one for each factor. The help calls them `what`. Pair is
/// PerFactor or AutoPerFactor.
template <class Options, class Pair>
void add_sides(OptionTable<Options>& table, const OptionSpec& spec, Pair Options::*member,
               const std::string& what) {
  using Number = decltype(Pair::u);
  const auto add_side = [&](const char* suffix, Number Pair::*side) {
    OptionSpec of_side = spec;
    of_side.name += suffix;
    of_side.help = what + " of " + (side == &Pair::u ? "U" : "V") + " alone";
    table.add(
        std::move(of_side),
        [member, side](const Options& o) { return number_or_auto(o.*member.*side); },
        [member, side](Options& o, const OptionValue& value) {
          o.*member.*side = from_value<Number>(value);
        });
  };
  add_side("_u", &Pair::u);
  add_side("_v", &Pair::v);
}

/// Adds the option `name` for both factors, and `name_u` and `name_v` for one factor each. Of these
/// the option that is set last wins.
template <class Options, class Pair>
void add_per_factor(OptionTable<Options>& table, OptionSpec spec, Pair Options::*member) {
  using Number = decltype(Pair::u);
  spec.or_auto = std::is_same_v<Pair, AutoPerFactor>;
  table.add(
      spec, [member](const Options& o) { return number_or_auto((o.*member).u); },
      [member](Options& o, const OptionValue& value) {
        (o.*member).u = (o.*member).v = from_value<Number>(value);
      });
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
