// The most that the arithmetic units can do: the yardstick for the kernels.

#include "fma_loop.h"

namespace grmf::bench {
namespace {

constexpr int vectors = 12;  // two units times a latency of four to five, within sixteen registers

volatile double kept;  // a use of the result, so that the compiler leaves nothing out

typedef double Two __attribute__((vector_size(16)));    // NOLINT(modernize-use-using)
typedef double Four __attribute__((vector_size(32)));   // NOLINT(modernize-use-using)
typedef double Eight __attribute__((vector_size(64)));  // NOLINT(modernize-use-using)

/// This file is compiled with -ffp-contract=fast, which makes one instruction of product and sum
/// where the machine has one.
template <class Vector>
[[gnu::always_inline]] inline double run(long steps) {
  constexpr int lanes = sizeof(Vector) / sizeof(double);
  const double near_one = 1.0 - 1e-9 + kept * 0;
  const Vector factor = Vector{} + near_one;
  const Vector term = Vector{} + 1e-9;
  Vector sums[vectors];
  for (Vector& sum : sums) sum = Vector{} + 1.0;
  for (long step = 0; step < steps; ++step) {
#pragma GCC unroll 12
    for (Vector& sum : sums) sum = sum * factor + term;
  }
  double total = 0.0;
  for (const Vector& sum : sums) {
    for (int lane = 0; lane < lanes; ++lane) total += sum[lane];
  }
  kept = total;
  return 2.0 * lanes * vectors * static_cast<double>(steps);
}

double narrow(long steps) { return run<Two>(steps); }

#ifdef __x86_64__
[[gnu::target("avx512f")]] double wide(long steps) { return run<Eight>(steps); }
[[gnu::target("avx2,fma")]] double middle(long steps) { return run<Four>(steps); }
// The same condition as in chosen_table() of src/engine/cpu/panel_kernels.cpp: a machine with less
// runs narrower kernels.
bool has_wide() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd");
}
bool has_middle() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}
#else
constexpr auto wide = narrow;
constexpr auto middle = narrow;
constexpr bool has_wide() { return false; }
constexpr bool has_middle() { return false; }
#endif

}  // namespace

std::string_view instruction_set() {
  if (has_wide()) return "AVX-512";
  return has_middle() ? "AVX2" : "128-bit vectors";
}

double multiply_add(long steps) {
  if (has_wide()) return wide(steps);
  return has_middle() ? middle(steps) : narrow(steps);
}

}  // namespace grmf::bench
