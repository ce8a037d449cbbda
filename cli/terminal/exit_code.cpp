#include "terminal/exit_code.h"

namespace grmf::cli {

int exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::unknown_name:
    case ErrorCode::wrong_kind:
      return usage;
    case ErrorCode::out_of_memory:
      return failure;
    default:
      return bad_data;
  }
}

}  // namespace grmf::cli
