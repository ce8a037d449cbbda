#include "grmf/version.h"

namespace grmf {

std::string_view version() { return GRMF_VERSION; }

}  // namespace grmf
