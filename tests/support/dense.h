#pragma once

#include <Eigen/Dense>

#include "grmf/matrix.h"
#include "support/problems.h"

/// Eigen in the tests, to check the library against.
namespace grmf::test {

using Dense = Eigen::MatrixXd;

Dense eigen(const Matrix& a);
Matrix matrix(const Dense& a);

Dense orthonormal_columns(Index rows, Index cols, Random& random);
/// A random d x n matrix with these singular values.
Dense with_singular_values(Index d, Index n, const Eigen::VectorXd& sigma, Random& random);

}  // namespace grmf::test
