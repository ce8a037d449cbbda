#pragma once

#include "grmf/fit.h"
#include "objective/terms.h"

namespace grmf::internal {

/// The terms by names, for users and files.
Formula formula_of(const Terms& terms);
/// The terms that the names mean. Throws Error for a formula that formula_of() does not make.
Terms terms_of(const Formula& formula);

}  // namespace grmf::internal
