#pragma once

#include <optional>

#include "grmf/data.h"
#include "grmf/io/model_file.h"
#include "grmf/outliers.h"
#include "grmf/sizes.h"
#include "terminal/command.h"

namespace grmf::cli {

/// Adds --scale. It stays empty where it is not given.
void add_scale(Command& command, std::optional<ScaleBy>& scale);

/// What --scale says: "none", "columns", "rows".
const char* scale_name(const Sizes& sizes);

/// Whose noise tells outliers: in a table every column may have its own, or every row where rows
/// were scaled; a picture has one.
NoiseOf noise_of(const io::Model& model);

/// Tells the user of --scale where it is not given and a few columns are so large that the others
/// hardly count.
void note_sizes(const Data& data, const std::optional<ScaleBy>& scale);

}  // namespace grmf::cli
