#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grmf/any_matrix.h"
#include "grmf/io/read_options.h"
#include "io/picture.h"
#include "io/sink.h"
#include "io/source.h"

/// NumPy's .npy files, versions 1 to 3.
namespace grmf::io {

/// Reads a matrix of whole or floating-point numbers, or of truth values; an array of other
/// dimensions is folded to one. Another shape, another kind of entry, or fewer or more bytes than
/// announced throw Error. float32 entries become floats, all others doubles.
AnyMatrix read_npy(Source& source, const ReadOptions& options = {});

/// Reads a text: an array of no dimensions, of kind U or S.
std::string read_npy_text(Source& source);

/// The header of a float64 array in C order, byte for byte as NumPy writes it.
std::string npy_header(const std::vector<Index>& shape);

/// Writes one channel as a matrix, and several as an array whose third dimension is the channel.
void write_npy(Sink& sink, Channels channels);

/// The whole .npy file of an ASCII text: an array of no dimensions, of kind U.
std::string npy_text(std::string_view ascii);

}  // namespace grmf::io
