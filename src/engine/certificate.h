#pragma once

#include "base/workers.h"
#include "engine/cpu/kernel.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "objective/terms.h"

namespace grmf::internal {

/// How far (U, V) is from a critical point of f in the sense of DC programming; 0 exactly at one.
///
/// For every row x of U and of V take the subdifferential of the row's majorised problem at x
/// itself and measure its element g by max_l |g_l| / s_l, s_l = sum_i m_i |a_il| times the
/// largest slope of the loss (l2 loss: |A^T (m b)|_inf; 0/0 = 0). The certificate is the smallest such measure of a row, maximised over all
/// rows. It is computed from U and V alone.
double certificate(const Data& data, const Terms& terms, const Kernel& kernel,
                   const Factors& factors, Workers& workers);

}  // namespace grmf::internal
