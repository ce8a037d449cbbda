#include "solve/gauge_search.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/random.h"
#include "linalg/decompositions.h"
#include "solve/planes.h"

namespace grmf::internal {
namespace {

using Vector = Eigen::VectorXd;

constexpr double coplanar = 1e-2;       ///< largest distance of an exact unit vector from its plane
constexpr double not_along = 5e-2;      ///< least share of both vectors in a combination
constexpr double same_place = 5e-2;     ///< relative distance of meeting points that count as one
constexpr double same_shape = 2e-2;     ///< relative difference of points that count as the same
constexpr std::size_t most_seeds = 60;  ///< triangles that a graph is grown from
/// How many ways to grow a graph are followed at a time: at first, and where full planes say that
/// this was too few.
constexpr std::size_t usual_breadth = 24;
constexpr std::size_t largest_breadth = 120;
constexpr std::size_t most_meetings = 2000;  ///< meeting points told apart
constexpr std::size_t most_tried = 16;       ///< of them, those that are tried
constexpr std::size_t most_joined = 24;      ///< sets of points of each factor that are joined
constexpr std::size_t most_gauges = 3;

/// A combination s a + t b of vectors of length 1.
struct Shares {
  double s, t;
};

/// Finds the points p_0..p_r of one factor, in the basis in which its rows are known equally well.
class Graph {
 public:
  Graph(const Dense& columns, const std::vector<Plane>& planes)
      : columns_(columns),
        worth_(worth_of(columns)),
        normals_(columns.rows(), std::ssize(planes)),
        errors_(std::ssize(planes)) {
    for (Index k = 0; k < normals_.cols(); ++k) {
      normals_.col(k) = planes[k].normal;
      errors_(k) = planes[k].error;
    }
    products_ = normals_.transpose() * normals_;
    const Index r = columns.rows();
    const Index of_a_basis = r * (r + 1) / 2;
    if (std::ssize(planes) >= of_a_basis) least_share_ = planes[of_a_basis - 1].held / worth_.sum();
    find_triangles(planes);
  }

  /// Some of the points, or all of them.
  struct Part {
    Dense points;  ///< as columns
    double held;   ///< what the rows in the planes of all their edges are worth
  };
  /// Sets of r points and of all r + 1, fullest first.
  struct Grown {
    std::vector<Part> all_but_one;
    std::vector<Part> whole;
  };
  /// Whether there are as many full planes as a basis has.
  [[nodiscard]] bool has_full_planes() const { return least_share_ >= 0.2; }

  /// Grows triangles by one point at a time, wherever the edges to the points before hold the most
  /// rows. A few of the best ways are followed at a time.
  [[nodiscard]] Grown grown(std::size_t breadth, Workers& workers) const {
    Grown found;
    std::vector<Part> parts;
    for (const Triangle& triangle : triangles_) parts.push_back(first_part(triangle));
    for (Index count = 3; count <= normals_.rows(); ++count) {
      if (count == normals_.rows()) found.all_but_one = polished(parts, breadth, workers);
      std::vector<std::vector<Part>> from(parts.size());
      workers.for_each(std::ssize(from),
                       [&](Index k, int) { from[k] = with_another_point(parts[k], breadth); });
      parts.clear();
      for (std::vector<Part>& larger : from) {
        for (Part& part : larger) parts.push_back(std::move(part));
      }
      keep_fullest(parts, breadth);
    }
    found.whole = polished(std::move(parts), breadth, workers);
    return found;
  }

 private:
  /// Three points whose edges are known normals.
  struct Triangle {
    Index a, b;    ///< the normals of two of its edges
    Shares third;  ///< the normal of its third edge as a combination of the normals a and b
    double held;   ///< what the rows in the planes of its edges are worth
  };
  /// The distances of all points from each other by their sum, ascending: what does not depend on
  /// the order, the place and the size of the points.
  static Vector shape_of(const Dense& points) {
    const Index count = points.cols();
    Vector distances(count * (count - 1) / 2);
    for (Index l = 0, at = 0; l < count; ++l) {
      for (Index k = 0; k < l; ++k) distances(at++) = (points.col(l) - points.col(k)).norm();
    }
    std::sort(distances.begin(), distances.end());
    return distances / distances.sum();
  }

