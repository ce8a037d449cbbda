#pragma once

#include <array>
#include <exception>
#include <memory>
#include <streambuf>

#include "io/sink.h"

namespace grmf::cli {

/// While an object of this class lives, std::cout writes through it. A stream forgets why a write
/// failed; this class remembers it.
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

/// Opens /dev/null in the place of a standard stream that was closed: else the next file that is
/// opened would get its number, and what is printed would go into that file. It is opened the wrong
/// way round, for reading where one writes, so that the use of the stream still fails.
void hold_standard_streams();

}  // namespace grmf::cli
