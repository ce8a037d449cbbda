#include "solve/kernel.h"

namespace grmf::internal {
namespace {

void times_m(std::span<double> values, const Panel& panel) {
  for (std::size_t k = 0; k < values.size(); ++k) values[k] *= panel.m[k];
}

/// What a loss makes of residuals, by its own functions or, for those used most, by panel kernels.
struct WeightsOf {
  const PanelKernels& kernels;
  std::span<const double> residuals;
  double* to;

  void operator()(const L1Loss& loss) const {
    kernels.l1_weights(residuals.data(), std::ssize(residuals), loss.eps, 0.0, to);
  }
  void operator()(const AtanLoss& loss) const {
    kernels.atan_weights(residuals.data(), std::ssize(residuals), loss.eps, loss.a, to);
  }
  template <class LossFunction>
  void operator()(const LossFunction& loss) const {
    for (std::size_t k = 0; k < residuals.size(); ++k) to[k] = loss.weight(residuals[k]);
  }
};

struct ValuesOf {
  const PanelKernels& kernels;
  std::span<const double> residuals;
  double* to;

  void operator()(const L1Loss& loss) const {
    kernels.l1_values(residuals.data(), std::ssize(residuals), loss.eps, 0.0, to);
  }
  void operator()(const AtanLoss& loss) const {
    kernels.atan_values(residuals.data(), std::ssize(residuals), loss.eps, loss.a, to);
  }
  template <class LossFunction>
  void operator()(const LossFunction& loss) const {
    for (std::size_t k = 0; k < residuals.size(); ++k) to[k] = loss.value(residuals[k]);
  }
};

}  // namespace

Kernel::Kernel(const Model& model, const Data& data, int rank)
    : loss_(model.loss), rank_(rank), weighted_(data.weights().has_value()) {
  const int code = rank <= PanelKernels::max_fixed_rank ? rank : 0;
  residuals_ = panel_kernels().residuals[code];
  add_gram_ = panel_kernels().add_gram[code];
}

template <class Of>
std::span<double> Kernel::of_residuals(const Panel& panel, const double* a, const double* x,
                                       Scratch& scratch) const {
  const std::span<double> values(scratch.data(), panel.samples * lanes);
  residuals_(panel.y.data(), panel.samples, a, x, rank_, values.data());
  std::visit(Of{panel_kernels(), values, values.data()}, loss_);
  if (weighted_) times_m(values, panel);
  return values;
}

void Kernel::add_gram(const Panel& panel, const double* a, const double* x, double* gram,
                      double* rhs) const {
  Scratch scratch;
  const std::span<const double> w = of_residuals<WeightsOf>(panel, a, x, scratch);
  add_gram_(panel.y.data(), w.data(), panel.samples, a, rank_, gram, rhs);
}

void Kernel::add_loss(const Panel& panel, const double* a, const double* x, double* losses) const {
  Scratch scratch;
  const std::span<const double> values = of_residuals<ValuesOf>(panel, a, x, scratch);
  for (Index k = 0; k < panel.samples; ++k) {
    for (int lane = 0; lane < lanes; ++lane) losses[lane] += values[k * lanes + lane];
  }
}

}  // namespace grmf::internal
