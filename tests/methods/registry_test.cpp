#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grmf/grmf.h"

namespace grmf {
namespace {

using testing::Contains;
using testing::UnorderedElementsAre;

bool has_option(const Method& method, std::string_view name) {
  for (const OptionSpec& spec : method.options()) {
    if (spec.name == name) return true;
  }
  return false;
}

bool in_range(const OptionSpec& spec, const OptionValue& value) {
  const auto within = [&](double x) {
    return std::isfinite(x) && x <= spec.max && (spec.min_excluded ? x > spec.min : x >= spec.min);
  };
  if (spec.or_auto && value == OptionValue(std::string("auto"))) return true;
  switch (spec.kind) {
    case OptionKind::real:
      return std::holds_alternative<double>(value) && within(std::get<double>(value));
    case OptionKind::integer:
      return std::holds_alternative<std::int64_t>(value) &&
             within(static_cast<double>(std::get<std::int64_t>(value)));
    case OptionKind::toggle:
      return std::holds_alternative<bool>(value);
    case OptionKind::choice:
      break;
  }
  const auto* name = std::get_if<std::string>(&value);
  return name != nullptr && testing::Value(spec.choices, Contains(*name));
}

/// Values to try: all of a choice, or numbers of the range other than the default.
std::vector<OptionValue> values_to_try(const OptionSpec& spec) {
  const double least = std::isfinite(spec.min) ? spec.min : -5.0;
  switch (spec.kind) {
    case OptionKind::real:
      return {least + 0.625, least + 7.25};
    case OptionKind::integer:
      return {static_cast<std::int64_t>(least), static_cast<std::int64_t>(least) + 6};
    case OptionKind::toggle:
      return {true, false};
    case OptionKind::choice:
      break;
  }
  return {spec.choices.begin(), spec.choices.end()};
}

/// The name of an option without its side: "lambda1_u" -> "lambda1".
std::string family(const std::string& name) {
  const bool one_side = name.ends_with("_u") || name.ends_with("_v");
  return one_side ? name.substr(0, name.size() - 2) : name;
}

void expect_same_options(const Method& method, const Method& other) {
  for (const OptionSpec& spec : method.options()) {
    EXPECT_EQ(method.get(spec.name), other.get(spec.name)) << method.name() << ", " << spec.name;
  }
}

std::unique_ptr<Method> published(std::string_view name) {
  auto method = make_method(name);
  method->set("preset", "published");
  return method;
}

/// The methods whose options are GrmfOptions.
constexpr std::array family_names = {"grmf", "ngrmf", "gmf-l2"};

TEST(Registry, knows_all_methods) {
  EXPECT_THAT(method_names(), UnorderedElementsAre("grmf", "ngrmf", "gmf-l2", "prmf", "godec-plus",
                                                   "tsvd", "rpca", "rnmf"));
}

TEST(Registry, knows_another_name_of_prmf) { EXPECT_EQ(make_method("rpmf")->name(), "prmf"); }

TEST(Registry, a_method_bears_the_name_it_was_made_by) {
  for (const std::string_view name : method_names()) {
    EXPECT_EQ(make_method(name)->name(), name);
    EXPECT_FALSE(make_method(name)->summary().empty());
  }
}

TEST(Registry, a_name_gives_the_type_of_that_name) {
  expect_same_options(*make_method("grmf"), Grmf());
  expect_same_options(*make_method("ngrmf"), NGrmf());
  expect_same_options(*make_method("gmf-l2"), GmfL2());
  EXPECT_EQ(Grmf().name(), "grmf");
  EXPECT_EQ(NGrmf().name(), "ngrmf");
  EXPECT_EQ(GmfL2().name(), "gmf-l2");
}

TEST(Registry, methods_do_not_share_their_options) {
  const auto changed = make_method("grmf");
  const auto other = make_method("grmf");
  changed->set("lambda1", 0.75);
  EXPECT_NE(changed->get("lambda1"), other->get("lambda1"));
  EXPECT_EQ(other->get("lambda1"), OptionValue("auto"));
}

TEST(Registry, every_method_fits) {
  const Data data(Matrix{{1, 2, 3}, {2, 4, 7}, {1, 0, 1}, {3, 1, 2}});
  for (const std::string_view name : method_names()) {
    const Result result = make_method(name)->fit(data, {.rank = 2, .max_sweeps = 3});
    EXPECT_EQ(result.method, name);
    EXPECT_EQ(result.u.rows(), 4);
    EXPECT_EQ(result.v.rows(), 3);
    if (name == "rpca") continue;  // it begins at a lower f, where its constraint does not hold
    if (result.history.back().stage > 1) continue;  // another stage has another f
    EXPECT_LT(result.objective, result.history.front().objective) << name;
  }
}

TEST(OptionTables, names_are_unique_and_every_row_has_help) {
  for (const std::string_view name : method_names()) {
    const auto method = make_method(name);
    std::set<std::string> seen;
    for (const OptionSpec& spec : method->options()) {
      EXPECT_TRUE(seen.insert(spec.name).second) << spec.name << " occurs twice";
      EXPECT_GT(spec.help.size(), 5U) << spec.name;
      EXPECT_EQ(spec.kind == OptionKind::choice, spec.choices.size() >= 2) << spec.name;
    }
    EXPECT_TRUE(seen.contains("preset")) << name;
  }
}

TEST(OptionTables, defaults_obey_their_own_rules_and_a_fresh_method_has_them) {
  for (const std::string_view name : method_names()) {
    const auto method = make_method(name);
    for (const OptionSpec& spec : method->options()) {
      EXPECT_TRUE(in_range(spec, spec.default_value)) << name << ", " << spec.name;
      EXPECT_EQ(method->get(spec.name), spec.default_value) << name << ", " << spec.name;
    }
  }
}

TEST(OptionTables, what_is_set_is_what_is_got) {
  for (const std::string_view name : method_names()) {
    const auto fresh = make_method(name);
    for (const OptionSpec& spec : fresh->options()) {
      const auto method = make_method(name);
      for (const OptionValue& value : values_to_try(spec)) {
        SCOPED_TRACE(std::string(name) + ", " + spec.name + " = " + to_string(value));
        EXPECT_TRUE(in_range(spec, value));
        method->set(spec.name, value);
        EXPECT_EQ(method->get(spec.name), value);
      }
    }
  }
}

TEST(OptionTables, setting_one_option_leaves_the_others) {
  for (const std::string_view name : method_names()) {
    const auto fresh = make_method(name);
    for (const OptionSpec& spec : fresh->options()) {
      if (spec.name == "preset") continue;
      const auto method = make_method(name);
      method->set(spec.name, values_to_try(spec).back());
      for (const OptionSpec& other : fresh->options()) {
        if (family(other.name) == family(spec.name)) continue;
        EXPECT_EQ(method->get(other.name), fresh->get(other.name))
            << name << ": " << spec.name << " changes " << other.name;
      }
    }
  }
}

TEST(OptionTables, a_number_per_factor_can_be_set_for_both_or_for_one) {
  for (const std::string_view name : family_names) {
    const auto method = make_method(name);
    for (const std::string base : {"lambda1", "lambda2", "lambda3", "lambda_neg", "tau1", "tau2"}) {
      method->set(base, 0.375);
      EXPECT_EQ(method->get(base + "_u"), OptionValue(0.375)) << base;
      EXPECT_EQ(method->get(base + "_v"), OptionValue(0.375)) << base;
      method->set(base + "_v", 0.5);
      EXPECT_EQ(method->get(base + "_u"), OptionValue(0.375)) << base;
      EXPECT_EQ(method->get(base + "_v"), OptionValue(0.5)) << base;
      method->set(base + "_u", 0.25);
      EXPECT_EQ(method->get(base + "_u"), OptionValue(0.25)) << base;
      EXPECT_EQ(method->get(base + "_v"), OptionValue(0.5)) << base;
      method->set(base, 2.0);
      EXPECT_EQ(method->get(base + "_u"), OptionValue(2.0)) << base;
      EXPECT_EQ(method->get(base + "_v"), OptionValue(2.0)) << base;
    }
  }
}

TEST(OptionTables, names_and_members_of_the_struct_belong_together) {
  Grmf method;
  method.set("lambda1_u", 0.01);
  method.set("lambda2_v", 0.02);
  method.set("lambda3_u", 0.03);
  method.set("lambda_neg_v", 0.04);
  method.set("tau1_u", 0.05);
  method.set("tau2_v", 0.06);
  method.set("eps", 0.07);
  method.set("mm_steps", 8);
  method.set("loss", "l2");
  method.set("scaling", "per-sample");
  method.set("nonnegative", "soft");
  method.set("init", "random");
  method.set("solver", "dc-admm");
  method.set("nu", 0.09);
  method.set("nu_growth", 1.5);
  method.set("eps_inner", 0.11);
  method.set("eps_outer", 0.12);
  method.set("max_inner", 13);
  method.set("max_outer", 14);
  const GrmfOptions& settings = method.settings();
  EXPECT_EQ(settings.lambda1.u, 0.01);
  EXPECT_EQ(settings.lambda2.v, 0.02);
  EXPECT_EQ(settings.lambda3.u, 0.03);
  EXPECT_EQ(settings.lambda_neg.v, 0.04);
  EXPECT_EQ(settings.tau1.u, 0.05);
  EXPECT_EQ(settings.tau2.v, 0.06);
  EXPECT_EQ(settings.eps, 0.07);
  EXPECT_EQ(settings.mm_steps, 8);
  EXPECT_EQ(settings.loss, Loss::l2);
  EXPECT_EQ(settings.scaling, Scaling::per_sample);
  EXPECT_EQ(settings.nonnegative, Nonnegativity::soft);
  EXPECT_EQ(settings.init, Init::random);
  EXPECT_EQ(settings.solver, Solver::dc_admm);
  EXPECT_EQ(settings.nu, 0.09);
  EXPECT_EQ(settings.nu_growth, 1.5);
  EXPECT_EQ(settings.eps_inner, 0.11);
  EXPECT_EQ(settings.eps_outer, 0.12);
  EXPECT_EQ(settings.max_inner, 13);
  EXPECT_EQ(settings.max_outer, 14);
}

TEST(OptionTables, a_whole_number_will_do_for_a_real) {
  for (const std::string_view name : family_names) {
    const auto method = make_method(name);
    method->set("lambda2", 3);
    EXPECT_EQ(method->get("lambda2"), OptionValue(3.0));
  }
}

TEST(OptionTables, each_method_offers_what_it_leaves_open) {
  EXPECT_TRUE(has_option(*make_method("grmf"), "loss"));
  EXPECT_TRUE(has_option(*make_method("ngrmf"), "loss"));
  EXPECT_FALSE(has_option(*make_method("gmf-l2"), "loss"));
  EXPECT_FALSE(has_option(*make_method("gmf-l2"), "refine"));
  EXPECT_EQ(Grmf().settings().loss, Loss::automatic);
  EXPECT_EQ(NGrmf().settings().loss, Loss::automatic);
  EXPECT_EQ(GmfL2().settings().loss, Loss::l2);
}

TEST(Presets, published_writes_the_numbers_of_the_struct) {
  expect_same_options(*published("grmf"), Grmf(GrmfOptions::published()));
  expect_same_options(*published("ngrmf"), NGrmf(GrmfOptions::published()));
  expect_same_options(*published("gmf-l2"), GmfL2(GrmfOptions::published()));
  const GrmfOptions paper = GrmfOptions::published();
  for (const std::string_view name : family_names) {
    const auto method = published(name);
    EXPECT_EQ(method->get("preset"), OptionValue("published"));
    EXPECT_EQ(method->get("scaling"), OptionValue("per-sample"));
    EXPECT_EQ(method->get("lambda1"), OptionValue(paper.lambda1.u.value()));
    EXPECT_EQ(method->get("lambda2_v"), OptionValue(paper.lambda2.v.value()));
    EXPECT_EQ(method->get("lambda3"), OptionValue(paper.lambda3.u));
    EXPECT_EQ(method->get("lambda_neg_v"), OptionValue(paper.lambda_neg.v));
    EXPECT_EQ(method->get("tau1_u"), OptionValue(paper.tau1.u.value()));
    EXPECT_EQ(method->get("tau2"), OptionValue(paper.tau2.u.value()));
    EXPECT_EQ(method->get("eps"), OptionValue(paper.eps));
  }
}

TEST(Presets, published_differs_from_the_defaults) {
  for (const std::string_view name : family_names) {
    for (const char* option :
         {"preset", "scaling", "lambda1", "lambda3", "tau1", "tau2", "eps", "gauge"}) {
      EXPECT_NE(published(name)->get(option), make_method(name)->get(option)) << option;
    }
  }
}

TEST(Presets, what_is_set_later_wins) {
  for (const std::string_view name : family_names) {
    const auto method = published(name);
    method->set("lambda1", 0.625);
    method->set("scaling", "absolute");
    EXPECT_EQ(method->get("lambda1_v"), OptionValue(0.625));
    EXPECT_EQ(method->get("scaling"), OptionValue("absolute"));
    EXPECT_EQ(method->get("lambda2"), OptionValue(GrmfOptions::published().lambda2.u.value()));
    EXPECT_EQ(method->get("preset"), OptionValue("published"));
  }
}

TEST(Presets, what_was_set_before_is_overwritten) {
  for (const std::string_view name : method_names()) {
    const auto method = make_method(name);
    for (const OptionSpec& spec : method->options()) {
      if (spec.name != "preset") method->set(spec.name, values_to_try(spec).back());
    }
    method->set("preset", "published");
    expect_same_options(*method, *published(name));
    method->set("preset", "standard");
    expect_same_options(*method, *make_method(name));
  }
}

TEST(Presets, ngrmf_is_hard_by_default_and_soft_as_published) {
  EXPECT_EQ(make_method("ngrmf")->get("nonnegative"), OptionValue("hard"));
  EXPECT_EQ(published("ngrmf")->get("nonnegative"), OptionValue("soft"));
  EXPECT_EQ(make_method("grmf")->get("nonnegative"), OptionValue("none"));
  EXPECT_EQ(published("grmf")->get("nonnegative"), OptionValue("none"));
  EXPECT_EQ(NGrmf({.nonnegative = Nonnegativity::soft}).get("nonnegative"), OptionValue("soft"));
}

TEST(Presets, gmf_l2_keeps_its_loss) {
  GmfL2 method;
  for (const char* preset : {"published", "standard"}) {
    method.set("preset", preset);
    EXPECT_EQ(method.settings().loss, Loss::l2);
  }
  EXPECT_EQ(GmfL2({.loss = Loss::l1}).settings().loss, Loss::l2);
}

}  // namespace
}  // namespace grmf
