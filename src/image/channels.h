#pragma once

#include <span>
#include <vector>

#include "grmf/matrix.h"

/// Pictures of one or several channels, all of one shape.
namespace grmf::internal {

/// One matrix of as many rows, each with the channels one after the other.
Matrix side_by_side(std::span<const Matrix> channels);
/// The `count` channels of such a matrix.
std::vector<Matrix> taken_apart(const Matrix& joined, Index count);

}  // namespace grmf::internal
