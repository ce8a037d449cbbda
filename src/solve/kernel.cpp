#include "solve/kernel.h"

#include <array>
#include <utility>

namespace grmf::internal {
namespace {

/// Ranks with code of their own; R = 0 is the code for any rank.
constexpr int max_fixed_rank = 16;

using Lanes = std::array<double, lanes>;

}  // namespace

template <int R, class LossFunction, bool weighted>
struct Kernel::Fixed {
  static Lanes residuals(const double* y, const double* a_k, const double* x, int r) {
    Lanes res;
    for (int lane = 0; lane < lanes; ++lane) res[lane] = y[lane];
    for (int l = 0; l < r; ++l) {
      for (int lane = 0; lane < lanes; ++lane) res[lane] -= a_k[l] * x[l * lanes + lane];
    }
    return res;
  }

  static void add_gram(const Kernel& kernel, const Panel& panel, const double* a, const double* x,
                       double* gram, double* rhs) {
    const int r = R > 0 ? R : kernel.rank_;
    const auto loss = *std::get_if<LossFunction>(&kernel.loss_);
    for (Index k = 0; k < panel.samples; ++k) {
      const double* y = &panel.y[k * lanes];
      const double* a_k = a + k * r;
      const Lanes res = residuals(y, a_k, x, r);
      Lanes w;
      for (int lane = 0; lane < lanes; ++lane) w[lane] = loss.weight(res[lane]);
      if constexpr (weighted) {
        for (int lane = 0; lane < lanes; ++lane) w[lane] *= panel.m[k * lanes + lane];
      }
      double* g = gram;
      for (int l = 0; l < r; ++l) {
        Lanes wa;
        for (int lane = 0; lane < lanes; ++lane) wa[lane] = w[lane] * a_k[l];
        for (int lane = 0; lane < lanes; ++lane) rhs[l * lanes + lane] += wa[lane] * y[lane];
        for (int c = 0; c <= l; ++c, g += lanes) {
          for (int lane = 0; lane < lanes; ++lane) g[lane] += wa[lane] * a_k[c];
        }
      }
    }
  }

  static void add_loss(const Kernel& kernel, const Panel& panel, const double* a, const double* x,
                       double* sum) {
    const int r = R > 0 ? R : kernel.rank_;
    const auto loss = *std::get_if<LossFunction>(&kernel.loss_);
    for (Index k = 0; k < panel.samples; ++k) {
      Lanes value = residuals(&panel.y[k * lanes], a + k * r, x, r);
      for (int lane = 0; lane < lanes; ++lane) value[lane] = loss.value(value[lane]);
      if constexpr (weighted) {
        for (int lane = 0; lane < lanes; ++lane) value[lane] *= panel.m[k * lanes + lane];
      }
      for (int lane = 0; lane < lanes; ++lane) sum[lane] += value[lane];
    }
  }
};

template <class LossFunction, bool weighted>
void Kernel::choose() {
  const auto tables = []<int... R>(std::integer_sequence<int, R...>) {
    return std::pair{std::array<AddGram, sizeof...(R)>{Fixed<R, LossFunction, weighted>::add_gram...},
                     std::array<AddLoss, sizeof...(R)>{Fixed<R, LossFunction, weighted>::add_loss...}};
  }(std::make_integer_sequence<int, max_fixed_rank + 1>{});
  const int code = rank_ <= max_fixed_rank ? rank_ : 0;
  add_gram_ = tables.first[code];
  add_loss_ = tables.second[code];
}

Kernel::Kernel(const Model& model, const Data& data, int rank) : loss_(model.loss), rank_(rank) {
  std::visit(
      [&]<class LossFunction>(const LossFunction&) {
        data.weights() ? choose<LossFunction, true>() : choose<LossFunction, false>();
      },
      loss_);
}

}  // namespace grmf::internal
