#pragma once

#include <string>
#include <vector>

#include "grmf/matrix.h"

namespace grmf::experiment {

/// A picture of 0..255 drawn by the program.
struct Drawing {
  std::string name;
  Matrix picture;
};

/// Pictures with the structure that low-rank methods are made for: bands, blocks and shades along
/// rows and columns.
std::vector<Drawing> drawings();
/// A dozen pictures for experiments: the drawings, the drawings transposed, and then with black and
/// white exchanged.
std::vector<Drawing> drawn_pictures();

/// Joins pictures of one height side by side, with a white gap between them.
Matrix side_by_side(const std::vector<Matrix>& pictures);
/// Joins pictures of one width one below the other, with a white gap between them.
Matrix stacked(const std::vector<Matrix>& pictures);

}  // namespace grmf::experiment
