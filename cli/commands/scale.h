#pragma once

#include <optional>
#include <string>
#include <vector>

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

/// Adds --threshold: how many deviations of the noise, sigmas, make an outlier.
void add_threshold(Command& command, double& threshold);

/// Whose noise tells outliers: in a table every column may have its own, or every row where rows
/// were scaled; a picture has one.
NoiseOf noise_of(const io::Model& model);

/// Tells of --scale where it is not given, and some columns of a table are so large that the others
/// hardly count; empty where there is nothing to tell. `peak` is that of a picture, which is no
/// table.
std::vector<std::string> size_notes(const Data& data, double peak,
                                    const std::optional<ScaleBy>& scale);

}  // namespace grmf::cli
