#include "io/sink.h"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <optional>
#include <ostream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

namespace grmf::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_unwritable(const std::string& name, int error) {
  std::string advice = "check the disk it is on";
  if (error == ENOSPC || error == EDQUOT) advice = "nothing was written; make room";
  if (error == ENOENT || error == ENOTDIR) advice = "the folder must exist; make it first";
  if (error == EACCES || error == EPERM || error == EROFS) {
    advice = "the folder must be writable; choose another one";
  }
  if (error == EBADF) advice = "it is closed; say where it should go";
  if (error == ELOOP) advice = "its links lead round in a circle; remove the link";
  const std::string message = name + ": cannot be written: " + std::strerror(error) + "; " + advice;
  if (error == EPIPE) throw ClosedPipe(ErrorCode::unwritable, message);
  throw Error(ErrorCode::unwritable, message);
}

class FileSink final : public Sink {
 public:
  /// Takes over the descriptor.
  FileSink(int descriptor, std::string name) : Sink(std::move(name)), descriptor_(descriptor) {
    if (descriptor_ < 0) throw_unwritable(this->name(), errno);
  }
  ~FileSink() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;

  void write(const char* bytes, std::size_t size) override {
    while (size > 0) {
      const ssize_t count = ::write(descriptor_, bytes, size);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) throw_unwritable(name(), errno);
      bytes += count;
      size -= static_cast<std::size_t>(count);
    }
  }

  void keep_mode(mode_t mode) const { ::fchmod(descriptor_, mode); }

  /// Closes the file. Some file systems tell only now that the bytes did not fit.
  void close() {
    const int descriptor = std::exchange(descriptor_, -1);
    if (::close(descriptor) != 0 && errno != EINTR) throw_unwritable(name(), errno);
  }

 private:
  int descriptor_;
};

class StreamSink final : public Sink {
 public:
  StreamSink(std::ostream& stream, std::string name) : Sink(std::move(name)), stream_(&stream) {}

  void write(const char* bytes, std::size_t size) override {
    stream_->write(bytes, static_cast<std::streamsize>(size));
    check();
  }
  void flush() {
    stream_->flush();
    check();
  }

 private:
  void check() const {
    if (!*stream_) {
      throw Error(ErrorCode::unwritable, name() + ": writing failed; check where it goes");
    }
  }

  std::ostream* stream_;
};

/// The name of the last file that was begun and not finished, for remove_unfinished(). Where
/// several threads write at once, it is the name of only one of their files. Only the holder of the
/// turn may change it.
std::atomic<const char*> unfinished = nullptr;
static_assert(std::atomic<const char*>::is_always_lock_free);

enum class Turn : char { free, taken, held };
std::atomic<Turn> turn = Turn::free;
static_assert(std::atomic<Turn>::is_always_lock_free);

/// The turn to make or remove a file and to note its name. No signal may come in between, on this
/// thread or another: this thread blocks its signals, and a handler on another thread waits for the
/// turn, which this thread, undisturbed, soon gives back.
class OwnTurn {
 public:
  OwnTurn() {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &earlier_);
    // Where a handler holds the turn, this waits until the program has ended.
    for (Turn seen = Turn::free; !turn.compare_exchange_weak(seen, Turn::taken); seen = Turn::free)
      ::sched_yield();
  }
  ~OwnTurn() {
    turn = Turn::free;
    ::pthread_sigmask(SIG_SETMASK, &earlier_, nullptr);
  }
  OwnTurn(const OwnTurn&) = delete;
  OwnTurn& operator=(const OwnTurn&) = delete;

 private:
  sigset_t earlier_{};
};

/// A name that is hidden, short enough for any file system, and used by nobody else.
fs::path temporary_name(const fs::path& target) {
  static std::atomic<unsigned> count = 0;
  return target.parent_path() / (".grmf-" + std::to_string(::getpid()) + "-" +
                                 std::to_string(count.fetch_add(1)) + ".tmp");
}

