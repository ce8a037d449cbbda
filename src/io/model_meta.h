#pragma once

#include <string>

#include "io/model_file.h"

/// The JSON of a model file: all but the matrices.
namespace grmf::io {

/// ASCII, numbers that read back exactly, and "nan", "inf" or "-inf" where a number is none.
std::string meta_text(const Model& model);

/// Fills all but the matrices. `name` is what messages call the file.
void read_meta(const std::string& text, const std::string& name, Model& model);

}  // namespace grmf::io
