// This file is compiled once for every instruction set below, and panel_kernels() picks the table
// of the machine.
#include "engine/cpu/panel_kernels.h"

// Left out are targets that gain nothing here, and vectors without a fixed size, which cannot be
// elements of arrays.
#ifndef GRMF_LEFT_OUT_TARGETS
#define GRMF_LEFT_OUT_TARGETS 0  // a build with a sanitizer leaves out more
#endif
#define HWY_DISABLED_TARGETS                                                   \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | \
   (GRMF_LEFT_OUT_TARGETS))
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/panel_kernels.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <cmath>
#include <limits>
#include <utility>

#include <hwy/cache_control.h>
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "engine/cpu/panel.h"

HWY_BEFORE_NAMESPACE();
namespace grmf::internal {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
constexpr hn::CappedTag<double, lanes> tag;
using Vector = hn::Vec<decltype(tag)>;
/// The number of lanes of a panel that are worked on at a time.
constexpr int width = static_cast<int>(hn::MaxLanes(tag));
static_assert(lanes % width == 0);

/// The number of sums kept in registers at a time, out of the 32 or 16 registers there are.
constexpr int most_sums = HWY_MAX_BYTES >= 64 ? 26 : 11;

/// Loads numbers as doubles.
template <class D>
HWY_INLINE hn::Vec<D> widened(D d, const double* from) {
  return hn::LoadU(d, from);
}
template <class D>
HWY_INLINE hn::Vec<D> widened(D d, const float* from) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), from));
}

/// Transposes 2 x 2 tiles, where the machine has vectors.
template <class T>
void transpose(const T* from, Index stride, Index samples, double* to) {
  Index k = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::Full128<double> two;
  for (; k + 2 <= samples; k += 2) {
    HWY_UNROLL(4)
    for (int lane = 0; lane < lanes; lane += 2) {
      const auto first = widened(two, from + lane * stride + k);
      const auto second = widened(two, from + (lane + 1) * stride + k);
      hn::StoreU(hn::InterleaveLower(two, first, second), two, to + k * lanes + lane);
      hn::StoreU(hn::InterleaveUpper(two, first, second), two, to + (k + 1) * lanes + lane);
    }
  }
#endif
  for (; k < samples; ++k) {
    for (int lane = 0; lane < lanes; ++lane) to[k * lanes + lane] = from[lane * stride + k];
  }
}

/// Copies row by row, so that the numbers read lie together. Some rows ahead are prefetched,
/// because no prefetcher of the machine guesses them where rows are long.
template <class T>
void copy(const T* from, Index stride, Index samples, int packs, Index apart, double* to) {
  constexpr Index ahead = 12;
  for (Index k = 0; k < samples; ++k) {
    const T* row = from + k * stride;
    for (int pack = 0; pack < packs; ++pack) {
      if (k + ahead < samples) hwy::Prefetch(row + ahead * stride + pack * lanes);
      HWY_UNROLL(4)
      for (int lane = 0; lane < lanes; lane += width)
        hn::StoreU(widened(tag, row + pack * lanes + lane), tag,
                   to + pack * apart + k * lanes + lane);
    }
  }
}

void mark_missing(double* y, Index count, double* m) {
  for (Index k = 0; k < count; k += width) {
    const Vector y_k = hn::LoadU(tag, y + k);
    const auto there = hn::Eq(y_k, y_k);
    hn::StoreU(hn::IfThenElseZero(there, y_k), tag, y + k);
    hn::StoreU(hn::IfThenElseZero(there, hn::Set(tag, 1.0)), tag, m + k);
  }
}

void drop_missing(double* y, double* m, Index count) {
  for (Index k = 0; k < count; k += width) {
    const Vector y_k = hn::LoadU(tag, y + k);
    const Vector m_k = hn::LoadU(tag, m + k);
    const auto there = hn::And(hn::Eq(y_k, y_k), hn::Gt(m_k, hn::Zero(tag)));
    hn::StoreU(hn::IfThenElseZero(there, y_k), tag, y + k);
    hn::StoreU(hn::IfThenElseZero(there, m_k), tag, m + k);
  }
}

