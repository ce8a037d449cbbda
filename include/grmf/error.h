#pragma once

#include <stdexcept>
#include <string>

namespace grmf {

/// What kind of rule was broken; a command line turns it into an exit code.
enum class ErrorCode {
  unknown_name,   ///< an option, method or choice that does not exist
  wrong_kind,     ///< a text where a number is expected, and the like
  out_of_range,   ///< an option, rank or shape outside its range
  invalid_data,   ///< an entry, weight or shape of the data that has no meaning
  unreadable,     ///< an input that is not there or cannot be opened or read
  unwritable,     ///< an output that cannot be made or written
  out_of_memory,  ///< memory or threads could not be had
};

/// The one exception of the library. The message names what is wrong, where (row, column, option)
/// and the rule. Not converging is no error: see Status.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace grmf
