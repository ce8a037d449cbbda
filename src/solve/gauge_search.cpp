#include "solve/gauge_search.h"

#include <algorithm>
#include <cmath>

#include "core/random.h"

namespace grmf::internal {
namespace {

using Vector = Eigen::VectorXd;

constexpr double same_direction = 1e-2;  ///< sine between rows that count as one
constexpr double in_plane = 1e-2;        ///< sine between a row and a plane that holds it
constexpr double coplanar = 2e-2;        ///< smallest singular value of three coplanar normals
constexpr double independent = 5e-2;     ///< the same of normals that are a basis
constexpr Index most_rows = 400;         ///< rows looked at
constexpr int trials = 20000;
constexpr Index most_planes = 48;

/// Rows of length 1 without repetitions, as columns.
Dense directions_of(const Dense& rows) {
  std::vector<Vector> found;
  const double longest = rows.rowwise().norm().maxCoeff();
  const Index stride = std::max<Index>(1, rows.rows() / most_rows);
  for (Index i = 0; i < rows.rows(); i += stride) {
    const double length = rows.row(i).norm();
    if (length <= 1e-3 * longest) continue;
    const Vector direction = rows.row(i).transpose() / length;
    const bool known = std::any_of(found.begin(), found.end(), [&](const Vector& other) {
      return 1 - std::abs(other.dot(direction)) <= 0.5 * same_direction * same_direction;
    });
    if (!known) found.push_back(direction);
  }
  Dense directions(rows.cols(), static_cast<Index>(found.size()));
  for (Index k = 0; k < directions.cols(); ++k) directions.col(k) = found[k];
  return directions;
}

struct Plane {
  Vector normal;
  Index rows = 0;  ///< directions it holds
};

/// A plane with a normal fitted to what it holds.
Plane settled(const Dense& directions, Vector normal) {
  Plane plane{std::move(normal)};
  for (int round = 0; round < 3; ++round) {
    std::vector<Index> held;
    const Vector distances = directions.transpose() * plane.normal;
    for (Index k = 0; k < distances.size(); ++k) {
      if (std::abs(distances(k)) <= in_plane) held.push_back(k);
    }
    plane.rows = static_cast<Index>(held.size());
    if (plane.rows < directions.rows()) break;
    Dense moment = Dense::Zero(directions.rows(), directions.rows());
    for (const Index k : held) moment += directions.col(k) * directions.col(k).transpose();
    plane.normal = Eigen::SelfAdjointEigenSolver<Dense>(moment).eigenvectors().col(0);
  }
  return plane;
}

/// The normal of the plane through r - 1 directions drawn at random; empty where they do not span one.
Vector drawn_normal(const Dense& directions, std::uint64_t seed, int trial) {
  constexpr std::uint64_t stream = 0x67617567;
  const Index r = directions.rows();
  Dense drawn(r, r - 1);
  for (Index k = 0; k + 1 < r; ++k) {
    const auto place = static_cast<std::uint64_t>(trial) * static_cast<std::uint64_t>(r) + k;
    drawn.col(k) = directions.col(static_cast<Index>(
        random_bits(seed, stream, place) % static_cast<std::uint64_t>(directions.cols())));
  }
  const Eigen::HouseholderQR<Dense> qr(drawn);
  if (qr.matrixQR().diagonal().cwiseAbs().minCoeff() < independent) return {};
  const Dense q = qr.householderQ();
  return q.col(r - 1);
}

/// Planes that hold more rows than chance explains, fullest first.
std::vector<Plane> full_planes(const Dense& directions, std::uint64_t seed) {
  const Index r = directions.rows();
  const Index enough = r + 1 + directions.cols() / 20;
  std::vector<Plane> planes;
  for (int trial = 0; trial < trials; ++trial) {
    const Vector normal = drawn_normal(directions, seed, trial);
    if (normal.size() == 0) continue;
    const Index held = ((directions.transpose() * normal).array().abs() <= in_plane).count();
    if (held < enough) continue;
    const bool known = std::any_of(planes.begin(), planes.end(), [&](const Plane& plane) {
      return 1 - std::abs(plane.normal.dot(normal)) <= 0.5 * coplanar * coplanar;
    });
    if (known) continue;
    Plane plane = settled(directions, normal);
    const bool known_after = std::any_of(planes.begin(), planes.end(), [&](const Plane& other) {
      return 1 - std::abs(other.normal.dot(plane.normal)) <= 0.5 * coplanar * coplanar;
    });
    if (!known_after && plane.rows >= enough) planes.push_back(std::move(plane));
  }
  std::stable_sort(planes.begin(), planes.end(),
                   [](const Plane& a, const Plane& b) { return a.rows > b.rows; });
  if (static_cast<Index>(planes.size()) > most_planes) planes.resize(most_planes);
  return planes;
}

double smallest_singular_value(const Dense& columns) {
  return Eigen::JacobiSVD<Dense>(columns).singularValues()(columns.cols() - 1);
}

/// Which triples of normals are coplanar.
class Triples {
 public:
  explicit Triples(const std::vector<Plane>& planes) : count_(static_cast<Index>(planes.size())) {
    held_.assign(count_ * count_ * count_, 0);
    Dense normals(planes.empty() ? 0 : planes.front().normal.size(), 3);
    for (Index a = 0; a < count_; ++a) {
      for (Index b = 0; b < a; ++b) {
        for (Index c = 0; c < b; ++c) {
          normals << planes[a].normal, planes[b].normal, planes[c].normal;
          if (smallest_singular_value(normals) > coplanar) continue;
          for (const auto& [x, y, z] :
               {std::array{a, b, c}, {a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}})
            held_[(x * count_ + y) * count_ + z] = 1;
        }
      }
    }
  }
  /// The third edge of a triangle with edges a and b, or -1.
  [[nodiscard]] Index third(Index a, Index b) const {
    for (Index c = 0; c < count_; ++c) {
      if (c != a && c != b && held_[(a * count_ + b) * count_ + c] != 0) return c;
    }
    return -1;
  }

