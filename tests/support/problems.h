#pragma once

#include <cstdint>
#include <random>

#include "grmf/data.h"
#include "grmf/fit.h"
#include "objective/terms.h"

/// Problems drawn by the tests, and plain versions of what the library computes.
namespace grmf::test {

using Random = std::mt19937_64;

/// How many draws a test makes. Under a sanitizer, which is ten to fifty times slower, a tenth of
/// `count` covers as much of the code.
constexpr int draws(int count) {
#ifdef GRMF_SANITIZED
  return count / 10;
#else
  return count;
#endif
}

Matrix normal_matrix(Index rows, Index cols, Random& random);

/// Low rank plus gross outliers.
struct Planted {
  Matrix truth;  ///< U V^T with standard normal factors
  Matrix y;      ///< the truth with a share of the entries replaced by uniform values in [-10, 10]
};
Planted planted(Index rows, Index cols, int rank, double outliers, Random& random);

/// Makes every entry, with probability `ratio`, 0 or 255 with equal chance.
void salt_and_pepper(Matrix& picture, double ratio, Random& random);

/// f(U, V) straight from its definition: plain loops in long double, sharing no code with the
/// library.
double plain_objective(const Matrix& y, const Matrix& weights, const internal::Terms& terms,
                       const Factors& factors);

/// sum |truth - estimate| / sum |truth|
double rmae(const Matrix& truth, const Matrix& estimate);

/// |a - b|_F / |b|_F
double relative_difference(const Matrix& a, const Matrix& b);

/// Whether two matrices have one shape and are equal to the last bit.
bool same_bytes(const Matrix& a, const Matrix& b);

Matrix scaled(const Matrix& a, double factor);

/// The matrix with every number rounded to the nearest float.
Matrix32 narrowed(const Matrix& a);

}  // namespace grmf::test