/// The residuals of `count` samples at a time: within a single sample every term would wait for the
/// term before it.
template <int R, int count>
HWY_INLINE void some_residuals(const double* y, const double* a, const Vector* x, double* to) {
  Vector left[count];
  HWY_UNROLL(4)
  for (int s = 0; s < count; ++s) left[s] = hn::LoadU(tag, y + s * lanes);
  HWY_UNROLL(16)
  for (int l = 0; l < R; ++l) {
    HWY_UNROLL(4)
    for (int s = 0; s < count; ++s)
      left[s] = hn::NegMulAdd(hn::Set(tag, a[s * R + l]), x[l], left[s]);
  }
  HWY_UNROLL(4)
  for (int s = 0; s < count; ++s) hn::StoreU(left[s], tag, to + s * lanes);
}

template <int R>
void residuals(const double* y, Index samples, const double* a, const double* x, int /*r*/,
               double* to) {
  for (int lane = 0; lane < lanes; lane += width) {
    Vector rows[R];
    HWY_UNROLL(16)
    for (int l = 0; l < R; ++l) rows[l] = hn::LoadU(tag, x + l * lanes + lane);
    Index k = 0;
    for (; k + 4 <= samples; k += 4)
      some_residuals<R, 4>(y + k * lanes + lane, a + k * R, rows, to + k * lanes + lane);
    for (; k < samples; ++k)
      some_residuals<R, 1>(y + k * lanes + lane, a + k * R, rows, to + k * lanes + lane);
  }
}

void residuals_of_any_rank(const double* y, Index samples, const double* a, const double* x, int r,
                           double* to) {
  const auto some = [&]<int count>(Index k, int lane) HWY_ATTR {
    Vector left[count];
    HWY_UNROLL(4)
    for (int s = 0; s < count; ++s) left[s] = hn::LoadU(tag, y + (k + s) * lanes + lane);
    for (int l = 0; l < r; ++l) {
      const Vector x_l = hn::LoadU(tag, x + l * lanes + lane);
      HWY_UNROLL(4)
      for (int s = 0; s < count; ++s)
        left[s] = hn::NegMulAdd(hn::Set(tag, a[(k + s) * r + l]), x_l, left[s]);
    }
    HWY_UNROLL(4)
    for (int s = 0; s < count; ++s) hn::StoreU(left[s], tag, to + (k + s) * lanes + lane);
  };
  for (int lane = 0; lane < lanes; lane += width) {
    Index k = 0;
    for (; k + 4 <= samples; k += 4) some.template operator()<4>(k, lane);
    for (; k < samples; ++k) some.template operator()<1>(k, lane);
  }
}

/// How many rows of the Gram matrix, from `first` on, fit into the registers together with their
/// entries of rhs.
constexpr int rows_at_once(int first, int r) {
  int sums = 0;
  int count = 0;
  while (first + count < r && (count == 0 || sums + first + count + 2 <= most_sums)) {
    sums += first + count + 2;
    ++count;
  }
  return count;
}

