#pragma once

#include <string>
#include <vector>

#include "grmf/matrix.h"

namespace grmf::experiment {

/// A picture of 0..255 drawn by the program, and the rank that suits it.
struct Drawing {
  std::string name;
  Matrix picture;
  int rank;
};

/// Pictures with the structure low-rank methods are for: bands, blocks and shades along rows and columns.
std::vector<Drawing> drawings();
/// The same, then turned on their side, then with black and white exchanged: a dozen, for experiments.
std::vector<Drawing> drawn_pictures();

/// Pictures of one height side by side, a white gap between them.
Matrix side_by_side(const std::vector<Matrix>& pictures);
/// Pictures of one width one below the other, a white gap between them.
Matrix stacked(const std::vector<Matrix>& pictures);

}  // namespace grmf::experiment
