#include "io/source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <istream>
#include <limits>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grmf/error.h"

namespace grmf::io {
namespace {

[[noreturn]] void throw_unreadable(const std::string& name, const std::string& what) {
  throw Error(ErrorCode::unreadable, name + ": " + what);
}

class FileSource final : public Source {
 public:
  /// Takes over the descriptor.
  FileSource(int descriptor, std::string name) : Source(std::move(name)), descriptor_(descriptor) {}
  ~FileSource() override { ::close(descriptor_); }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  void check() {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail();
    if (S_ISDIR(status.st_mode)) {
      throw_unreadable(name(), "is a folder; one file is needed; name a file inside it");
    }
    // A size of 0 says nothing: files of /proc have it and are not empty.
    if (S_ISREG(status.st_mode) && status.st_size > 0) {
      const off_t position = ::lseek(descriptor_, 0, SEEK_CUR);
      const off_t start = std::clamp(position, off_t{0}, status.st_size);
      left_ = static_cast<std::uint64_t>(status.st_size - start);
    }
  }

 private:
  std::size_t fetch(char* to, std::size_t size) override {
    std::size_t done = 0;
    while (done < size) {
      const ssize_t count = ::read(descriptor_, to + done, size - done);
      if (count == 0) break;
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail();
      done += static_cast<std::size_t>(count);
    }
    if (left_) *left_ -= std::min<std::uint64_t>(*left_, done);
    return done;
  }

  [[nodiscard]] std::optional<std::uint64_t> left_to_fetch() const override { return left_; }

  [[noreturn]] void fail() const {
    throw_unreadable(name(), std::string("cannot be read: ") + std::strerror(errno) +
                                 "; check the file and the disk it is on");
  }

  int descriptor_;
  std::optional<std::uint64_t> left_;
};

class StreamSource final : public Source {
 public:
  StreamSource(std::istream& stream, std::string name)
      : Source(std::move(name)), stream_(&stream) {}

 private:
  std::size_t fetch(char* to, std::size_t size) override {
    stream_->read(to, static_cast<std::streamsize>(size));
    if (stream_->bad()) throw_unreadable(name(), "reading failed; check where it comes from");
    return static_cast<std::size_t>(stream_->gcount());
  }

  std::istream* stream_;
};

class MemorySource final : public Source {
 public:
  MemorySource(std::string_view bytes, std::string name) : Source(std::move(name)), bytes_(bytes) {}

 private:
  std::size_t fetch(char* to, std::size_t size) override {
    const std::size_t count = bytes_.copy(to, size);
    bytes_.remove_prefix(count);
    return count;
  }
  [[nodiscard]] std::optional<std::uint64_t> left_to_fetch() const override {
    return bytes_.size();
  }

  std::string_view bytes_;
};

}  // namespace

std::size_t Source::read(char* to, std::size_t size) {
  const std::size_t known = ahead_.copy(to, size);
  ahead_.erase(0, known);
  return known + (known < size ? fetch(to + known, size - known) : 0);
}

std::string_view Source::peek(std::size_t size) {
  if (ahead_.size() < size) {
    const std::size_t known = ahead_.size();
    ahead_.resize(size);
    ahead_.resize(known + fetch(ahead_.data() + known, size - known));
  }
  return std::string_view(ahead_).substr(0, size);
}

std::optional<std::uint64_t> Source::left() const {
  const std::optional<std::uint64_t> count = left_to_fetch();
  return count ? std::optional(*count + ahead_.size()) : std::nullopt;
}

std::string Source::read_all() {
  constexpr std::size_t block = std::size_t{1} << 20U;
  std::string bytes;
  // One byte more than is left, so that the end is noticed without growing.
  std::size_t next = left() ? static_cast<std::size_t>(*left()) + 1 : block;
  for (;;) {
    const std::size_t known = bytes.size();
    bytes.resize(known + next);
    const std::size_t count = read(bytes.data() + known, next);
    bytes.resize(known + count);
    if (count < next) return bytes;
    next = std::max(block, bytes.size() / 2);
  }
}

std::unique_ptr<Source> open_file(const std::filesystem::path& path) {
  const bool standard = path == "-";
  const std::string name = standard ? std::string(standard_input) : path.string();
  const int descriptor = standard ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                  : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0 && errno == ENOENT) {
    throw_unreadable(name, "no such file; check the name and the folder");
  }
  if (descriptor < 0) {
    throw_unreadable(name, std::string("cannot be opened: ") + std::strerror(errno) +
                               "; the file must be readable; check its permissions");
  }
  auto source = std::make_unique<FileSource>(descriptor, name);
  source->check();
  return source;
}

std::unique_ptr<Source> open_stream(std::istream& stream, std::string name) {
  return std::make_unique<StreamSource>(stream, std::move(name));
}

std::unique_ptr<Source> open_memory(std::string_view bytes, std::string name) {
  return std::make_unique<MemorySource>(bytes, std::move(name));
}

}  // namespace grmf::io
