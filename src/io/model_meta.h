#pragma once

#include <string>

#include "grmf/io/model_file.h"

/// The JSON of a model file, which holds everything but the matrices.
namespace grmf::io {

/// The JSON text of a model, in ASCII. Numbers read back exactly; those that JSON cannot hold are
/// written as "nan", "inf" or "-inf".
std::string meta_text(const Model& model);

/// Fills in everything but the matrices. `name` is what messages call the file.
void read_meta(const std::string& text, const std::string& name, Model& model);

}  // namespace grmf::io