/// Adds to row First of the Gram matrix and all after it, as many at a time as fit in registers.
template <int R, int First>
HWY_INLINE void add_rows(const double* y, const double* w, Index samples, const double* a,
                         double* gram, double* rhs) {
  if constexpr (First < R) {
    constexpr int count = rows_at_once(First, R);
    double* begin = gram + First * (First + 1) / 2 * lanes;
    Vector sums[count][First + count];
    Vector of_y[count];
    HWY_UNROLL(16)
    for (int l = 0; l < count; ++l) {
      HWY_UNROLL(16)
      for (int c = 0; c <= First + l; ++c) sums[l][c] = hn::Zero(tag);
      of_y[l] = hn::Zero(tag);
    }
    for (Index k = 0; k < samples; ++k) {
      const double* a_k = a + k * R;
      const Vector w_k = hn::LoadU(tag, w + k * lanes);
      const Vector y_k = hn::LoadU(tag, y + k * lanes);
      HWY_UNROLL(16)
      for (int l = 0; l < count; ++l) {
        const Vector wa = hn::Mul(w_k, hn::Set(tag, a_k[First + l]));
        of_y[l] = hn::MulAdd(wa, y_k, of_y[l]);
        HWY_UNROLL(16)
        for (int c = 0; c <= First + l; ++c)
          sums[l][c] = hn::MulAdd(wa, hn::Set(tag, a_k[c]), sums[l][c]);
      }
    }
    double* to = begin;
    HWY_UNROLL(16)
    for (int l = 0; l < count; ++l) {
      HWY_UNROLL(16)
      for (int c = 0; c <= First + l; ++c, to += lanes)
        hn::StoreU(hn::Add(hn::LoadU(tag, to), sums[l][c]), tag, to);
      double* rhs_l = rhs + (First + l) * lanes;
      hn::StoreU(hn::Add(hn::LoadU(tag, rhs_l), of_y[l]), tag, rhs_l);
    }
    add_rows<R, First + count>(y, w, samples, a, gram, rhs);
  }
}

template <int R>
void add_gram(const double* y, const double* w, Index samples, const double* a, int /*r*/,
              double* gram, double* rhs) {
  for (int lane = 0; lane < lanes; lane += width)
    add_rows<R, 0>(y + lane, w + lane, samples, a, gram + lane, rhs + lane);
}

/// The size of the tiles in which the Gram matrix of any rank is computed.
constexpr int tile_rows = HWY_MAX_BYTES >= 64 ? 4 : 2;
constexpr int tile_cols = 4;

/// Adds to the tile at (l, c) of the Gram matrix, and for a tile in the first column also to the
/// right-hand side. Beyond the last row or column a tile repeats the last, and it may have entries
/// above the diagonal; none of these are stored.
template <bool first_column>
HWY_INLINE void add_tile(const double* y, const double* w, Index samples, const double* a, int r,
                         int l, int c, double* gram, double* rhs) {
  int row[tile_rows];
  int col[tile_cols];
  for (int t = 0; t < tile_rows; ++t) row[t] = l + t < r ? l + t : r - 1;
  for (int t = 0; t < tile_cols; ++t) col[t] = c + t < r ? c + t : r - 1;
  Vector sums[tile_rows][tile_cols];
  Vector of_y[tile_rows];
  HWY_UNROLL(4)
  for (int t = 0; t < tile_rows; ++t) {
    of_y[t] = hn::Zero(tag);
    HWY_UNROLL(4)
    for (int u = 0; u < tile_cols; ++u) sums[t][u] = hn::Zero(tag);
  }
  for (Index k = 0; k < samples; ++k) {
    const double* a_k = a + k * r;
    const Vector w_k = hn::LoadU(tag, w + k * lanes);
    HWY_UNROLL(4)
    for (int t = 0; t < tile_rows; ++t) {
      const Vector wa = hn::Mul(w_k, hn::Set(tag, a_k[row[t]]));
      if constexpr (first_column) of_y[t] = hn::MulAdd(wa, hn::LoadU(tag, y + k * lanes), of_y[t]);
      HWY_UNROLL(4)
      for (int u = 0; u < tile_cols; ++u)
        sums[t][u] = hn::MulAdd(wa, hn::Set(tag, a_k[col[u]]), sums[t][u]);
    }
  }
  const auto add = [](Vector sum, double* to)
                       HWY_ATTR { hn::StoreU(hn::Add(hn::LoadU(tag, to), sum), tag, to); };
  for (int t = 0; t < tile_rows && l + t < r; ++t) {
    const int of_row = l + t;
    for (int u = 0; u < tile_cols && c + u <= of_row; ++u)
      add(sums[t][u], gram + (of_row * (of_row + 1) / 2 + c + u) * lanes);
    if constexpr (first_column) add(of_y[t], rhs + of_row * lanes);
  }
}

