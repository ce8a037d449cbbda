#pragma once

#include <array>
#include <exception>
#include <memory>
#include <streambuf>

#include "io/sink.h"

namespace grmf::cli {

/// While one lives, std::cout writes through it. A stream forgets why a write failed; this keeps it.
class StandardOutput final : std::streambuf {
 public:
  StandardOutput();
  ~StandardOutput() override;
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;

  /// Writes what is left. Throws the Error, or ClosedPipe, of the first write that failed.
  void finish();

 private:
  int_type overflow(int_type character) override;
  int sync() override;

  std::array<char, 1U << 14U> buffer_{};
  std::unique_ptr<io::Sink> sink_;
  std::exception_ptr failure_;
  std::streambuf* usual_;
};

/// A standard stream that was closed is given to /dev/null, the wrong way round, so that its use still
/// fails: else the next file opened would get its number, and what is printed would go into that file.
void hold_standard_streams();

}  // namespace grmf::cli
