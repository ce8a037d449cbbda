#pragma once

#include <string_view>

namespace grmf::bench {

/// The widest vectors that the machine has and the kernels have code for.
std::string_view instruction_set();

/// `steps` times a multiply-add in each of a dozen vectors, which hide the time of one another; returns the
/// floating-point operations made, two for each multiply-add.
double multiply_add(long steps);

}  // namespace grmf::bench
