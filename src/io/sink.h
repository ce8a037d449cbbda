#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "grmf/error.h"

/// Where bytes go: a file or a stream.
namespace grmf::io {

class Sink {
 public:
  explicit Sink(std::string name) : name_(std::move(name)) {}
  virtual ~Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  /// What messages call it.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Takes all bytes or throws Error.
  virtual void write(const char* bytes, std::size_t size) = 0;
  void write(std::string_view bytes) { write(bytes.data(), bytes.size()); }

 private:
  std::string name_;
};

/// The reader of a pipe went away. A front end may take that as a wish to stop, as with `head`.
class ClosedPipe : public Error {
 public:
  using Error::Error;
};

/// Calls `fill` to write a file. The bytes go to a temporary file in the same folder, which gets
/// the name only when all are there; after a failure nothing is left of it and an older file is
/// unchanged. What is not a regular file (/dev/stdout, /dev/null, a pipe) and "-", standard output,
/// are written in place.
void write_file(const std::filesystem::path& path, const std::function<void(Sink&)>& fill);

/// From now on no thread can begin a file or end one: a thread that tries waits for ever. A handler
/// of a signal that ends the program calls it, on any thread, before remove_unfinished().
void hold_files() noexcept;
/// Removes the file that write_file is in the middle of, if any. Such a handler may call it: it
/// allocates no memory.
void remove_unfinished() noexcept;

/// A sink that writes to standard output without delay.
std::unique_ptr<Sink> open_standard_output();

/// Whether a name stands for standard output: "-", /dev/stdout, /dev/fd/1.
bool is_standard_output(const std::filesystem::path& path);

/// Throws the Error that write_file would meet before its first byte, so that a caller learns of it
/// before a long computation.
void check_writable(const std::filesystem::path& path);

/// Calls `fill` to write to a stream.
void write_stream(std::ostream& stream, const std::string& name,
                  const std::function<void(Sink&)>& fill);

}  // namespace grmf::io
