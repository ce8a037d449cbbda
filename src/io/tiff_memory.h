#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include <tiffio.h>

/// What reading and writing of TIFF share: libtiff without files and without prints.
namespace grmf::io {

/// libtiff knows one handler for the whole process, which prints. While one of these lives it is ours;
/// afterwards it is again what it was.
class QuietTiff {
 public:
  QuietTiff();
  ~QuietTiff();
  QuietTiff(const QuietTiff&) = delete;
  QuietTiff& operator=(const QuietTiff&) = delete;

  /// The first error; those that follow are mostly its echo.
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

/// A file in memory that is read.
struct TiffInput {
  std::string_view bytes;
  std::uint64_t position = 0;
};
/// Null where libtiff refuses it. The input must outlive the handle and stay where it is.
TiffHandle open_tiff(TiffInput& input, const std::string& name);

/// A file in memory that is written.
struct TiffOutput {
  std::string bytes;
  std::uint64_t position = 0;
};
/// `big`: for more than four gigabytes. The file is complete when the handle is gone.
TiffHandle open_tiff(TiffOutput& output, const std::string& name, bool big);

}  // namespace grmf::io
