#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "data/unit.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "grmf/grmf_options.h"
#include "linalg/linear_map.h"
#include "objective/terms.h"

/// The seam between mathematics and machines: everything that touches the entries of Y. Methods,
/// starts and the run loop know the data only through an Engine.
///
/// All results depend on the data alone, to the last bit: not on threads, and not on how the rows
/// are shared out.
namespace grmf::internal {

/// Which factor's rows are solved. A row of U is fitted to a row of Y, a row of V to a column of Y.
enum class Side { u, v };

/// Rows first, first + 1, ..., last - 1 of a factor.
struct RowRange {
  Index first = 0;
  Index last = 0;
};

/// The work on the rows of both factors under one objective f. In all functions `x` is the factor
/// whose rows are worked on and `a` the other one. Results for a row go to the place of this row in
/// a span with a number for every row of the factor.
class RowWork {
 public:
  explicit RowWork(const Terms& terms) : terms_(terms) {}
  virtual ~RowWork() = default;
  RowWork(const RowWork&) = delete;
  RowWork& operator=(const RowWork&) = delete;

  /// Improves rows by steps of majorise-minimise from `x` into `to`, which may be the same matrix,
  /// and gives their losses at `x`.
  virtual void improve(Side side, RowRange rows, const Matrix& a, const Matrix& x, Matrix& to,
                       std::span<double> losses) = 0;
  /// Gives the losses of rows.
  virtual void measure(Side side, RowRange rows, const Matrix& a, const Matrix& x,
                       std::span<double> losses) = 0;
  /// Gives the distance of every row from a critical point (see certificate()).
  virtual void certify(Side side, RowRange rows, const Matrix& a, const Matrix& x,
                       std::span<double> distances) = 0;

  /// Gives the weighted Gram matrix A^T W A of every row: its lower triangle, row by row, goes to
  /// the place of this row in `to`, which has r (r + 1) / 2 columns.
  virtual void weigh(Side side, RowRange rows, const Matrix& a, const Matrix& x, Matrix& to) = 0;

  [[nodiscard]] const Terms& terms() const { return terms_; }
  [[nodiscard]] const Penalty& penalty(Side side) const {
    return side == Side::u ? terms_.u : terms_.v;
  }

  /// Improves all rows of a factor from `x` into `to` and returns the loss at `x`.
  double half_sweep(Side side, const Matrix& a, const Matrix& x, Matrix& to);
  /// f(U, V).
  double objective(const Factors& factors);
  /// How far (U, V) is from a critical point of f in the sense of DC programming; 0 exactly there.
  ///
  /// For every row x of U and of V, an element g of the subdifferential of the row's majorised
  /// problem at x itself is measured by max_l |g_l| / s_l. Here s_l is sum_i m_i |a_il| times the
  /// largest slope of the loss, or |A^T (m b)|_inf for the l2 loss, and 0/0 = 0. The measure of a
  /// row is the smallest over all its g, and the certificate is the largest measure of all rows. It
  /// is computed from U and V alone.
  double certificate(const Factors& factors);

 private:
  Terms terms_;
};

/// The work on the entries of one Y.
class Engine {
 public:
  /// The data must outlive the engine.
  explicit Engine(const Data& data) : data_(&data) {}
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// The name of the backend, as in Result::backend.
  [[nodiscard]] virtual std::string_view name() const = 0;

  /// The shape, the unit and the weights of the data, but not their entries.
  [[nodiscard]] Index rows() const { return data_->rows(); }
  [[nodiscard]] Index cols() const { return data_->cols(); }
  [[nodiscard]] double scale() const { return data_->scale(); }
  [[nodiscard]] double unit() const { return unit_of(*data_); }
  [[nodiscard]] double unit_of_weights() const { return internal::unit_of_weights(*data_); }

  /// The work on rows under the f of `terms`. Of the options only those of the row solver are read.
  /// The engine must outlive the result.
  [[nodiscard]] virtual std::unique_ptr<RowWork> row_work(const Terms& terms,
                                                          const GrmfOptions& options, int rank) = 0;
  /// Y by its products, for SVDs. Missing entries are filled with row mean + column mean - overall
  /// mean, and entries of small weight are drawn towards that. The engine must outlive the result.
  [[nodiscard]] virtual std::unique_ptr<LinearMap> products() = 0;
  /// A step of least squares to what `found` leaves of Y, in the unit `clip` and clipped to
  /// [-1, 1], by one more pair of columns: updates u given v, and then v given the new u.
  virtual void improve_clipped_rank_one(const Factors& found, double clip, std::vector<double>& u,
                                        std::vector<double>& v) = 0;
  /// |y - u . v| of observed entries: of all where the data have fewer than `enough` entries, and
  /// otherwise of a sample from all rows and columns. The sample grows while few of its residuals
  /// are more than rounding. A larger `enough` than this default gives no better quantiles.
  [[nodiscard]] virtual std::vector<double> residual_sizes(const Factors& factors,
                                                           Index enough = 200'000) = 0;
  /// y - u . v of every entry; 0 where it is missing.
  [[nodiscard]] virtual Matrix residuals(const Factors& factors) = 0;

 protected:
  /// For engines alone.
  [[nodiscard]] const Data& data() const { return *data_; }

 private:
  const Data* data_;
};

}  // namespace grmf::internal
