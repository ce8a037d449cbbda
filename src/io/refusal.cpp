#include "io/refusal.h"

namespace grmf::io {

void refuse(const std::string& name, const std::string& what) {
  throw Error(ErrorCode::invalid_data, name + ": " + what);
}

void refuse(const std::string& name, Index line, const std::string& what) {
  refuse(name + ":" + std::to_string(line), what);
}

void refuse_truncated(const std::string& name, const std::string& what) {
  refuse(name, what + "; the file is truncated or damaged; get a complete copy of it");
}

}  // namespace grmf::io
