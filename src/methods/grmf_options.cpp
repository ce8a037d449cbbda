#include "methods/grmf_options.h"

#include <utility>

#include "methods/method_rows.h"

/// The option tables of GRMF, N-GRMF and GMF-L2. Names, ranges and help are written only here.
namespace grmf {

GrmfOptions GrmfOptions::published() {
  GrmfOptions options;
  options.preset = Preset::published;
  options.loss = Loss::l1;
  options.refine = Refine::off;
  options.scaling = Scaling::per_sample;
  options.lambda1 = 0.1;
  options.tau1 = 1.0;
  options.lambda2 = 0.001;
  options.tau2 = 0.9;
  options.lambda3 = 0.0;
  options.lambda_neg = 0.1;  // N-GRMF; the paper does not give its value
  options.eps = 1e-5;
  options.init = Init::svd;
  options.gauge = Gauge::off;
  return options;
}

namespace internal {
namespace {

using Table = OptionTable<GrmfOptions>;
void add_penalties(Table& table) {
  add_per_factor(
      table, {.name = "lambda1", .help = "sparsity: pulls entries within tau1 of 0 to 0", .min = 0},
      &GrmfOptions::lambda1);
  add_per_factor(table,
                 {.name = "lambda2",
                  .help = "grouping: pulls entries of a row within tau2 together",
                  .min = 0},
                 &GrmfOptions::lambda2);
  add_per_factor(table,
                 {.name = "lambda3",
                  .help = "ridge: keeps the factors small and the fit from noise",
                  .min = 0},
                 &GrmfOptions::lambda3);
  add_per_factor(
      table,
      {.name = "lambda_neg", .help = "weight of negative entries, for nonnegative=soft", .min = 0},
      &GrmfOptions::lambda_neg);
  add_per_factor(
      table,
      {.name = "tau1", .help = "where sparsity stops pulling", .min = 0, .min_excluded = true},
      &GrmfOptions::tau1);
  add_per_factor(
      table,
      {.name = "tau2", .help = "where grouping stops pulling", .min = 0, .min_excluded = true},
      &GrmfOptions::tau2);
}

void add_solver(Table& table) {
  add_init(table, &GrmfOptions::init);
  add_choice(table, "gauge",
             "look for the basis with the most zeros and ties; auto: unless lambda1 = lambda2 = 0",
             &GrmfOptions::gauge,
             Names<Gauge>{{Gauge::automatic, "auto"}, {Gauge::on, "on"}, {Gauge::off, "off"}});
  add_integer(table, {.name = "mm_steps", .help = "majorise-minimise steps per row and visit"},
              &GrmfOptions::mm_steps);
  add_choice(table, "solver", "of a row: exact (ties are exact), or the paper's Algorithm 2",
             &GrmfOptions::solver,
             Names<Solver>{{Solver::exact, "exact"}, {Solver::dc_admm, "dc-admm"}});
  add_real(table,
           {.name = "nu",
            .help = "dc-admm: penalty, in units of the mean diagonal of the row's Hessian",
            .min = 0,
            .min_excluded = true},
           &GrmfOptions::nu);
  add_real(table,
           {.name = "nu_growth",
            .help = "dc-admm: growth of nu per inner step; above 1 it freezes early",
            .min = 1},
           &GrmfOptions::nu_growth);
  add_real(table,
           {.name = "eps_inner",
            .help = "dc-admm: inner stop: squared step at most eps_inner times squared x",
            .min = 0},
           &GrmfOptions::eps_inner);
  add_real(table,
           {.name = "eps_outer",
            .help = "dc-admm: outer stop: squared step at most eps_outer times squared x",
            .min = 0},
           &GrmfOptions::eps_outer);
  add_integer(table, {.name = "max_inner", .help = "dc-admm: cap on inner steps"},
              &GrmfOptions::max_inner);
  add_integer(table, {.name = "max_outer", .help = "dc-admm: cap on outer steps"},
              &GrmfOptions::max_outer);
}

/// The options that a variant leaves open besides the common options.
struct Open {
  bool loss;                           ///< whether the loss can be chosen
  Names<Nonnegativity> nonnegativity;  ///< the choices there are
};

Table make_table(GrmfOptions (*specialise)(GrmfOptions), const Open& open) {
  Table table(specialise({}));
  add_preset(table, [specialise](Preset preset) {
    return specialise(preset == Preset::published ? GrmfOptions::published() : GrmfOptions());
  });
  add_choice(table, "scaling", "how lambdas, taus and eps are read", &GrmfOptions::scaling,
             Names<Scaling>{{Scaling::relative, "relative"},
                            {Scaling::absolute, "absolute"},
                            {Scaling::per_sample, "per-sample"}});
  if (open.loss) {
    add_choice(
        table, "loss",
        "l1: q = sqrt(r^2 + eps), robust; l2: r^2 / 2; atan: a atan(q / a), bounded; auto: l1, "
        "refined where that is better",
        &GrmfOptions::loss,
        Names<Loss>{
            {Loss::automatic, "auto"}, {Loss::l1, "l1"}, {Loss::l2, "l2"}, {Loss::atan, "atan"}});
    add_choice(
        table, "refine",
        "goes on with a loss as wide as the noise, blind to gross errors; auto: with loss "
        "auto, where entries held out say that it is better",
        &GrmfOptions::refine,
        Names<Refine>{{Refine::automatic, "auto"}, {Refine::on, "on"}, {Refine::off, "off"}});
    add_real(table,
             {.name = "a",
              .help = "where the atan loss begins to yield; 0: a quarter of the unit of the data, "
                      "or more where the misfit is large",
              .min = 0},
             &GrmfOptions::a);
    add_integer(table,
                {.name = "l1_rank",
                 .help = "columns found with the l1 loss before atan adds the others; 0: all",
                 .min = 0},
                &GrmfOptions::l1_rank);
  }
  add_choice(table, "nonnegative",
             "none, a penalty on negative entries (soft), or U, V >= 0 (hard)",
             &GrmfOptions::nonnegative, open.nonnegativity);
  add_penalties(table);
  add_real(table,
           {.name = "eps",
            .help = "smoothing of the l1 and atan losses",
            .min = 0,
            .min_excluded = true},
           &GrmfOptions::eps);
  add_solver(table);
  return table;
}

const Names<Nonnegativity> any_nonnegativity = {
    {Nonnegativity::none, "none"}, {Nonnegativity::soft, "soft"}, {Nonnegativity::hard, "hard"}};

GrmfOptions as_they_are(GrmfOptions options) { return options; }

GrmfOptions nonnegative(GrmfOptions options) {
  if (options.nonnegative == Nonnegativity::none) {
    const bool published = options.preset == Preset::published;
    options.nonnegative = published ? Nonnegativity::soft : Nonnegativity::hard;
  }
  return options;
}

GrmfOptions with_l2_loss(GrmfOptions options) {
  options.loss = Loss::l2;
  options.refine = Refine::off;
  return options;
}

}  // namespace

const GrmfVariant& grmf_variant() {
  static const Table table = make_table(as_they_are, {true, any_nonnegativity});
  static const GrmfVariant variant{
      "grmf", "robust matrix factorisation with sparsity and grouping (l1 loss)", as_they_are,
      &table};
  return variant;
}

const GrmfVariant& ngrmf_variant() {
  static const Table table = make_table(
      nonnegative, {true, {{Nonnegativity::soft, "soft"}, {Nonnegativity::hard, "hard"}}});
  static const GrmfVariant variant{"ngrmf", "non-negative GRMF", nonnegative, &table};
  return variant;
}

const GrmfVariant& gmf_l2_variant() {
  static const Table table = make_table(with_l2_loss, {false, any_nonnegativity});
  static const GrmfVariant variant{"gmf-l2", "GRMF with the l2 loss: grouping without robustness",
                                   with_l2_loss, &table};
  return variant;
}

}  // namespace internal
}  // namespace grmf