  /// Keeps a few of the fullest. The same points, grown in another order, are kept once.
  static void keep_fullest(std::vector<Part>& parts, std::size_t breadth) {
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part& x, const Part& y) { return x.held > y.held; });
    std::vector<Part> kept;
    std::vector<Vector> shapes;
    for (Part& part : parts) {
      if (kept.size() == breadth) break;
      Vector shape = shape_of(part.points);
      const bool known = std::any_of(shapes.begin(), shapes.end(), [&](const Vector& other) {
        return (other - shape).cwiseAbs().maxCoeff() <= same_shape * shape.maxCoeff();
      });
      if (known) continue;
      kept.push_back(std::move(part));
      shapes.push_back(std::move(shape));
    }
    parts = std::move(kept);
  }

  /// The shares of the normals a and b in d, from the products of d with them and the length of d.
  /// Empty where a and b are nearly parallel, d is not in their plane up to the errors of the
  /// normals and its own, or d is along one of them.
  [[nodiscard]] std::optional<Shares> shares(Index a, Index b, double da, double db, double d_norm,
                                             double d_error) const {
    constexpr double errors_allowed = 4.0;
    const double ab = products_(a, b);
    const double determinant = 1 - ab * ab;
    if (determinant < not_along * not_along) return std::nullopt;
    const Shares found{(da - ab * db) / determinant, (db - ab * da) / determinant};
    if (std::min(std::abs(found.s), std::abs(found.t)) < not_along * d_norm) return std::nullopt;
    const double rest = d_norm * d_norm - found.s * da - found.t * db;
    const double error = std::hypot(d_error * d_norm, found.s * errors_(a), found.t * errors_(b));
    const double bound = std::max(coplanar * d_norm, errors_allowed * error);
    if (rest > bound * bound) return std::nullopt;
    return found;
  }

  void find_triangles(const std::vector<Plane>& planes) {
    for (Index a = 0; a < normals_.cols(); ++a) {
      for (Index b = a + 1; b < normals_.cols(); ++b) {
        for (Index c = b + 1; c < normals_.cols(); ++c) {
          const auto third = shares(a, b, products_(a, c), products_(b, c), 1.0, errors_(c));
          if (third)
            triangles_.push_back({a, b, *third, planes[a].held + planes[b].held + planes[c].held});
        }
      }
    }
    std::stable_sort(triangles_.begin(), triangles_.end(),
                     [](const Triangle& x, const Triangle& y) { return x.held > y.held; });
    if (triangles_.size() > most_seeds) triangles_.resize(most_seeds);
  }

  [[nodiscard]] std::vector<Part> polished(std::vector<Part> parts, std::size_t breadth,
                                           Workers& workers) const {
    workers.for_each(std::ssize(parts), [&](Index k, int) { polish(parts[k]); });
    keep_fullest(parts, breadth);
    return parts;
  }

  [[nodiscard]] Part first_part(const Triangle& triangle) const {
    Dense points = Dense::Zero(normals_.rows(), 3);
    points.col(1) = normals_.col(triangle.a);
    // p_1 - p_2 is the third edge up to its length.
    points.col(2) = -triangle.third.t / triangle.third.s * normals_.col(triangle.b);
    return {points, triangle.held};
  }

  /// The few best ways to add a point, best first.
  [[nodiscard]] std::vector<Part> with_another_point(const Part& part, std::size_t breadth) const {
    const Dense& points = part.points;
    const Dense span = orthonormal(points.rightCols(points.cols() - 1));
    std::vector<Part> larger;
    for (const Vector& place : meeting_points(points)) {
      const Vector point = fitted(place, points, points.cols());
      if ((point - span * (span.transpose() * point)).norm() <= not_along * points.col(1).norm())
        continue;
      const bool known = std::any_of(larger.begin(), larger.end(), [&](const Part& other) {
        return (other.points.rightCols(1) - point).norm() <= coplanar * point.norm();
      });
      if (known) continue;
      Dense with(points.rows(), points.cols() + 1);
      with << points, point;
      larger.push_back({std::move(with), part.held + held_by_edges(points, point, points.cols())});
    }
    keep_fullest(larger, breadth);
    return larger;
  }

