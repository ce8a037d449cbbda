#include "solve/planes.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "linalg/decompositions.h"

namespace grmf::internal {
namespace {

using Vector = Eigen::VectorXd;

constexpr double independent = 5e-2;  ///< least pivot of rows that span a plane
constexpr double alike = 2e-2;        ///< largest sine between two normals of the same plane
constexpr Index chunk = 64;           ///< planes drawn at a time
/// How many tolerances a row may be off a plane that was only drawn: the rows it was drawn through
/// have errors themselves.
constexpr double of_drawn = 2.0;

/// The number of planes drawn at first. Where all of these hold few rows, so will others.
Index few_trials(Index r) { return std::min(chunk << (r - 1), 8 * chunk); }
/// The number of planes drawn in all: a plane that holds a quarter of the rows is drawn every
/// 4^(r - 1)-th time, and there are several such planes.
Index trials(Index r) {
  return std::max(few_trials(r), 64 * (Index{1} << (2 * (std::min<Index>(r, 5) - 1))));
}

bool parallel(const Vector& a, const Vector& b, double sine) {
  return 1 - std::abs(a.dot(b)) <= 0.5 * sine * sine;
}

/// Some rows, and what each is worth.
struct Rows {
  explicit Rows(const Dense& all) : columns(all), worth(worth_of(all)) {}

  [[nodiscard]] double held(const Vector& normal, double times) const {
    return held_by(normal, columns, worth, times);
  }

  const Dense& columns;
  Vector worth;
};

/// The normal of the plane through r - 1 random rows; empty where they span no plane.
Vector drawn_normal(const Dense& columns, std::uint64_t seed, Index trial) {
  constexpr std::uint64_t stream = 0x67617567;
  const Index r = columns.rows();
  Dense drawn(r, r - 1);
  for (Index k = 0; k + 1 < r; ++k) {
    const auto place = static_cast<std::uint64_t>(trial * r + k);
    drawn.col(k) = columns
                       .col(static_cast<Index>(random_bits(seed, stream, place) %
                                               static_cast<std::uint64_t>(columns.cols())))
                       .normalized();
  }
  return normal_to(drawn, independent);
}

/// The plane with its normal fitted to the rows that it holds, ever more closely.
Plane settled(const Rows& rows, Vector normal) {
  Plane plane{.normal = std::move(normal)};
  for (const double times : {of_drawn, 1.4, 1.0, 1.0}) {
    const Eigenpairs eigen = symmetric_eigen(
        moment_within(rows.columns, rows.columns.transpose() * plane.normal, times));
    plane.normal = eigen.vectors.col(0);
    // The tolerance of a row is about three deviations of its error.
    plane.error = 1.0 / (3.0 * std::sqrt(std::max(eigen.values(1), 1e-12)));
  }
  plane.held = rows.held(plane.normal, 1.0);
  return plane;
}

struct Drawn {
  Vector normal;
  double held = 0.0;
};

template <class AnyPlane>
void sort_fullest_first(std::vector<AnyPlane>& planes) {
  std::stable_sort(planes.begin(), planes.end(),
                   [](const AnyPlane& a, const AnyPlane& b) { return a.held > b.held; });
}

/// Draws the planes of the trials from `first` to before `end`, fullest first.
std::vector<Drawn> draw_planes(const Rows& rows, std::uint64_t seed, Index first, Index end,
                               Workers& workers) {
  std::vector<Drawn> drawn(end - first);
  workers.for_each((end - first) / chunk, [&](Index part, int) {
    for (Index k = part * chunk; k < (part + 1) * chunk; ++k) {
      drawn[k].normal = drawn_normal(rows.columns, seed, first + k);
      if (drawn[k].normal.size() > 0) drawn[k].held = rows.held(drawn[k].normal, of_drawn);
    }
  });
  std::erase_if(drawn, [](const Drawn& plane) { return plane.normal.size() == 0; });
  sort_fullest_first(drawn);
  return drawn;
}

}  // namespace

std::vector<Plane> full_planes(const KnownRows& known_rows, std::uint64_t seed, Workers& workers) {
  const Rows rows(known_rows.different);
  const Index r = rows.columns.rows();
  const double all = rows.worth.sum();
  const double of_drawn_rows = static_cast<double>(r - 1) * rows.worth.mean();
  std::vector<Drawn> drawn = draw_planes(rows, seed, 0, few_trials(r), workers);
  // A plane of a zero or a tie holds a quarter to a half of the rows. Where none of the fullest
  // holds a seventh beyond chance and the rows that it was drawn through, there is nothing to find.
  constexpr std::size_t fullest = 8;
  const bool promising =
      known_rows.repeated ||
      std::any_of(drawn.begin(), drawn.begin() + std::min(drawn.size(), fullest),
                  [&](const Drawn& plane) {
                    return settled(rows, plane.normal).held >= 0.15 * all + of_drawn_rows;
                  });
  if (!promising) return {};
  for (Drawn& plane : draw_planes(rows, seed, few_trials(r), trials(r), workers))
    drawn.push_back(std::move(plane));
  sort_fullest_first(drawn);
  std::vector<Plane> planes;
  const auto most_planes = static_cast<std::size_t>(r * (r + 1));  // twice as many as a basis has
  for (Drawn& candidate : drawn) {
    if (candidate.held < 0.05 * all) break;
    const auto taken = [&](const Vector& normal, double error) {
      return std::any_of(planes.begin(), planes.end(), [&](const Plane& plane) {
        return parallel(plane.normal, normal, std::max(alike, 4 * (plane.error + error)));
      });
    };
    if (taken(candidate.normal, 0.0)) continue;
    Plane plane = settled(rows, std::move(candidate.normal));
    if (!taken(plane.normal, plane.error)) planes.push_back(std::move(plane));
    if (planes.size() >= most_planes) break;
  }
  sort_fullest_first(planes);
  return planes;
}

}  // namespace grmf::internal
