#pragma once

#include <vector>

#include "base/workers.h"
#include "data/data_rows.h"
#include "grmf/fit.h"

namespace grmf::internal {

/// Fits one more pair of columns to the clipped residuals, by least squares and in the unit of the
/// clip. All arguments must outlive this.
class RankOne {
 public:
  RankOne(const Data& data, const Factors& found, double clip, Workers& workers);

  /// Updates u given v, and then v given the new u.
  void improve(std::vector<double>& u, std::vector<double>& v);

 private:
  /// The buffers of one worker.
  struct Scratch {
    Scratch(const Data& data, std::size_t chunks)
        : rows_of(data), row(data.cols()), products(chunks), squares(chunks) {}
    DataRows rows_of;
    std::vector<double> row;
    std::vector<double> products;  ///< of every chunk of a row
    std::vector<double> squares;   ///< of every chunk of a row
  };
  /// Sums over some rows, for the update of v given u.
  struct Sums {
    std::vector<double> products;
    std::vector<double> squares;
  };

  /// Returns u of row i and adds the row to the sums.
  double add_row(Index i, const std::vector<double>& v, Scratch& scratch, Sums& sums) const;

  const Data* data_;
  const Factors* found_;
  std::vector<Matrix> v_transposed_;  ///< V^T of `found`, by chunks of its columns
  double clip_;
  std::vector<double> ones_;
  Workers* workers_;
  std::vector<Scratch> scratches_;
};

}  // namespace grmf::internal