  /// The places where two lines, each from one of the points along a known normal, meet; those
  /// where most lines meet first.
  [[nodiscard]] std::vector<Vector> meeting_points(const Dense& points) const {
    struct Meeting {
      Vector place;
      int votes = 1;
    };
    std::vector<Meeting> found;
    const auto add = [&](const Vector& place) {
      for (Meeting& other : found) {
        if ((other.place - place).squaredNorm() > std::pow(same_place, 2) * place.squaredNorm())
          continue;
        ++other.votes;
        return;
      }
      if (found.size() < most_meetings) found.push_back({place});
    };
    for (Index i = 0; i < points.cols(); ++i) {
      for (Index j = 0; j < i; ++j) {
        const Vector between = points.col(j) - points.col(i);
        const Vector along = normals_.transpose() * between;
        const double length = between.norm();
        for (Index a = 0; a < normals_.cols(); ++a) {
          for (Index b = 0; b < a; ++b) {
            const auto share = shares(a, b, along(a), along(b), length, 0.0);
            if (!share) continue;
            add(points.col(i) + share->s * normals_.col(a));
            add(points.col(i) + share->t * normals_.col(b));
          }
        }
      }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Meeting& x, const Meeting& y) { return x.votes > y.votes; });
    if (found.size() > most_tried) found.resize(most_tried);
    std::vector<Vector> places;
    places.reserve(found.size());
    for (Meeting& meeting : found) places.push_back(std::move(meeting.place));
    return places;
  }

  /// The point near `point` whose edges to the points, except number `without`, come nearest to the
  /// normals of the rows they hold.
  [[nodiscard]] Vector fitted(Vector point, const Dense& points, Index without) const {
    for (const double times : {2.0, 1.4, 1.0}) {
      Dense moment = Dense::Zero(point.size(), point.size());
      Vector rhs = Vector::Zero(point.size());
      for (Index k = 0; k < points.cols(); ++k) {
        if (k == without) continue;
        const Vector edge = point - points.col(k);
        const double length = edge.norm();
        const Dense of_edge = moment_within(columns_, columns_.transpose() * edge, times * length) /
                              (length * length);
        moment += of_edge;
        rhs += of_edge * points.col(k);
      }
      const double size = moment.trace();
      if (!(size > 0)) return point;
      // Where nothing is held in some direction, the point stays where it is.
      moment.diagonal().array() += 1e-9 * size;
      rhs += 1e-9 * size * point;
      point = solve_symmetric(moment, rhs);
    }
    return point;
  }

  [[nodiscard]] double held_by_edges(const Dense& points, const Vector& point,
                                     Index without) const {
    double held = 0;
    for (Index k = 0; k < points.cols(); ++k) {
      if (k != without) held += held_by(point - points.col(k), columns_, worth_);
    }
    return held;
  }

  /// Fits every point to all the others. The first stays at 0 and the second where it is: they fix
  /// place and size.
  void polish(Part& part) const {
    for (int round = 0; round < 3; ++round) {
      for (Index k = 2; k < part.points.cols(); ++k)
        part.points.col(k) = fitted(part.points.col(k), part.points, k);
    }
    part.held = 0.0;
    for (Index k = 0; k < part.points.cols(); ++k)
      part.held += 0.5 * held_by_edges(part.points, part.points.col(k), k);
  }

  const Dense& columns_;
  Vector worth_;
  Dense normals_;             ///< known normals, as columns
  Vector errors_;             ///< theirs, as angles
  Dense products_;            ///< inner products of the normals
  double least_share_ = 0.0;  ///< what the last of as many planes as a basis has holds of all
  std::vector<Triangle> triangles_;
};

/// The normals of the planes of rows with zeros and ties, for rows whose basis is `q`: its columns
/// and their differences, each of length 1.
Dense normals_of(const Dense& q) {
  const Index r = q.cols();
  Dense normals(r, r * (r + 1) / 2);
  for (Index l = 0, column = 0; l < r; ++l) {
    normals.col(column++) = q.col(l);
    for (Index k = 0; k < l; ++k) normals.col(column++) = q.col(l) - q.col(k);
  }
  return normals.colwise().normalized();
}

/// The number of rows in planes, each with each.
Index count_held(const Dense& columns, const Dense& normals) {
  return ((columns.transpose() * normals).array().abs() <= 1.0).count();
}

/// What was found in one factor.
struct Found {
  std::vector<Dense> bases;  ///< Q for which x Q may have many zeros and ties
  /// Columns p_1..p_r for which x . (p_l - p_k) is 0 where x_l = x_k, up to a common shift.
  std::vector<Dense> points;
};

/// The graph of one factor; empty where there is nothing to find.
std::optional<Graph> graph_of(const KnownRows& rows, std::uint64_t seed, Workers& workers) {
  const Index r = rows.basis.rows();
  if (r < 2 || r > most_searchable_columns) return std::nullopt;
  const std::vector<Plane> planes = full_planes(rows, seed, workers);
  if (planes.size() < 3) return std::nullopt;
  return Graph(rows.different, planes);
}

