#pragma once

#include <string>
#include <string_view>

#include "grmf/matrix.h"

namespace grmf::report {

/// Whether a page can show it: it is one, and not too large to be carried along.
bool can_be_shown(Index rows, Index cols, double peak);

/// The base64 of a png.
std::string encoded_picture(const Matrix& values, double peak);

std::string base64(std::string_view bytes);

}  // namespace grmf::report
