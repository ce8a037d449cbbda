#include "solve/planes.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "linalg/decompositions.h"

namespace grmf::internal {
namespace {

using Vector = Eigen::VectorXd;

constexpr Index most_rows = 400;      ///< rows that are looked at
constexpr double independent = 5e-2;  ///< least pivot of rows that span a plane
constexpr double alike = 2e-2;        ///< largest sine between two normals of the same plane
constexpr Index chunk = 64;           ///< planes drawn at a time

/// The number of planes drawn at first. Where none of them holds enough, no other will: a plane
/// that holds a quarter of the rows is drawn every 4^(r - 1)-th time, and there are several such
/// planes.
Index few_trials(Index r) { return std::max(Index{8} << (2 * (std::min<Index>(r, 5) - 1)), chunk); }
/// The number of planes drawn in all.
Index trials(Index r) { return 8 * few_trials(r); }

bool parallel(const Vector& a, const Vector& b, double sine) {
  return 1 - std::abs(a.dot(b)) <= 0.5 * sine * sine;
}

bool parallel_to_one_of(const Dense& normals, const Vector& normal) {
  return (normals.transpose() * normal).cwiseAbs().maxCoeff() >= 1 - 0.5 * alike * alike;
}

/// The normal of the plane through r - 1 random directions; empty where they span no plane.
Vector drawn_normal(const Dense& directions, std::uint64_t seed, Index trial) {
  constexpr std::uint64_t stream = 0x67617567;
  const Index r = directions.rows();
  Dense drawn(r, r - 1);
  for (Index k = 0; k + 1 < r; ++k) {
    const auto place = static_cast<std::uint64_t>(trial * r + k);
    drawn.col(k) = directions.col(static_cast<Index>(
        random_bits(seed, stream, place) % static_cast<std::uint64_t>(directions.cols())));
  }
  return normal_to(drawn, independent);
}

/// The plane with its normal fitted to the directions that it holds.
Plane settled(const Dense& directions, Plane plane) {
  const Index r = directions.rows();
  for (int round = 0; round < 2; ++round) {
    Dense moment = Dense::Zero(r, r);
    const Vector sines = directions.transpose() * plane.normal;
    for (Index k = 0; k < sines.size(); ++k) {
      if (std::abs(sines(k)) <= in_plane)
        moment += directions.col(k) * directions.col(k).transpose();
    }
    plane.normal = symmetric_eigen(moment).vectors.col(0);
  }
  plane.held = held_by(plane.normal, directions);
  return plane;
}

void sort_fullest_first(std::vector<Plane>& planes) {
  std::stable_sort(planes.begin(), planes.end(),
                   [](const Plane& a, const Plane& b) { return a.held > b.held; });
}

/// Draws the planes of the trials from `first` to before `end`. Keeps those that hold more
/// directions than chance explains, fullest first.
std::vector<Plane> draw_planes(const Dense& directions, std::uint64_t seed, Index first, Index end,
                               Workers& workers) {
  std::vector<Plane> drawn(end - first);
  workers.for_each((end - first) / chunk, [&](Index part, int) {
    for (Index k = part * chunk; k < (part + 1) * chunk; ++k) {
      drawn[k].normal = drawn_normal(directions, seed, first + k);
      if (drawn[k].normal.size() > 0) drawn[k].held = held_by(drawn[k].normal, directions);
    }
  });
  const Index enough = directions.rows() - 1 + directions.cols() / 10;
  std::erase_if(drawn, [&](const Plane& plane) { return plane.held < enough; });
  sort_fullest_first(drawn);
  return drawn;
}

}  // namespace

Directions directions_of(const Dense& rows) {
  std::vector<Vector> found;
  Index looked_at = 0;
  const double longest = rows.rowwise().norm().maxCoeff();
  const Index stride = (rows.rows() + most_rows - 1) / most_rows;
  for (Index i = 0; i < rows.rows(); i += stride) {
    const double length = rows.row(i).norm();
    if (length <= 1e-3 * longest) continue;  // nearly 0: its direction is chance
    ++looked_at;
    const Vector direction = rows.row(i).transpose() / length;
    const bool known = std::any_of(found.begin(), found.end(), [&](const Vector& other) {
      return parallel(other, direction, in_plane);
    });
    if (!known) found.push_back(direction);
  }
  Dense columns(rows.cols(), std::ssize(found));
  for (Index k = 0; k < columns.cols(); ++k) columns.col(k) = found[k];
  return {std::move(columns), 3 * std::ssize(found) <= 2 * looked_at};
}

Index held_by(const Vector& normal, const Dense& directions) {
  return ((directions.transpose() * normal).array().abs() <= in_plane * normal.norm()).count();
}

std::vector<Plane> full_planes(const Directions& rows, const Dense& known, std::uint64_t seed,
                               Workers& workers) {
  const Dense& directions = rows.columns;
  const Index r = directions.rows();
  const auto most_planes = static_cast<std::size_t>(r * (r + 1));  // twice as many as a basis has
  std::vector<Plane> drawn = draw_planes(directions, seed, 0, few_trials(r), workers);
  // Where rows have zeros and ties, the fullest planes hold a quarter to a half of all directions
  // besides the r - 1 drawn; where rows are merely alike, as in pictures, a tenth.
  const Index expected = std::max(directions.cols() / 5, 2 * r) + r - 1;
  const bool promising = std::any_of(drawn.begin(), drawn.end(), [&](const Plane& plane) {
    return (rows.repeated || plane.held >= expected) && !parallel_to_one_of(known, plane.normal);
  });
  if (!promising) return {};
  for (Plane& plane : draw_planes(directions, seed, few_trials(r), trials(r), workers))
    drawn.push_back(std::move(plane));
  sort_fullest_first(drawn);
  std::vector<Plane> planes;
  for (Plane& candidate : drawn) {
    const auto taken = [&](const Vector& normal) {
      return std::any_of(planes.begin(), planes.end(),
                         [&](const Plane& plane) { return parallel(plane.normal, normal, alike); });
    };
    if (taken(candidate.normal)) continue;
    Plane plane = settled(directions, std::move(candidate));
    if (!taken(plane.normal)) planes.push_back(std::move(plane));
    if (planes.size() >= 2 * most_planes) break;
  }
  sort_fullest_first(planes);
  if (planes.size() > most_planes) planes.resize(most_planes);
  return planes;
}

}  // namespace grmf::internal
