#pragma once

#include <string_view>

namespace grmf::bench {

/// The widest vectors that the machine has and the kernels have code for.
std::string_view instruction_set();

/// Makes `steps` multiply-adds in each of a dozen vectors, enough of them to hide the latency of
/// each other. Returns the number of floating-point operations, two for each multiply-add.
double multiply_add(long steps);

}  // namespace grmf::bench