/// Every set of all points gives one Q for each choice of the point that is "zero".
Found found_in(const KnownRows& rows, const std::optional<Graph>& graph_of_rows,
               std::size_t breadth, Workers& workers) {
  const Index r = rows.basis.rows();
  Found found;
  if (!graph_of_rows) return found;
  const Graph::Grown grown = graph_of_rows->grown(breadth, workers);
  for (const Graph::Part& graph : grown.whole) {
    for (Index zero = 0; zero <= r; ++zero) {
      Dense q(r, r);
      for (Index l = 0, k = 0; k <= r; ++k) {
        if (k != zero) q.col(l++) = graph.points.col(k) - graph.points.col(zero);
      }
      if (inverse_unless_singular(q, 1e-4)) found.bases.emplace_back(rows.basis * q);
    }
  }
  for (std::size_t k = 0; k < std::min(grown.all_but_one.size(), most_joined); ++k)
    found.points.emplace_back(rows.basis * grown.all_but_one[k].points);
  return found;
}

/// Shifts points so that none of them is special and together they are a basis.
Dense in_general_position(const Dense& points) {
  const Dense centred = points.colwise() - points.rowwise().mean();
  const Eigenpairs eigen = symmetric_eigen(centred * centred.transpose());
  const double size = std::sqrt(eigen.values.mean());
  return centred.colwise() + size * eigen.vectors.col(0);
}

/// The gauges in which two sets of r points, one of each factor, both are ties.
///
/// Q = P - p 1^T and Q^-T = c (P' - p' 1^T) in the order of the right permutation, where p and p'
/// stand for "zero". From Q^T Q^-T = I it follows that P^T P', without the means of its rows and
/// columns, is a permuted I - 1 1^T / r, by c. This gives the permutation and c. The means then
/// give p' = a + t a' and p = b + w b' with a w that follows from t. What is left open is t. Every
/// entry of a row asks for the t at which it is 0; the t that most rows agree on are taken.
class Join {
 public:
  /// Nothing is joined where the sets do not belong together.
  static std::vector<Dense> gauges(const Dense& of_u, const Dense& of_v, const KnownRows& u,
                                   const KnownRows& v) {
    Join join;
    if (!join.match(in_general_position(of_u), in_general_position(of_v))) return {};
    join.solve();
    return join.best(u, v);
  }

 private:
  bool match(const Dense& of_u, const Dense& of_v) {
    const Index r = of_u.cols();
    const Dense products = of_u.transpose() * of_v;
    Dense m = products.colwise() - products.rowwise().mean();
    m = (m.rowwise() - m.colwise().mean()).eval();
    Eigen::VectorXi order(r);
    std::vector<bool> taken(static_cast<std::size_t>(r));
    double trace = 0.0;
    for (Index l = 0; l < r; ++l) {
      Index k = 0;
      m.row(l).cwiseAbs().maxCoeff(&k);
      if (taken[k]) return false;
      taken[k] = true;
      order(l) = static_cast<int>(k);
      trace += m(l, k);
    }
    by_c_ = trace / static_cast<double>(r - 1);
    const Dense expected = by_c_ * (Dense::Identity(r, r).array() - 1.0 / static_cast<double>(r));
    Dense ordered(r, r);
    p_v_.resize(of_v.rows(), r);
    for (Index k = 0; k < r; ++k) {
      ordered.col(k) = m.col(order(k));
      p_v_.col(k) = of_v.col(order(k));
    }
    p_u_ = of_u;
    constexpr double share_off = 0.3;
    return (ordered - expected).norm() <= share_off * expected.norm();
  }

  void solve() {
    const Index r = p_u_.cols();
    const Dense d = p_u_.transpose() * p_v_ - by_c_ * Dense::Identity(r, r);
    const Vector ones = Vector::Ones(r);
    const Dense by_u = inverse(p_u_).transpose();
    const Dense by_v = inverse(p_v_).transpose();
    a0_ = by_u * d.rowwise().mean();
    a1_ = by_u * ones;
    b0_ = by_v * (d.colwise().mean().transpose() - d.mean() * ones);
    b1_ = by_v * ones;
  }

  [[nodiscard]] double w_of(double t) const {
    return (b0_.dot(a0_) + t * (b0_.dot(a1_) - 1)) / (1 - b1_.dot(a0_) - t * b1_.dot(a1_));
  }
  [[nodiscard]] double t_of(double w) const {
    return (b0_.dot(a0_) - w * (1 - b1_.dot(a0_))) / (1 - b0_.dot(a1_) - w * b1_.dot(a1_));
  }
  [[nodiscard]] Dense gauge(double t) const { return p_u_.colwise() - (b0_ + w_of(t) * b1_); }

