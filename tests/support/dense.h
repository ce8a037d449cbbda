#pragma once

#include <Eigen/Dense>

#include "grmf/matrix.h"
#include "support/problems.h"

/// Eigen in the tests, to check the library by.
namespace grmf::test {

using Dense = Eigen::MatrixXd;

Dense eigen(const Matrix& a);
Matrix matrix(const Dense& a);

Dense orthonormal_columns(Index rows, Index cols, Random& random);
/// d x n, otherwise drawn.
Dense with_singular_values(Index d, Index n, const Eigen::VectorXd& sigma, Random& random);

}  // namespace grmf::test
