#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grmf/any_matrix.h"
#include "io/picture.h"
#include "io/sink.h"
#include "io/source.h"

/// NumPy's .npy files, versions 1 to 3.
namespace grmf::io {

/// A matrix of whole or floating-point numbers, or of truth values. Another number of dimensions,
/// another kind of entry, or fewer or more bytes than announced throw Error. float32 stays that, all
/// others become doubles.
AnyMatrix read_npy(Source& source);

/// A text: an array of no dimensions of kind U or S.
std::string read_npy_text(Source& source);

/// What stands before the numbers of a float64 array in C order, to the byte as NumPy writes it.
std::string npy_header(const std::vector<Index>& shape);

/// One channel as a matrix, several as the last of three dimensions.
void write_npy(Sink& sink, Channels channels);

/// The whole file of a text of ASCII characters: an array of no dimensions of kind U.
std::string npy_text(std::string_view ascii);

}  // namespace grmf::io
