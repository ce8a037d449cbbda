#pragma once

#include <string>

#include "grmf/export.h"
#include "grmf/names.h"
#include "grmf/sizes.h"

/// Whether what is said of rows and columns fits a matrix. The functions tell what does not, for a
/// message; they return nothing where all is well.
namespace grmf::internal {

GRMF_EXPORT std::string misfit_of(const Names& names, Index rows, Index cols);
GRMF_EXPORT std::string misfit_of(const Sizes& sizes, Index rows, Index cols);

}  // namespace grmf::internal
