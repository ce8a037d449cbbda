#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace grmf::experiment {

/// The page of `model` as one HTML file.
std::string page(const nlohmann::ordered_json& model);

}  // namespace grmf::experiment
