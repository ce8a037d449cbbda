#pragma once

#include <span>
#include <vector>

#include "grmf/export.h"
#include "grmf/matrix.h"

/// Pictures of one or several channels, all of one shape.
namespace grmf::internal {

/// Joins the channels into one matrix with the same number of rows: each row holds the rows of all
/// channels one after the other.
GRMF_EXPORT Matrix side_by_side(std::span<const Matrix> channels);
/// Takes such a matrix apart into its `count` channels.
GRMF_EXPORT std::vector<Matrix> taken_apart(const Matrix& joined, Index count);

}  // namespace grmf::internal
