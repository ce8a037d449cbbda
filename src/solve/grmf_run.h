#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "context/fit_context.h"
#include "engine/engine.h"
#include "grmf/grmf_options.h"
#include "objective/terms.h"
#include "solve/gauge_step.h"
#include "solve/run_loop.h"

namespace grmf::internal {

/// The outcome of a search for a far gauge. `not_lower` means that the factors clearly have groups
/// in another basis, but that f is not lower there.
enum class Search { nothing_there, not_lower, found };

/// GRMF, and every method whose f has the same form, as an alternation: the n rows of V are
/// independent given U, and the d rows of U are independent given V.
class GrmfRun : public Alternation {
 public:
  /// Minimises the f of `terms`; the rank is that of `start`. Of the options only those of the row
  /// solver and the gauge are read. The engine and the context must outlive the run. Under `hard`
  /// negative entries of `start` are clipped.
  GrmfRun(Engine& engine, FitContext& context, const Terms& terms, const GrmfOptions& options,
          Factors start);

  /// Makes a gauge step where one is due.
  void prepare_sweep() override;
  void update_v() override;
  double update_u() override;
  bool end_of_sweep() override;
  void make_feasible(Factors& factors) const override;
  [[nodiscard]] double objective() override;
  /// f at the current factors. The same pass over the data computes the V that update_v() takes.
  [[nodiscard]] double look_ahead() override;
  void set_factors(Factors factors) override;
  [[nodiscard]] double certificate() override;
  void visit_state(StateArchive& archive) override;

  /// Whether both factors have a ridge. Without it f is not coercive: (k U, V / k) runs away.
  [[nodiscard]] bool coercive() const { return terms().u.lambda3 > 0 && terms().v.lambda3 > 0; }
  [[nodiscard]] bool makes_gauge_steps() const { return gauge_; }
  /// Makes a gauge step if it lowers f, and returns whether it did. The first gauge step also
  /// searches for a far gauge, unless that was done before.
  bool gauge_step();
  /// Makes a gauge step near the present basis, before the first sweep, if it lowers f.
  void gauge_step_at_start();
  /// Searches for a far gauge of these factors, which may have any signs, and moves there if f is
  /// lower.
  Search look_far_from(const Factors& factors, std::uint64_t seed);

 private:
  /// What f must be at other factors for a move there.
  enum class Demand { lower, not_higher };
  /// What one pass over the data gives at the current factors.
  struct Ahead {
    double objective;  ///< f
    Matrix v;          ///< the V that the next update leads to
  };

  [[nodiscard]] const Terms& terms() const { return work_->terms(); }
  /// Forgets all that was computed at the current factors, because they have changed.
  void forget_results();
  /// Moves to other factors if f there is as demanded, and returns whether it did.
  bool move_to_if(Factors proposal, Demand demand);
  bool gauge_step_nearby();
  bool drop_fading_columns();
  bool rebalance_factors();

  Engine* engine_;
  FitContext* context_;
  std::unique_ptr<RowWork> work_;
  bool gauge_;                  ///< whether gauge steps are made
  bool gauge_changed_ = false;  ///< whether a gauge step was made in this sweep
  bool look_far_ = true;        ///< whether the next gauge step searches far
  int sweeps_ = 0;              ///< sweeps made so far
  int next_gauge_step_ = 8;     ///< sweeps before the next gauge step; doubled every time
  // Computed at the current factors:
  std::optional<Ahead> ahead_;
  std::optional<double> certificate_;
};

}  // namespace grmf::internal
