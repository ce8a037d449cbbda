#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Where bytes come from: a file, a stream, memory, or another source unpacked.
namespace grmf::io {

class Source {
 public:
  explicit Source(std::string name) : name_(std::move(name)) {}
  virtual ~Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// What messages call it.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Fills `to`; returns fewer than `size` bytes only at the end.
  std::size_t read(char* to, std::size_t size);
  /// The next bytes without taking them; fewer than `size` only at the end.
  std::string_view peek(std::size_t size);
  /// The number of bytes left, where that is known before reading them.
  [[nodiscard]] std::optional<std::uint64_t> left() const;
  /// Reads all bytes that are left.
  std::string read_all();

 private:
  /// As read(), for bytes that were not peeked at.
  virtual std::size_t fetch(char* to, std::size_t size) = 0;
  [[nodiscard]] virtual std::optional<std::uint64_t> left_to_fetch() const { return {}; }

  std::string name_;
  std::string ahead_;  ///< bytes peeked at but not yet read
};

/// What messages call standard input.
inline constexpr std::string_view standard_input = "standard input";

/// Opens a file, or standard input for "-". A folder, a missing or an unreadable file throw Error.
std::unique_ptr<Source> open_file(const std::filesystem::path& path);
/// Reads from a stream that must outlive the source.
std::unique_ptr<Source> open_stream(std::istream& stream, std::string name);
/// Reads bytes that must outlive the source.
std::unique_ptr<Source> open_memory(std::string_view bytes, std::string name);

}  // namespace grmf::io
