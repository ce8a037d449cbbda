#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/workers.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/row_solver.h"
#include "grmf/data.h"
#include "grmf/grmf_options.h"
#include "objective/terms.h"
#include "solve/gauge_step.h"
#include "solve/run_loop.h"

namespace grmf::internal {

/// What became of the search for groups from nothing. `not_lower`: something is clearly there, but f is not lower for it.
enum class Search { nothing_there, not_lower, found };

/// GRMF and whatever shares its form of f as an alternation: the n rows of V are independent given U, the d rows of U
/// given V.
class GrmfRun : public Alternation {
 public:
  GrmfRun(const GrmfRun&) = delete;  // the solvers point into it
  GrmfRun& operator=(const GrmfRun&) = delete;
  /// Minimises the f of `model`; of the options only those of the row solver and the gauge are read. Data and workers must
  /// outlive the run. `start` is made non-negative under `hard`.
  GrmfRun(const Data& data, Terms terms, const GrmfOptions& options, int rank, Factors start,
          Workers& workers, std::uint64_t seed = 0);

  void update_v() override;
  double update_u() override;
  bool end_of_sweep() override;
  void make_feasible(Factors& factors) const override;
  /// With it comes the next V.
  [[nodiscard]] double objective() override;
  void set_factors(Factors factors) override;
  [[nodiscard]] double certificate() override;

  /// Without a ridge on both factors f is not coercive: (k U, V / k) escapes.
  [[nodiscard]] bool coercive() const { return terms_.u.lambda3 > 0 && terms_.v.lambda3 > 0; }
  [[nodiscard]] bool makes_gauge_steps() const { return gauge_; }
  /// A gauge step, taken if f falls by it. The first one also looks far, unless that was done.
  bool gauge_step();
  /// A step before the first sweep.
  void gauge_step_at_start();
  /// Looks for a far gauge of these factors, whatever their signs, and takes it if f is lower there.
  Search look_far_from(const Factors& factors, std::uint64_t seed);
  /// Rows solved so far by each worker.
  [[nodiscard]] std::vector<Index> rows_solved() const;

 private:
  enum class Demand { lower, not_higher };
  /// f at the factors, and what V becomes from there: both fall out of one pass over the data.
  struct Ahead {
    double objective;
    Matrix v;
  };

  double half_sweep(Side side, const Matrix& a, const Matrix& from, Matrix& to);
  void look_ahead();
  /// What was known of the factors, for they have changed.
  void forget();
  [[nodiscard]] double plain_objective() const;
  /// Moves to other factors if f there is as demanded.
  bool take(Factors proposal, Demand demand);
  bool gauge_step_nearby();
  bool drop_fading_columns();
  bool rebalance();

  const Data* data_;
  Workers* workers_;
  Terms terms_;
  Kernel kernel_;
  std::uint64_t seed_;
  bool gauge_;                        ///< whether gauge steps are made
  bool gauge_changed_ = false;        ///< in this sweep
  bool look_far_ = true;              ///< in the next gauge step
  int sweeps_ = 0;                    ///< made so far
  int next_gauge_step_ = 8;           ///< sweeps before the next step; then ever more
  std::vector<RowSolver> solvers_u_;  ///< one per worker
  std::vector<RowSolver> solvers_v_;
  // Of the factors as they are:
  std::optional<Ahead> ahead_;
  std::optional<double> certificate_;
  std::vector<double> losses_;
};

}  // namespace grmf::internal
