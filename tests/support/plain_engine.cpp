#include "support/plain_engine.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <variant>

#include "backends/backends.h"
#include "rowproblem/row_step.h"
#include "rowproblem/smallest_subgradient.h"

namespace grmf::test {
namespace {

using namespace internal;  // NOLINT(google-build-using-namespace): an engine is written inside it

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

class PlainWork final : public RowWork {
 public:
  PlainWork(const Data& data, const Terms& terms, const GrmfOptions& options, int rank)
      : RowWork(terms), data_(data), options_(options), rank_(rank) {}

  void improve(Side side, RowRange rows, const Matrix& a, const Matrix& x, Matrix& to,
               std::span<double> losses) override {
    RowStep step(options_, penalty(side), rank_);
    for (Index row = rows.first; row < rows.last; ++row) {
      std::vector<double> z(x.row(row).begin(), x.row(row).end());
      losses[row] = majorise(side, row, a, z, step.problem());
      for (int k = 1; step.improve(z) && k < step.most_steps(); ++k)
        majorise(side, row, a, z, step.problem());
      std::copy(z.begin(), z.end(), to.row(row).begin());
    }
  }

  void measure(Side side, RowRange rows, const Matrix& a, const Matrix& x,
               std::span<double> losses) override {
    TinyProblem problem(rank_);
    for (Index row = rows.first; row < rows.last; ++row)
      losses[row] = majorise(side, row, a, x.row(row), problem);
  }

  void certify(Side side, RowRange rows, const Matrix& a, const Matrix& x,
               std::span<double> distances) override {
    const double slope =
        std::visit([](const auto& loss) { return loss.max_slope(); }, terms().loss);
    TinyProblem problem(rank_);
    SmallestSubgradient subgradient(rank_);
    for (Index row = rows.first; row < rows.last; ++row) {
      majorise(side, row, a, x.row(row), problem);
      problem.freeze(penalty(side), x.row(row));
      std::vector<double> scale(rank_);
      for (Index k = 0; k < a.rows() && std::isfinite(slope); ++k) {
        for (int l = 0; l < rank_; ++l)
          scale[l] += slope * entry(side, row, k).m * std::abs(a(k, l));
      }
      double largest = 0.0;
      for (const double h : problem.rhs) largest = std::max(largest, std::abs(h));
      if (!std::isfinite(slope)) std::fill(scale.begin(), scale.end(), largest);
      distances[row] = subgradient.measure(problem, x.row(row), scale);
    }
  }

  void weigh(Side side, RowRange rows, const Matrix& a, const Matrix& x, Matrix& to) override {
    TinyProblem problem(rank_);
    for (Index row = rows.first; row < rows.last; ++row) {
      majorise(side, row, a, x.row(row), problem);
      Index at = 0;
      for (int l = 0; l < rank_; ++l) {
        for (int k = 0; k <= l; ++k)
          to(row, at++) =
              problem.hessian[problem.index(l, k)] - (l == k ? 2 * penalty(side).lambda3 : 0);
      }
    }
  }

 private:
  struct Entry {
    double y, m;
  };
  [[nodiscard]] Entry entry(Side side, Index row, Index sample) const {
    const Index i = side == Side::u ? row : sample;
    const Index j = side == Side::u ? sample : row;
    return {data_.y(i, j), data_.weight(i, j)};
  }

  /// Sets H and h of the majoriser at x, and returns the loss of the row there.
  double majorise(Side side, Index row, const Matrix& a, std::span<const double> x,
                  TinyProblem& problem) const {
    std::fill(problem.hessian.begin(), problem.hessian.end(), 0.0);
    std::fill(problem.rhs.begin(), problem.rhs.end(), 0.0);
    double sum = 0.0;
    for (Index k = 0; k < a.rows(); ++k) {
      const auto [y, m] = entry(side, row, k);
      const double residual = y - dot(a.row(k), x);
      const double w =
          m * std::visit([&](const auto& loss) { return loss.weight(residual); }, terms().loss);
      sum += m * std::visit([&](const auto& loss) { return loss.value(residual); }, terms().loss);
      for (int l = 0; l < rank_; ++l) {
        problem.rhs[l] += w * a(k, l) * y;
        for (int c = 0; c < rank_; ++c)
          problem.hessian[problem.index(l, c)] += w * a(k, l) * a(k, c);
      }
    }
    for (int l = 0; l < rank_; ++l)
      problem.hessian[problem.index(l, l)] += 2 * penalty(side).lambda3;
    return sum;
  }