  /// The numbers at which entries of rows become 0, if "zero" is at + number * along.
  static void ask(const KnownRows& rows, const Dense& points, const Vector& at, const Vector& along,
                  std::vector<double>& numbers) {
    const Dense back = inverse(rows.basis);
    const Dense values = rows.different.transpose() * (back * points);
    const Vector of_at = rows.different.transpose() * (back * at);
    const Vector of_along = rows.different.transpose() * (back * along);
    for (Index i = 0; i < values.rows(); ++i) {
      for (Index k = 0; k < values.cols(); ++k)
        numbers.push_back((values(i, k) - of_at(i)) / of_along(i));
    }
  }

  [[nodiscard]] std::vector<Dense> best(const KnownRows& u, const KnownRows& v) const {
    std::vector<double> numbers;
    ask(v, p_v_, a0_, a1_, numbers);
    std::vector<double> of_u;
    ask(u, p_u_, b0_, b1_, of_u);
    for (const double w : of_u) numbers.push_back(t_of(w));
    std::erase_if(numbers, [](double t) { return !std::isfinite(t); });
    std::vector<std::pair<double, Dense>> judged;
    for (const double t : numbers) {
      Dense q = gauge(t);
      const auto back = inverse_unless_singular(q, 1e-4);
      if (!back) continue;
      const double zeros = zeros_of(u, q) + zeros_of(v, back->transpose());
      judged.emplace_back(zeros, std::move(q));
    }
    std::stable_sort(judged.begin(), judged.end(),
                     [](const auto& x, const auto& y) { return x.first > y.first; });
    std::vector<Dense> gauges;
    for (std::size_t k = 0; k < std::min(judged.size(), most_gauges); ++k)
      gauges.push_back(std::move(judged[k].second));
    return gauges;
  }

  static double zeros_of(const KnownRows& rows, const Dense& q) {
    const Dense normals = (inverse(rows.basis) * q).colwise().normalized();
    return static_cast<double>(count_held(rows.different, normals));
  }

  Dense p_u_, p_v_;
  double by_c_ = 0.0;
  Vector a0_, a1_, b0_, b1_;
};

}  // namespace

ZerosAndTies zeros_and_ties(const KnownRows& rows, const Dense& q) {
  const Eigen::ArrayXXd away =
      (rows.columns.transpose() * normals_of(inverse(rows.basis) * q)).array().abs();
  const auto within = [&](double bound) { return static_cast<double>((away <= bound).count()); };
  const double near = within(1);
  const double up_to_3 = within(3);
  return {.counted = near,
          .by_chance = by_chance(up_to_3 - near, within(5) - up_to_3, 1.0),
          .possible = static_cast<double>(away.size())};
}

namespace {

/// The best gauges that what was found in both factors leads to, best first.
std::vector<FoundGauge> best_of(Found in_u, const Found& in_v, const KnownRows& u,
                                const KnownRows& v, Workers& workers) {
  std::vector<Dense> gauges = std::move(in_u.bases);
  for (const Dense& basis : in_v.bases) gauges.emplace_back(inverse(basis).transpose());
  for (const Dense& of_u : in_u.points) {
    for (const Dense& of_v : in_v.points) {
      for (Dense& q : Join::gauges(of_u, of_v, u, v)) gauges.push_back(std::move(q));
    }
  }
  std::vector<FoundGauge> found(gauges.size());
  workers.for_each(std::ssize(gauges), [&](Index k, int) {
    ZerosAndTies sum = zeros_and_ties(u, gauges[k]);
    sum += zeros_and_ties(v, inverse(gauges[k]).transpose());
    found[k] = {std::move(gauges[k]), sum};
  });
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return a.zeros_and_ties.beyond_chance() > b.zeros_and_ties.beyond_chance();
  });
  if (found.size() > most_gauges) found.resize(most_gauges);
  return found;
}

}  // namespace

std::vector<FoundGauge> gauges_from_scratch(const KnownRows& u, const KnownRows& v,
                                            std::uint64_t seed, Workers& workers) {
  if (!u.enough() || !v.enough()) return {};
  const std::optional<Graph> of_u = graph_of(u, 2 * seed, workers);
  const std::optional<Graph> of_v = graph_of(v, 2 * seed + 1, workers);
  std::vector<FoundGauge> found;
  if (!of_u && !of_v) return found;
  const bool full = (of_u && of_u->has_full_planes()) || (of_v && of_v->has_full_planes());
  for (const std::size_t breadth : {usual_breadth, largest_breadth}) {
    found = best_of(found_in(u, of_u, breadth, workers), found_in(v, of_v, breadth, workers), u, v,
                    workers);
    if (!full || (!found.empty() && found.front().clear())) break;
  }
  return found;
}

}  // namespace grmf::internal
