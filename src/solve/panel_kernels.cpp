// Compiled once for every instruction set below; panel_kernels() picks by what the machine has.
#include "solve/panel_kernels.h"

// Left out: what gains nothing here, and vectors without a size, which cannot stand in arrays.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solve/panel_kernels.cpp"
#include <hwy/foreach_target.h>
// foreach_target comes first
#include <cmath>
#include <utility>

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "solve/panel.h"

HWY_BEFORE_NAMESPACE();
namespace grmf::internal {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
constexpr hn::CappedTag<double, lanes> tag;
using Vector = hn::Vec<decltype(tag)>;
/// Lanes of a panel that are worked on at a time.
constexpr int width = static_cast<int>(hn::MaxLanes(tag));
static_assert(lanes % width == 0);

/// Sums that are kept in registers at a time, out of the 32 or 16 there are.
constexpr int most_sums = HWY_MAX_BYTES >= 64 ? 26 : 11;

/// The residual of one sample.
template <int R>
HWY_INLINE Vector residual(Vector y, const double* a, const Vector* x) {
  HWY_UNROLL(16)
  for (int l = 0; l < R; ++l) y = hn::NegMulAdd(hn::Set(tag, a[l]), x[l], y);
  return y;
}

template <int R>
void residuals(const double* y, Index samples, const double* a, const double* x, int /*r*/,
               double* to) {
  for (int lane = 0; lane < lanes; lane += width) {
    Vector rows[R];
    HWY_UNROLL(16)
    for (int l = 0; l < R; ++l) rows[l] = hn::LoadU(tag, x + l * lanes + lane);
    for (Index k = 0; k < samples; ++k) {
      const Vector y_k = hn::LoadU(tag, y + k * lanes + lane);
      hn::StoreU(residual<R>(y_k, a + k * R, rows), tag, to + k * lanes + lane);
    }
  }
}

void residuals_of_any_rank(const double* y, Index samples, const double* a, const double* x, int r,
                           double* to) {
  for (int lane = 0; lane < lanes; lane += width) {
    for (Index k = 0; k < samples; ++k) {
      Vector sum = hn::LoadU(tag, y + k * lanes + lane);
      for (int l = 0; l < r; ++l)
        sum = hn::NegMulAdd(hn::Set(tag, a[k * r + l]), hn::LoadU(tag, x + l * lanes + lane), sum);
      hn::StoreU(sum, tag, to + k * lanes + lane);
    }
  }
}

/// How many rows of the Gram matrix from `first` on fit into the registers, with their entries of rhs.
constexpr int rows_at_once(int first, int r) {
  int sums = 0;
  int count = 0;
  while (first + count < r && (count == 0 || sums + first + count + 2 <= most_sums)) {
    sums += first + count + 2;
    ++count;
  }
  return count;
}

/// Rows First, ... of the Gram matrix, and then all after them.
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

/// Entries [from, from + block) of row l of the Gram matrix at a time.
void add_gram_of_any_rank(const double* y, const double* w, Index samples, const double* a, int r,
                          double* gram, double* rhs) {
  constexpr int block = 8;
  const auto add = [&](double* to, Vector sum)
                       HWY_ATTR { hn::StoreU(hn::Add(hn::LoadU(tag, to), sum), tag, to); };
  for (int lane = 0; lane < lanes; lane += width) {
    double* to = gram + lane;
    for (int l = 0; l < r; ++l) {
      Vector of_y = hn::Zero(tag);
      for (int from = 0; from <= l; from += block) {
        Vector sums[block];
        HWY_UNROLL(8)
        for (Vector& sum : sums) sum = hn::Zero(tag);
        const int count = l + 1 - from < block ? l + 1 - from : block;
        for (Index k = 0; k < samples; ++k) {
          const double* a_k = a + k * r;
          const Vector wa = hn::Mul(hn::LoadU(tag, w + k * lanes + lane), hn::Set(tag, a_k[l]));
          if (from == 0) of_y = hn::MulAdd(wa, hn::LoadU(tag, y + k * lanes + lane), of_y);
          if (count == block) {
            HWY_UNROLL(8)
            for (int c = 0; c < block; ++c)
              sums[c] = hn::MulAdd(wa, hn::Set(tag, a_k[from + c]), sums[c]);
          } else {
            for (int c = 0; c < count; ++c)
              sums[c] = hn::MulAdd(wa, hn::Set(tag, a_k[from + c]), sums[c]);
          }
        }
        for (int c = 0; c < count; ++c, to += lanes) add(to, sums[c]);
      }
      add(rhs + l * lanes + lane, of_y);
    }
  }
}

/// 1 / sqrt(x) for normal x > 0, from the halved exponent by Newton's steps: faster than a root and a division.
HWY_INLINE Vector inverse_root(Vector x) {
  const hn::RebindToUnsigned<decltype(tag)> bits;
  const auto guess =
      hn::Sub(hn::Set(bits, 0x5FE6EB50C7B537A9ULL), hn::ShiftRight<1>(hn::BitCast(bits, x)));
  Vector root = hn::BitCast(tag, guess);
  const Vector half = hn::Mul(hn::Set(tag, 0.5), x);
  const Vector three_halves = hn::Set(tag, 1.5);
  HWY_UNROLL(4)
  for (int step = 0; step < 4; ++step)
    root = hn::Mul(root, hn::NegMulAdd(hn::Mul(half, root), root, three_halves));
  return root;
}

template <class Compute>
HWY_INLINE void for_each(const double* residuals, Index count, double* to, Compute compute) {
  for (Index k = 0; k < count; k += width)
    hn::StoreU(compute(hn::LoadU(tag, residuals + k)), tag, to + k);
}

void l1_weights(const double* residuals, Index count, double eps, double /*a*/, double* to) {
  const Vector smoothing = hn::Set(tag, eps);
  for_each(residuals, count, to,
           [&](Vector r) HWY_ATTR { return inverse_root(hn::MulAdd(r, r, smoothing)); });
}

void l1_values(const double* residuals, Index count, double eps, double /*a*/, double* to) {
  const Vector smoothing = hn::Set(tag, eps);
  for_each(residuals, count, to,
           [&](Vector r) HWY_ATTR { return hn::Sqrt(hn::MulAdd(r, r, smoothing)); });
}

void atan_weights(const double* residuals, Index count, double eps, double a, double* to) {
  const Vector smoothing = hn::Set(tag, eps);
  const Vector falloff = hn::Set(tag, 1 / (a * a));
  const Vector one = hn::Set(tag, 1.0);
  for_each(residuals, count, to, [&](Vector r) HWY_ATTR {
    const Vector q2 = hn::MulAdd(r, r, smoothing);
    return hn::Div(inverse_root(q2), hn::MulAdd(q2, falloff, one));
  });
}

void atan_values(const double* residuals, Index count, double eps, double a, double* to) {
  const Vector smoothing = hn::Set(tag, eps);
  const Vector unit = hn::Set(tag, a);
  const Vector per_unit = hn::Set(tag, 1 / a);
  for_each(residuals, count, to, [&](Vector r) HWY_ATTR {
    const Vector q = hn::Sqrt(hn::MulAdd(r, r, smoothing));
    return hn::Mul(unit, hn::Atan(tag, hn::Mul(q, per_unit)));
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

template <int... R>
constexpr PanelKernels table_of(std::integer_sequence<int, R...> /*ranks*/) {
  return {.residuals = {residuals_of_any_rank, residuals<R + 1>...},
          .add_gram = {add_gram_of_any_rank, add_gram<R + 1>...},
          .l1_weights = l1_weights,
          .l1_values = l1_values,
          .atan_weights = atan_weights,
          .atan_values = atan_values,
          .bell = bell};
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

// Highway's own choice would need its library, which looks at the clock for milliseconds before main().
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