/// A new file beside the target. It is removed unless it takes the name of the target.
class Temporary {
 public:
  explicit Temporary(const fs::path& target) {
    constexpr mode_t usual_mode = 0666;  // the umask is subtracted
    // A killed process with the same number may have left files of such names.
    constexpr int most_tries = 100;
    for (int attempt = 0; attempt < most_tries && descriptor_ < 0; ++attempt) {
      path_ = temporary_name(target);
      const OwnTurn own;
      descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, usual_mode);
      if (descriptor_ >= 0) unfinished = path_.c_str();
      if (descriptor_ < 0 && errno != EEXIST) break;
    }
  }
  ~Temporary() {
    if (descriptor_ < 0) return;
    const OwnTurn own;
    if (!renamed_) ::unlink(path_.c_str());
    if (unfinished == path_.c_str()) unfinished = nullptr;
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  /// The descriptor of the new file, which the caller must close; negative, with errno set, where
  /// no file could be made.
  [[nodiscard]] int descriptor() const { return descriptor_; }

  void rename_to(const fs::path& target, const std::string& name) {
    if (::rename(path_.c_str(), target.c_str()) != 0) throw_unwritable(name, errno);
    renamed_ = true;
  }

 private:
  fs::path path_;
  int descriptor_ = -1;
  bool renamed_ = false;
};

/// The open descriptor that a name stands for. Opening such a name anew would start at offset 0 and
/// overwrite what the shell's `>>`, or this program, has put there before.
std::optional<int> named_descriptor(const std::string& path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    const char* last = path.data() + path.size();
    const auto [end, error] = std::from_chars(path.data() + folder.size(), last, number);
    if (error == std::errc() && end == last && number >= 0) return number;
  }
  return {};
}

/// The path that a link leads to, so that the link stays and what it names is replaced.
fs::path followed(fs::path path) {
  constexpr int most_links = 40;
  std::error_code error;
  for (int link = 0; link < most_links && fs::is_symlink(path, error); ++link) {
    const fs::path next = fs::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / next;
  }
  return path;
}

/// The status of what is there already, if anything. A folder and links that lead nowhere are
/// refused.
std::optional<struct stat> status_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno == ELOOP) throw_unwritable(path.string(), errno);
    return {};
  }
  if (S_ISDIR(status.st_mode)) {
    throw Error(ErrorCode::unwritable,
                path.string() + ": is a folder; a file is written; name a file inside it");
  }
  return status;
}

void write_in_place(int descriptor, const std::string& name,
                    const std::function<void(Sink&)>& fill) {
  FileSink sink(descriptor, name);
  fill(sink);
  sink.close();
}

/// Writes a temporary file and renames it. `older` is the file that is replaced, if any: the new
/// one gets its permissions.
void write_and_rename(const fs::path& target, const std::string& name, const struct stat* older,
                      const std::function<void(Sink&)>& fill) {
  constexpr mode_t all_permissions = 07777;
  Temporary temporary(target);
  FileSink sink(temporary.descriptor(), name);
  if (older != nullptr) sink.keep_mode(older->st_mode & all_permissions);
  fill(sink);
  sink.close();
  temporary.rename_to(target, name);
}

}  // namespace

void write_file(const fs::path& path, const std::function<void(Sink&)>& fill) {
  const std::string name = is_standard_output(path) ? "standard output" : path.string();
  if (const std::optional<int> descriptor = named_descriptor(path.string())) {
    write_in_place(::fcntl(*descriptor, F_DUPFD_CLOEXEC, 0), name, fill);
    return;
  }
  const std::optional<struct stat> older = status_of(path);
  if (older && !S_ISREG(older->st_mode)) {
    write_in_place(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY), name, fill);
    return;
  }
  write_and_rename(followed(path), name, older ? &*older : nullptr, fill);
}

void hold_files() noexcept {
  // Two signals may come at once, on one thread or on two: the later one finds the turn held.
  for (Turn seen = Turn::free; !turn.compare_exchange_weak(seen, Turn::held) && seen != Turn::held;
       seen = Turn::free)
    ::sched_yield();
}

void remove_unfinished() noexcept {
  const char* path = unfinished;
  if (path != nullptr) ::unlink(path);
}

std::unique_ptr<Sink> open_standard_output() {
  return std::make_unique<FileSink>(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), "standard output");
}

bool is_standard_output(const fs::path& path) {
  return named_descriptor(path.string()) == STDOUT_FILENO;
}

void check_writable(const fs::path& path) {
  if (named_descriptor(path.string())) return;
  const std::optional<struct stat> older = status_of(path);
  // To replace a file, its folder must be writable; anything else is written itself.
  fs::path written = path;
  if (!older || S_ISREG(older->st_mode)) written = followed(path).parent_path();
  if (written.empty()) written = ".";
  if (::access(written.c_str(), W_OK) != 0) throw_unwritable(path.string(), errno);
}

void write_stream(std::ostream& stream, const std::string& name,
                  const std::function<void(Sink&)>& fill) {
  StreamSink sink(stream, name);
  fill(sink);
  sink.flush();
}

}  // namespace grmf::io
