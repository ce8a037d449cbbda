#include "engine/cpu/kernel.h"

#include <array>

namespace grmf::internal {
namespace {

using Scratch = std::array<double, Panel::max_samples * lanes>;

/// Replaces residuals by the weights of a loss and sums its values. The losses used most have panel
/// kernels for this; another loss is evaluated by its own functions.
struct Weigh {
  double* residuals;  ///< replaced by the weights
  const double* m;
  Index samples;
  double* losses;

  void operator()(const L1Loss& loss) const { run_kernel(panel_kernels().l1, loss.eps, 0.0); }
  void operator()(const AtanLoss& loss) const {
    run_kernel(panel_kernels().atan, loss.eps, loss.a);
  }
  void operator()(const HuberLoss& loss) const {
    run_kernel(panel_kernels().huber, loss.delta, loss.slope);
  }
  void operator()(const CorrentropyLoss& loss) const {
    run_kernel(panel_kernels().correntropy, loss.sigma, 0.0);
  }
  void operator()(const BiweightLoss& loss) const {
    run_kernel(panel_kernels().biweight, loss.width, loss.sigma);
  }
  template <class LossFunction>
  void operator()(const LossFunction& loss) const {
    for (Index k = 0; k < samples * lanes; ++k) {
      const double m_k = m != nullptr ? m[k] : 1.0;
      losses[k % lanes] += m_k * loss.value(residuals[k]);
      residuals[k] = m_k * loss.weight(residuals[k]);
    }
  }

 private:
  void run_kernel(PanelKernels::Weigh kernel, double p, double q) const {
    kernel(residuals, m, samples, p, q, residuals, losses);
  }
};

}  // namespace

Kernel::Kernel(const Terms& terms, int rank) : loss_(terms.loss), rank_(rank) {
  residuals_ = panel_kernels().residuals[code_for(rank)];
  add_gram_ = panel_kernels().add_gram[code_for(rank)];
}

void Kernel::weigh(const Panel& panel, int pack, const double* a, const double* x, double* weights,
                   double* losses) const {
  residuals_(panel.y(pack), panel.samples(), a, x, rank_, weights);
  std::visit(Weigh{weights, panel.m(pack), panel.samples(), losses}, loss_);
}

void Kernel::add_gram(const Panel& panel, int pack, const double* a, const double* x, double* gram,
                      double* rhs, double* losses) const {
  alignas(64) Scratch w;
  weigh(panel, pack, a, x, w.data(), losses);
  add_gram_(panel.y(pack), w.data(), panel.samples(), a, rank_, gram, rhs);
}

void Kernel::add_loss(const Panel& panel, int pack, const double* a, const double* x,
                      double* losses) const {
  alignas(64) Scratch w;
  weigh(panel, pack, a, x, w.data(), losses);
}

}  // namespace grmf::internal
