#include "solve/kernel.h"

#include <array>
#include <cstring>
#include <utility>

namespace grmf::internal {
namespace {

/// Ranks with code of their own; R = 0 is the code for any rank.
constexpr int max_fixed_rank = 16;

/// The compiler's own vectors: arithmetic on all lanes at once, in whatever registers the target
/// has.
using Lanes = double __attribute__((vector_size(lanes * sizeof(double))));

void load(Lanes& to, const double* from) { std::memcpy(&to, from, sizeof to); }
void store(double* to, const Lanes& from) { std::memcpy(to, &from, sizeof from); }

}  // namespace

template <int R, class LossFunction, bool weighted>
struct Kernel::Fixed {
  /// y_k - a_k . x
  static void residuals(Lanes& res, const Panel& panel, Index k, const double* a_k, const double* x,
                        int r) {
    load(res, &panel.y[k * lanes]);
    for (int l = 0; l < r; ++l) {
      Lanes x_l;
      load(x_l, x + l * lanes);
      res -= a_k[l] * x_l;
    }
  }

  static void multiply_by_m(Lanes& values, const Panel& panel, Index k) {
    if constexpr (weighted) {
      Lanes m;
      load(m, &panel.m[k * lanes]);
      values *= m;
    }
  }

  static void add_gram(const Kernel& kernel, const Panel& panel, const double* a, const double* x,
                       double* gram, double* rhs) {
    const int r = R > 0 ? R : kernel.rank_;
    const auto loss = *std::get_if<LossFunction>(&kernel.loss_);
    for (Index k = 0; k < panel.samples; ++k) {
      const double* a_k = a + k * r;
      Lanes w;
      residuals(w, panel, k, a_k, x, r);
      for (int lane = 0; lane < lanes; ++lane) w[lane] = loss.weight(w[lane]);
      multiply_by_m(w, panel, k);
      Lanes y;
      load(y, &panel.y[k * lanes]);
      double* g = gram;
      for (int l = 0; l < r; ++l) {
        const Lanes wa = w * a_k[l];
        Lanes sum;
        load(sum, rhs + l * lanes);
        store(rhs + l * lanes, sum + wa * y);
        for (int c = 0; c <= l; ++c, g += lanes) {
          load(sum, g);
          store(g, sum + wa * a_k[c]);
        }
      }
    }
  }

  static void add_loss(const Kernel& kernel, const Panel& panel, const double* a, const double* x,
                       double* losses) {
    const int r = R > 0 ? R : kernel.rank_;
    const auto loss = *std::get_if<LossFunction>(&kernel.loss_);
    Lanes sum;
    load(sum, losses);
    for (Index k = 0; k < panel.samples; ++k) {
      Lanes value;
      residuals(value, panel, k, a + k * r, x, r);
      for (int lane = 0; lane < lanes; ++lane) value[lane] = loss.value(value[lane]);
      multiply_by_m(value, panel, k);
      sum += value;
    }
    store(losses, sum);
  }
};

template <class LossFunction, bool weighted>
void Kernel::choose() {
  const auto tables = []<int... R>(std::integer_sequence<int, R...>) {
    return std::pair{
        std::array<AddGram, sizeof...(R)>{Fixed<R, LossFunction, weighted>::add_gram...},
        std::array<AddLoss, sizeof...(R)>{Fixed<R, LossFunction, weighted>::add_loss...}};
  }
  (std::make_integer_sequence<int, max_fixed_rank + 1>{});
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