  const Data& data_;
  GrmfOptions options_;
  int rank_;
};

class PlainMap final : public LinearMap {
 public:
  explicit PlainMap(Dense a, double unit) : a_(std::move(a)), unit_(unit) {}
  [[nodiscard]] Index rows() const override { return a_.rows(); }
  [[nodiscard]] Index cols() const override { return a_.cols(); }
  [[nodiscard]] double unit() const override { return unit_; }
  [[nodiscard]] Dense times(const Dense& x) const override { return a_ * x; }
  [[nodiscard]] Dense transposed_times(const Dense& x) const override { return a_.transpose() * x; }

 private:
  Dense a_;
  double unit_;
};

class PlainEngine final : public Engine {
 public:
  using Engine::Engine;
  [[nodiscard]] std::string_view name() const override { return plain_backend; }

  [[nodiscard]] std::unique_ptr<RowWork> row_work(const Terms& terms, const GrmfOptions& options,
                                                  int rank) override {
    return std::make_unique<PlainWork>(data(), terms, options, rank);
  }

  [[nodiscard]] std::unique_ptr<LinearMap> products() override {
    Dense y(rows(), cols());
    Dense m(rows(), cols());
    for (Index i = 0; i < rows(); ++i) {
      for (Index j = 0; j < cols(); ++j) {
        y(i, j) = data().y(i, j);
        m(i, j) = data().weight(i, j);
      }
    }
    const Dense weighted = m.cwiseProduct(y);
    const double all = weighted.sum() / m.sum();
    const auto mean = [&](double sum, double weight) { return weight > 0 ? sum / weight : all; };
    const double usual = m.sum() / static_cast<double>((m.array() > 0).count());
    for (Index i = 0; i < rows(); ++i) {
      for (Index j = 0; j < cols(); ++j) {
        const double filling = mean(weighted.row(i).sum(), m.row(i).sum()) +
                               mean(weighted.col(j).sum(), m.col(j).sum()) - all;
        y(i, j) = filling + std::min(m(i, j) / usual, 1.0) * (y(i, j) - filling);
      }
    }
    const double largest = y.cwiseAbs().maxCoeff();
    const double unit = largest > 0 ? std::exp2(std::floor(std::log2(largest))) : 1.0;
    return std::make_unique<PlainMap>(y / unit, unit);
  }

  void improve_clipped_rank_one(const Factors& found, double clip, std::vector<double>& u,
                                std::vector<double>& v) override {
    const auto clipped = [&](Index i, Index j) {
      return std::clamp((data().y(i, j) - dot(found.u.row(i), found.v.row(j))) / clip, -1.0, 1.0);
    };
    const auto fit = [](Index count, const auto& product, const auto& square) {
      double products = 0.0;
      double squares = 0.0;
      for (Index k = 0; k < count; ++k) {
        products += product(k);
        squares += square(k);
      }
      return squares > 0 ? products / squares : 0.0;
    };
    for (Index i = 0; i < rows(); ++i)
      u[i] = fit(
          cols(), [&](Index j) { return data().weight(i, j) * clipped(i, j) * v[j]; },
          [&](Index j) { return data().weight(i, j) * v[j] * v[j]; });
    for (Index j = 0; j < cols(); ++j)
      v[j] = fit(
          rows(), [&](Index i) { return data().weight(i, j) * clipped(i, j) * u[i]; },
          [&](Index i) { return data().weight(i, j) * u[i] * u[i]; });
  }

  [[nodiscard]] std::vector<double> residual_sizes(const Factors& factors,
                                                   Index /*enough*/) override {
    std::vector<double> sizes;
    for (Index i = 0; i < rows(); ++i) {
      for (Index j = 0; j < cols(); ++j) {
        if (data().weight(i, j) > 0)
          sizes.push_back(std::abs(data().y(i, j) - dot(factors.u.row(i), factors.v.row(j))));
      }
    }
    return sizes;
  }

  [[nodiscard]] Matrix residuals(const Factors& factors) override {
    Matrix left(rows(), cols());
    for (Index i = 0; i < rows(); ++i) {
      for (Index j = 0; j < cols(); ++j) {
        if (data().weight(i, j) > 0)
          left(i, j) = data().y(i, j) - dot(factors.u.row(i), factors.v.row(j));
      }
    }
    return left;
  }
};

}  // namespace

void register_plain_engine() {
  static const bool once = [] {
    register_engine(plain_backend, [](const Data& data, FitContext&) -> std::unique_ptr<Engine> {
      return std::make_unique<PlainEngine>(data);
    });
    return true;
  }();
  static_cast<void>(once);
}

}  // namespace grmf::test
