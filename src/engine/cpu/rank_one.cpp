#include "engine/cpu/rank_one.h"

#include <algorithm>

#include "base/sums.h"
#include "engine/cpu/panel_kernels.h"

namespace grmf::internal {
namespace {

/// The number of rows whose sums one worker makes.
constexpr Index rows_at_once = 64;

double ratio(double product, double square) { return square > 0 ? product / square : 0.0; }

/// The transposes of `sum_chunk` rows of v at a time.
std::vector<Matrix> transposed_chunks(const Matrix& v) {
  std::vector<Matrix> chunks;
  for (Index first = 0; first < v.rows(); first += sum_chunk) {
    Matrix& chunk = chunks.emplace_back(v.cols(), std::min(sum_chunk, v.rows() - first));
    for (Index j = 0; j < chunk.cols(); ++j) {
      for (Index l = 0; l < v.cols(); ++l) chunk(l, j) = v(first + j, l);
    }
  }
  return chunks;
}

void add_to(std::vector<double>& sum, const std::vector<double>& part) {
  for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += part[j];
}

}  // namespace

RankOne::RankOne(const Data& data, const Factors& found, double clip, Workers& workers)
    : data_(&data),
      found_(&found),
      v_transposed_(transposed_chunks(found.v)),
      clip_(clip),
      ones_(data.cols(), 1.0),
      workers_(&workers),
      scratches_(workers.count(), Scratch(data, v_transposed_.size())) {}

void RankOne::improve(std::vector<double>& u, std::vector<double>& v) {
  std::vector<Sums> parts(chunk_count(data_->rows(), rows_at_once));
  workers_->for_each(std::ssize(parts), [&](Index part, int worker) {
    Sums& sums = parts[part];
    sums.products.assign(v.size(), 0.0);
    sums.squares.assign(v.size(), 0.0);
    const Index end = std::min((part + 1) * rows_at_once, data_->rows());
    for (Index i = part * rows_at_once; i < end; ++i)
      u[i] = add_row(i, v, scratches_[worker], sums);
  });
  add_by_tree(parts, [](Sums& a, const Sums& b) {
    add_to(a.products, b.products);
    add_to(a.squares, b.squares);
  });
  const Sums& sums = parts.front();
  for (std::size_t j = 0; j < v.size(); ++j) v[j] = ratio(sums.products[j], sums.squares[j]);
}

double RankOne::add_row(Index i, const std::vector<double>& v, Scratch& scratch, Sums& sums) const {
  const PanelKernels& kernels = panel_kernels();
  const auto [y, m] = scratch.rows_of(i);
  std::vector<double>& products = scratch.products;
  std::vector<double>& squares = scratch.squares;
  for (std::size_t chunk = 0; chunk < v_transposed_.size(); ++chunk) {
    const Matrix& v_transposed = v_transposed_[chunk];
    const Index first = static_cast<Index>(chunk) * sum_chunk;
    products[chunk] = kernels.clipped_row(
        y + first, m != nullptr ? m + first : nullptr, v_transposed.cols(), found_->u.row(i).data(),
        static_cast<int>(found_->u.cols()), v_transposed.data(), 1 / clip_, v.data() + first,
        scratch.row.data() + first, &squares[chunk]);
  }
  const auto add = [](double& a, double b) { a += b; };
  add_by_tree(products, add);
  add_by_tree(squares, add);
  const double u = ratio(products.front(), squares.front());
  kernels.add_times(scratch.row.data(), m, data_->cols(), u, sums.products.data());
  kernels.add_times(ones_.data(), m, data_->cols(), u * u, sums.squares.data());
  return u;
}

}  // namespace grmf::internal