 private:
  Index count_;
  std::vector<char> held_;
};

/// The star of a node: edges to r other nodes, each adjacent to all, as columns p_k with p_k - p_l an edge too.
/// Empty where the planes do not make one around edge `first`.
Dense star_around(const std::vector<Plane>& planes, const Triples& triples, Index first) {
  const Index r = planes.front().normal.size();
  std::vector<Index> star = {first};
  for (Index z = 0; z < static_cast<Index>(planes.size()) && std::ssize(star) < r; ++z) {
    const bool adjacent = std::all_of(star.begin(), star.end(), [&](Index edge) {
      return z != edge && triples.third(edge, z) >= 0;
    });
    if (!adjacent) continue;
    Dense normals(r, std::ssize(star) + 1);
    for (Index k = 0; k < std::ssize(star); ++k) normals.col(k) = planes[star[k]].normal;
    normals.col(std::ssize(star)) = planes[z].normal;
    if (smallest_singular_value(normals) > independent) star.push_back(z);
  }
  if (std::ssize(star) < r) return {};
  Dense edges(r, r);
  edges.col(0) = planes[first].normal;
  for (Index k = 1; k < r; ++k) {
    // The third edge is a multiple of p_0 - p_k, which tells the length of p_k.
    const Vector& edge = planes[star[k]].normal;
    Dense pair(r, 2);
    pair << edges.col(0), edge;
    const Vector share =
        pair.colPivHouseholderQr().solve(planes[triples.third(first, star[k])].normal);
    edges.col(k) = -share(1) / share(0) * edge;
  }
  return edges;
}

}  // namespace

std::vector<Dense> sparse_bases(const Dense& x, std::uint64_t seed) {
  const Index r = x.cols();
  if (r < 3 || x.rows() <= r) return {};
  // In a basis where all directions are alike, angles mean something.
  const Eigen::SelfAdjointEigenSolver<Dense> eigen(x.transpose() * x);
  if (eigen.eigenvalues()(0) <= 1e-12 * eigen.eigenvalues()(r - 1)) return {};
  const Dense whitening = eigen.operatorInverseSqrt();
  const Dense directions = directions_of(x * whitening);
  if (directions.cols() <= r) return {};
  const std::vector<Plane> planes = full_planes(directions, seed);
  if (static_cast<Index>(planes.size()) < 2 * r - 1) return {};
  const Triples triples(planes);
  std::vector<Dense> bases;
  for (Index first = 0; first < static_cast<Index>(planes.size()) && bases.empty(); ++first) {
    const Dense star = star_around(planes, triples, first);
    if (star.size() == 0) continue;
    bases.push_back(whitening * star);
    for (Index ground = 0; ground < r; ++ground) {
      Dense seen = star.colwise() - star.col(ground);
      seen.col(ground) = -star.col(ground);
      bases.push_back(whitening * seen);
    }
  }
  return bases;
}

}  // namespace grmf::internal