void add_gram_of_any_rank(const double* y, const double* w, Index samples, const double* a, int r,
                          double* gram, double* rhs) {
  for (int lane = 0; lane < lanes; lane += width) {
    for (int l = 0; l < r; l += tile_rows) {
      add_tile<true>(y + lane, w + lane, samples, a, r, l, 0, gram + lane, rhs + lane);
      for (int c = tile_cols; c < l + tile_rows && c < r; c += tile_cols)
        add_tile<false>(y + lane, w + lane, samples, a, r, l, c, gram + lane, rhs + lane);
    }
  }
}

/// 1 / sqrt(x) for normal x > 0 by Newton's method, which is faster than a root and a division.
HWY_INLINE Vector inverse_root(Vector x) {
#if HWY_TARGET == HWY_AVX3
  constexpr int steps = 2;  // from 14 bits to 28 and to 56
  Vector root{_mm512_rsqrt14_pd(x.raw)};
#else
  constexpr int steps = 4;  // from a guess by halving the exponent
  const hn::RebindToUnsigned<decltype(tag)> bits;
  const auto guess =
      hn::Sub(hn::Set(bits, 0x5FE6EB50C7B537A9ULL), hn::ShiftRight<1>(hn::BitCast(bits, x)));
  Vector root = hn::BitCast(tag, guess);
#endif
  const Vector half = hn::Mul(hn::Set(tag, 0.5), x);
  const Vector three_halves = hn::Set(tag, 1.5);
  HWY_UNROLL(4)
  for (int step = 0; step < steps; ++step)
    root = hn::Mul(root, hn::NegMulAdd(hn::Mul(half, root), root, three_halves));
  return root;
}

/// 1 / x for normal x > 0, by Newton's method where the machine gives the first bits cheaply.
HWY_INLINE Vector inverse(Vector x) {
  const Vector one = hn::Set(tag, 1.0);
#if HWY_TARGET == HWY_AVX3
  Vector y{_mm512_rcp14_pd(x.raw)};
  HWY_UNROLL(2)
  for (int step = 0; step < 2; ++step) y = hn::MulAdd(hn::NegMulAdd(x, y, one), y, y);
  return y;
#else
  return hn::Div(one, x);
#endif
}

struct Weighed {
  Vector weight;
  Vector value;
};

template <class Loss>
HWY_INLINE void weigh(const double* residuals, const double* m, Index samples, double* weights,
                      double* losses, Loss loss) {
  for (int lane = 0; lane < lanes; lane += width) {
    Vector sum = hn::Zero(tag);
    for (Index k = lane; k < samples * lanes; k += lanes) {
      Weighed at = loss(hn::LoadU(tag, residuals + k));
      if (m != nullptr) {
        const Vector m_k = hn::LoadU(tag, m + k);
        at = {hn::Mul(at.weight, m_k), hn::Mul(at.value, m_k)};
      }
      hn::StoreU(at.weight, tag, weights + k);
      sum = hn::Add(sum, at.value);
    }
    hn::StoreU(hn::Add(hn::LoadU(tag, losses + lane), sum), tag, losses + lane);
  }
}

void l1(const double* residuals, const double* m, Index samples, double eps, double /*q*/,
        double* weights, double* losses) {
  const Vector smoothing = hn::Set(tag, eps);
  weigh(residuals, m, samples, weights, losses, [&](Vector r) HWY_ATTR {
    const Vector q2 = hn::MulAdd(r, r, smoothing);
    const Vector weight = inverse_root(q2);
    return Weighed{weight, hn::Mul(q2, weight)};
  });
}

