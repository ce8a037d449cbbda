#pragma once

#include <cstdint>
#include <vector>

#include "base/workers.h"
#include "solve/known_rows.h"

namespace grmf::internal {

/// With more columns than this, r - 1 rows drawn at random hardly ever lie in a plane that holds
/// many rows, and what the search finds is chance.
inline constexpr Index most_searchable_columns = 8;

/// The zeros and ties of rows in some basis, up to the errors of the rows.
struct ZerosAndTies {
  double counted = 0.0;
  double by_chance = 0.0;  ///< how many chance explains, judged by values that differ a little more
  double possible = 0.0;   ///< how many there could be

  [[nodiscard]] double beyond_chance() const { return counted - by_chance; }
  ZerosAndTies& operator+=(const ZerosAndTies& other) {
    counted += other.counted;
    by_chance += other.by_chance;
    possible += other.possible;
    return *this;
  }
};
ZerosAndTies zeros_and_ties(const KnownRows& rows, const Dense& q);

/// A basis in which many rows have zeros and ties.
struct FoundGauge {
  Dense q;
  ZerosAndTies zeros_and_ties;  ///< of both factors

  /// Whether rows with groups are the only explanation.
  [[nodiscard]] bool clear() const { return beyond(4.0); }
  /// Whether they are a good one.
  [[nodiscard]] bool promising() const { return beyond(2.0); }

 private:
  [[nodiscard]] bool beyond(double times_chance) const {
    constexpr double least_share = 0.1;
    return zeros_and_ties.counted >=
           times_chance * zeros_and_ties.by_chance + least_share * zeros_and_ties.possible;
  }
};

/// Finds gauges Q in which many rows of U Q and V Q^-T have zeros and ties, without a start; best
/// first.
///
/// A row with x_l = 0 or x_l = x_k lies in a plane through the origin, whose normal is e_l or
/// e_l - e_k. Take the points p_0 = 0, which stands for "zero", and p_l = e_l. Then the normals are
/// the edges p_l - p_k of the complete graph on 0..r. This structure survives any change of basis:
/// there are planes that hold many rows, and points p whose differences are the normals of these
/// planes. Where a few of the planes are found, the points follow, and with them the other planes.
/// A factor alone cannot tell which of its points is "zero"; the other factor can. No gauges are
/// found where the only such planes are the planes of the present basis.
std::vector<FoundGauge> gauges_from_scratch(const KnownRows& u, const KnownRows& v,
                                            std::uint64_t seed, Workers& workers);

}  // namespace grmf::internal
