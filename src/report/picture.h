#pragma once

#include <string>
#include <string_view>

#include "grmf/matrix.h"

namespace grmf::report {

/// Whether a page can show the matrix: it is a picture, and not too large to be embedded.
bool can_be_shown(Index rows, Index cols, double peak);

/// The picture as a png in base64.
std::string encoded_picture(const Matrix& values, double peak);

std::string base64(std::string_view bytes);

}  // namespace grmf::report