void atan(const double* residuals, const double* m, Index samples, double eps, double a,
          double* weights, double* losses) {
  const Vector smoothing = hn::Set(tag, eps);
  const Vector falloff = hn::Set(tag, 1 / (a * a));
  const Vector one = hn::Set(tag, 1.0);
  const Vector unit = hn::Set(tag, a);
  const Vector per_unit = hn::Set(tag, 1 / a);
  weigh(residuals, m, samples, weights, losses, [&](Vector r) HWY_ATTR {
    const Vector q2 = hn::MulAdd(r, r, smoothing);
    const Vector per_root = inverse_root(q2);
    const Vector q = hn::Mul(q2, per_root);
    return Weighed{hn::Mul(per_root, inverse(hn::MulAdd(q2, falloff, one))),
                   hn::Mul(unit, hn::Atan(tag, hn::Mul(q, per_unit)))};
  });
}

void huber(const double* residuals, const double* m, Index samples, double delta, double slope,
           double* weights, double* losses) {
  const Vector width_of_square = hn::Set(tag, delta);
  const Vector far = hn::Set(tag, slope);
  const Vector half = hn::Set(tag, 0.5);
  weigh(residuals, m, samples, weights, losses, [&](Vector r) HWY_ATTR {
    const Vector size = hn::Max(hn::Abs(r), width_of_square);
    const Vector weight = hn::Mul(far, inverse(size));
    const Vector beyond = hn::Mul(far, hn::Sub(size, width_of_square));
    return Weighed{weight, hn::Mul(half, hn::MulAdd(hn::Mul(r, weight), r, beyond))};
  });
}

void correntropy(const double* residuals, const double* m, Index samples, double sigma,
                 double /*q*/, double* weights, double* losses) {
  const Vector falloff = hn::Set(tag, -1 / sigma);
  const Vector most = hn::Set(tag, -0.5 * sigma);
  weigh(residuals, m, samples, weights, losses, [&](Vector r) HWY_ATTR {
    const Vector exponent = hn::Mul(falloff, hn::Mul(r, r));
    return Weighed{hn::Exp(tag, exponent), hn::Mul(most, hn::Expm1(tag, exponent))};
  });
}

void biweight(const double* residuals, const double* m, Index samples, double width_of_loss,
              double sigma, double* weights, double* losses) {
  const Vector per_square = hn::Set(tag, 1 / (width_of_loss * width_of_loss));
  const Vector per_sigma = hn::Set(tag, 1 / sigma);
  const Vector most = hn::Set(tag, width_of_loss * width_of_loss / (6 * sigma));
  const Vector one = hn::Set(tag, 1.0);
  const Vector three = hn::Set(tag, 3.0);
  weigh(residuals, m, samples, weights, losses, [&](Vector r) HWY_ATTR {
    const Vector t = hn::Min(hn::Mul(hn::Mul(r, r), per_square), one);
    const Vector left = hn::Sub(one, t);
    // 1 - (1 - t)^3, written so that small t lose no digits.
    const Vector cube = hn::Mul(t, hn::NegMulAdd(t, hn::Sub(three, t), three));
    return Weighed{hn::Mul(hn::Mul(left, left), per_sigma), hn::Mul(most, cube)};
  });
}

