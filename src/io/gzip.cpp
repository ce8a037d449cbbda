#include "io/gzip.h"

#include <algorithm>
#include <limits>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <zlib.h>

#include "io/refusal.h"

namespace grmf::io {
namespace {

constexpr int gzip_window = 15 + 16;
constexpr int deflate_window = -15;

class InflateSource final : public Source {
 public:
  InflateSource(std::unique_ptr<Source> packed, int window)
      : Source(packed->name()),
        packed_(std::move(packed)),
        gzip_(window == gzip_window),
        buffer_(std::size_t{1} << 18U) {
    if (inflateInit2(&stream_, window) != Z_OK) throw std::bad_alloc();
  }
  ~InflateSource() override { inflateEnd(&stream_); }
  InflateSource(const InflateSource&) = delete;
  InflateSource& operator=(const InflateSource&) = delete;

 private:
  std::size_t fetch(char* to, std::size_t size) override {
    std::size_t done = 0;
    while (done < size && !finished_) done += inflate_some(to + done, size - done);
    return done;
  }

  std::size_t inflate_some(char* to, std::size_t size) {
    if (stream_.avail_in == 0) refill();
    const auto room = static_cast<uInt>(std::min<std::size_t>(size, 1U << 30U));
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = room;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_STREAM_END) {
      next_member();
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      refuse(name(), std::string("the packed data are damaged (") +
                         (stream_.msg != nullptr ? stream_.msg : "wrong dictionary") +
                         "); get a complete copy of the file");
    } else if (stream_.avail_in == 0 && stream_.avail_out == room && at_end_) {
      refuse_truncated(name(), "the packed data end in the middle");
    }
    return room - stream_.avail_out;
  }

  void refill() {
    const std::size_t count = packed_->read(buffer_.data(), buffer_.size());
    at_end_ = count < buffer_.size();
    stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
    stream_.avail_in = static_cast<uInt>(count);
  }

  /// Called after the end of a member. Another member, zeros that fill a tape block, or nothing
  /// follows.
  void next_member() {
    for (;;) {
      if (stream_.avail_in == 0) refill();
      if (stream_.avail_in == 0) {
        finished_ = true;
        return;
      }
      if (*stream_.next_in != 0) break;
      ++stream_.next_in;
      --stream_.avail_in;
    }
    if (!gzip_ || *stream_.next_in != 0x1F) {
      refuse(name(), "foreign bytes follow the packed data; get a complete copy of the file");
    }
    inflateReset(&stream_);
  }

  std::unique_ptr<Source> packed_;
  bool gzip_;
  std::vector<char> buffer_;
  z_stream stream_{};
  bool at_end_ = false;    ///< whether the packed bytes are used up
  bool finished_ = false;  ///< whether the last member has been unpacked
};

}  // namespace

bool starts_gzip(Source& source) { return source.peek(2) == "\x1F\x8B"; }

std::unique_ptr<Source> open_gzip(std::unique_ptr<Source> packed) {
  return std::make_unique<InflateSource>(std::move(packed), gzip_window);
}

std::unique_ptr<Source> open_deflate(std::unique_ptr<Source> packed) {
  return std::make_unique<InflateSource>(std::move(packed), deflate_window);
}

}  // namespace grmf::io
