#pragma once

#include "base/workers.h"
#include "engine/cpu/kernel.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "objective/terms.h"

namespace grmf::internal {

/// How far (U, V) is from a critical point of f in the sense of DC programming; 0 exactly there.
///
/// For every row x of U and of V, an element g of the subdifferential of the row's majorised
/// problem at x itself is measured by max_l |g_l| / s_l. Here s_l is sum_i m_i |a_il| times the
/// largest slope of the loss, or |A^T (m b)|_inf for the l2 loss, and 0/0 = 0. The measure of a row
/// is the smallest over all its g, and the certificate is the largest measure of all rows. It is
/// computed from U and V alone.
double certificate(const Data& data, const Terms& terms, const Kernel& kernel,
                   const Factors& factors, Workers& workers);

}  // namespace grmf::internal