/// Solves by L D L^T without pivoting. A pivot lost to rounding is lifted to the rounding of its
/// diagonal. This is rare and harmless, because the proximal term has bounded the condition number
/// where the ridge is weak.
template <int R>
void newton(double* gram, double* rhs, int of_any_rank, double ridge, double share, double* x) {
  const int r = R > 0 ? R : of_any_rank;
  constexpr double rounding = std::numeric_limits<double>::epsilon();
  for (int lane = 0; lane < lanes; lane += width) {
    const auto at = [&](double* from, int place)
                        HWY_ATTR { return hn::LoadU(tag, from + place * lanes + lane); };
    const auto put_at = [&](Vector value, double* to, int place)
                            HWY_ATTR { hn::StoreU(value, tag, to + place * lanes + lane); };
    const auto index = [](int l, int k) { return l * (l + 1) / 2 + k; };
    Vector largest = hn::Zero(tag);
    Vector pull = hn::Zero(tag);
    for (int l = 0; l < r; ++l) {
      const Vector diagonal = hn::Add(at(gram, index(l, l)), hn::Set(tag, ridge));
      put_at(diagonal, gram, index(l, l));
      largest = hn::Max(largest, diagonal);
      pull = hn::Add(pull, hn::Abs(at(rhs, l)));
    }
    // rhs becomes the slope -q'(x), and then the step.
    for (int l = 0; l < r; ++l) {
      Vector slope = at(rhs, l);
      for (int k = 0; k < r; ++k)
        slope = hn::NegMulAdd(at(gram, k <= l ? index(l, k) : index(k, l)), at(x, k), slope);
      put_at(slope, rhs, l);
    }
    const Vector lacking = hn::Sub(hn::Mul(hn::Set(tag, share), largest), hn::Set(tag, ridge));
    const Vector proximal = hn::Max(hn::Zero(tag), lacking);
    for (int l = 0; l < r; ++l) {
      const Vector diagonal = hn::Add(at(gram, index(l, l)), proximal);
      Vector pivot = diagonal;
      Vector step = at(rhs, l);
      for (int k = 0; k < l; ++k) {
        Vector sum = at(gram, index(l, k));
        for (int c = 0; c < k; ++c)
          sum = hn::NegMulAdd(at(gram, index(l, c)), at(gram, index(k, c)), sum);
        sum = hn::Mul(sum, at(gram, index(k, k)));  // the diagonal holds 1 / sqrt(pivot)
        put_at(sum, gram, index(l, k));
        pivot = hn::NegMulAdd(sum, sum, pivot);
        step = hn::NegMulAdd(sum, at(rhs, k), step);
      }
      pivot = hn::Max(pivot, hn::Mul(hn::Set(tag, 8 * r * rounding), diagonal));
      const Vector one = hn::Set(tag, 1.0);
      const Vector least = hn::Set(tag, std::numeric_limits<double>::min());
      const Vector per_root = hn::IfThenElse(hn::Ge(pivot, least), inverse_root(pivot), one);
      put_at(per_root, gram, index(l, l));
      put_at(hn::Mul(step, per_root), rhs, l);
    }
    const auto no_pull = hn::Eq(pull, hn::Zero(tag));
    for (int l = r - 1; l >= 0; --l) {
      Vector step = at(rhs, l);
      for (int k = l + 1; k < r; ++k) step = hn::NegMulAdd(at(gram, index(k, l)), at(rhs, k), step);
      step = hn::Mul(step, at(gram, index(l, l)));
      put_at(step, rhs, l);
      put_at(hn::IfThenZeroElse(no_pull, hn::Add(at(x, l), step)), x, l);
    }
  }
}

/// Calls part(tag, k) for the numbers k, k + 1, ... of n, as many at a time as the tag has lanes.
template <class Part>
HWY_INLINE void for_each_part(Index n, Part part) {
  const hn::CappedTag<double, 1> one;
  Index k = 0;
  for (; k + width <= n; k += width) part(tag, k);
  for (; k < n; ++k) part(one, k);
}

double clipped_row(const double* y, const double* m, Index n, const double* u, int r,
                   const double* v_transposed, double per_unit, const double* v, double* row,
                   double* square) {
  double products[width + 1] = {};
  double squares[width + 1] = {};
  for_each_part(n, [&](auto d, Index k) HWY_ATTR {
    auto left = hn::LoadU(d, y + k);
    for (int l = 0; l < r; ++l)
      left = hn::NegMulAdd(hn::Set(d, u[l]), hn::LoadU(d, v_transposed + l * n + k), left);
    left = hn::Clamp(hn::Mul(left, hn::Set(d, per_unit)), hn::Set(d, -1.0), hn::Set(d, 1.0));
    hn::StoreU(left, d, row + k);
    const auto v_k = hn::LoadU(d, v + k);
    const auto weighted = m != nullptr ? hn::Mul(hn::LoadU(d, m + k), v_k) : v_k;
    // The numbers left over at the end have sums of their own, in the last place.
    double* product = hn::Lanes(d) == 1 ? products + width : products;
    double* own_square = hn::Lanes(d) == 1 ? squares + width : squares;
    hn::StoreU(hn::MulAdd(weighted, left, hn::LoadU(d, product)), d, product);
    hn::StoreU(hn::MulAdd(weighted, v_k, hn::LoadU(d, own_square)), d, own_square);
  });
  double sum = 0.0;
  *square = 0.0;
  for (int k = 0; k <= width; ++k) {
    sum += products[k];
    *square += squares[k];
  }
  return sum;
}

