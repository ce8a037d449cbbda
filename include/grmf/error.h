#pragma once

#include <stdexcept>
#include <string>

#include "grmf/export.h"

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

/// What an error is about. A caller knows where each of these came from, such as a file of data, a
/// flag of the command line or a file with a start, and can name it.
enum class ErrorSubject {
  data,    ///< The data are at fault, or what is at fault is none of the two below.
  option,  ///< An option, or the name of a method, is at fault: other data do not help.
  start,   ///< The factors that the fit was to start from are at fault.
};

/// The one exception of the library. The message names what is wrong, where (row, column, option)
/// and the rule. Not converging is no error: see Status.
class GRMF_EXPORT Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message, ErrorSubject subject = ErrorSubject::data)
      : std::runtime_error(message), code_(code), subject_(subject) {}
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] ErrorSubject subject() const noexcept { return subject_; }

 private:
  ErrorCode code_;
  ErrorSubject subject_;
};

}  // namespace grmf
