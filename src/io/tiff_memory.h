#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include <tiffio.h>

/// What reading and writing of TIFF share: libtiff works in memory and prints nothing.
namespace grmf::io {

/// libtiff has one error handler for the whole process, which prints. While an object of this class
/// lives, that handler is ours; afterwards it is again what it was.
class QuietTiff {
 public:
  QuietTiff();
  ~QuietTiff();
  QuietTiff(const QuietTiff&) = delete;
  QuietTiff& operator=(const QuietTiff&) = delete;

  /// The first error message; those that follow are mostly its consequences.
  static std::string message();

 private:
  std::lock_guard<std::mutex> lock_;
  TIFFErrorHandler error_;
  TIFFErrorHandler warning_;
  TIFFErrorHandlerExt error_ext_;
  TIFFErrorHandlerExt warning_ext_;
};

struct CloseTiff {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
using TiffHandle = std::unique_ptr<TIFF, CloseTiff>;

/// A file in memory to read from.
struct TiffInput {
  std::string_view bytes;
  std::uint64_t position = 0;
};
/// Opens a file for reading; null where libtiff refuses it. The input must outlive the handle and
/// stay where it is.
TiffHandle open_tiff(TiffInput& input, const std::string& name);

/// A file in memory to write to.
struct TiffOutput {
  std::string bytes;
  std::uint64_t position = 0;
};
/// Opens a file for writing. `big` allows more than four gigabytes. The file is complete when the
/// handle is destroyed.
TiffHandle open_tiff(TiffOutput& output, const std::string& name, bool big);

}  // namespace grmf::io