void add_times(const double* x, const double* m, Index n, double factor, double* to) {
  for_each_part(n, [&](auto d, Index k) HWY_ATTR {
    const auto times = hn::Set(d, factor);
    const auto weighted = m != nullptr ? hn::Mul(hn::LoadU(d, m + k), times) : times;
    hn::StoreU(hn::MulAdd(weighted, hn::LoadU(d, x + k), hn::LoadU(d, to + k)), d, to + k);
  });
}

void bell(const double* x, Index count, double falloff, double* to) {
  const Vector factor = hn::Set(tag, -falloff);
  Index k = 0;
  for (; k + width <= count; k += width) {
    const Vector x_k = hn::LoadU(tag, x + k);
    hn::StoreU(hn::Exp(tag, hn::Mul(factor, hn::Mul(x_k, x_k))), tag, to + k);
  }
  for (; k < count; ++k) to[k] = std::exp(-falloff * x[k] * x[k]);
}

double divergence(const double* y, const double* z, Index count) {
  double sums[width + 1] = {};
  for_each_part(count, [&](auto d, Index k) HWY_ATTR {
    const auto q = hn::Mul(hn::LoadU(d, y + k), hn::LoadU(d, z + k));
    const auto term = hn::Sub(hn::Sub(q, hn::Log(d, q)), hn::Set(d, 1.0));
    double* sum = hn::Lanes(d) == 1 ? sums + width : sums;
    hn::StoreU(hn::Add(hn::LoadU(d, sum), term), d, sum);
  });
  double sum = 0.0;
  for (const double part : sums) sum += part;
  return sum;
}

template <int... R>
constexpr PanelKernels table_of(std::integer_sequence<int, R...> /*ranks*/) {
  return {.load = {.transpose = transpose<double>, .copy = copy<double>},
          .load32 = {.transpose = transpose<float>, .copy = copy<float>},
          .mark_missing = mark_missing,
          .drop_missing = drop_missing,
          .residuals = {residuals_of_any_rank, residuals<R + 1>...},
          .l1 = l1,
          .atan = atan,
          .huber = huber,
          .correntropy = correntropy,
          .biweight = biweight,
          .add_gram = {add_gram_of_any_rank, add_gram<R + 1>...},
          .newton = {newton<0>, newton<R + 1>...},
          .clipped_row = clipped_row,
          .add_times = add_times,
          .bell = bell,
          .divergence = divergence};
}

const PanelKernels& table() {
  static constexpr PanelKernels kernels =
      table_of(std::make_integer_sequence<int, PanelKernels::max_fixed_rank>{});
  return kernels;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grmf::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grmf::internal {
namespace {

// Highway's own choice would need its library, which spends milliseconds on the clock before
// main().
const PanelKernels& chosen_table() {
#if HWY_TARGETS & HWY_AVX3
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd"))
    return N_AVX3::table();
#endif
#if HWY_TARGETS & HWY_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
    return N_AVX2::table();
#endif
#if HWY_TARGETS & HWY_SSE4
  if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt")) return N_SSE4::table();
#endif
  return HWY_STATIC_DISPATCH(table)();
}

}  // namespace

const PanelKernels& panel_kernels() {
  static const PanelKernels& kernels = chosen_table();
  return kernels;
}

}  // namespace grmf::internal
#endif
