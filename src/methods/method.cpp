#include "grmf/method.h"

namespace grmf {

std::string Method::refusal(const Data& data) const {
  if (takes_gaps() || data.plain()) return {};
  return std::string(name()) +
         " takes neither missing entries nor weights; use another method, or fill the gaps";
}

}  // namespace grmf
