#include "experiment/page.h"

namespace grmf::experiment {

std::string page(const nlohmann::ordered_json& model) { return model.dump(1); }

}  // namespace grmf::experiment
