#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grmf/io/read_options.h"
#include "grmf/matrix.h"
#include "io/npy_header.h"

/// Where the entries of an array go in the matrix that is made of it.
namespace grmf::io {

/// An axis of the array: how many steps it has, and how far apart in the matrix they are.
struct FoldedAxis {
  Index size = 1;
  Index step = 1;
};

struct FoldedArray {
  Index rows = 0;
  Index cols = 0;
  /// In the order of the file, the fastest last. Axes that follow each other in the matrix as they
  /// do in the file are one; so there is at most one where the file has the order of the matrix.
  std::vector<FoldedAxis> axes;
};

/// Lays out an array whose entries can be counted. Without a fold it must have two dimensions.
/// Throws Error, which names `source`, for another shape and for a fold that does not name every
/// axis once.
FoldedArray folded(const std::string& source, const NpyHeader& header,
                   const std::optional<Fold>& fold);

/// "0,1:2": a fold as the command line has it.
std::string fold_text(const Fold& fold);

}  // namespace grmf::io
