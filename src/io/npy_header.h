#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grmf/matrix.h"
#include "io/source.h"

namespace grmf::io {

/// What the header of a .npy file says.
struct NpyHeader {
  bool big_endian = false;
  char kind = 'f';            ///< f, i, u, b (truth value), U or S (text)
  std::size_t item_size = 8;  ///< bytes of an entry, for all kinds
  bool fortran_order = false;
  std::vector<Index> shape;
};

/// Reads the header from the source. Kinds of entries that hold neither numbers nor text throw
/// Error.
NpyHeader read_npy_header(Source& source);

/// A shape as Python shows it: "(3, 4)".
std::string shape_text(const std::vector<Index>& shape);

}  // namespace grmf::io
