#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/sink.h"
#include "io/source.h"

/// As much of zip as .npz files need: members stored or deflated, zip64 for large ones.
namespace grmf::io {

/// Reads an archive that lies in memory. What it says of a member twice must agree, every member is
/// checked against its checksum, and a checksum of the whole left by ZipWriter is checked too.
class ZipReader {
 public:
  /// `bytes` must outlive the reader.
  ZipReader(std::string_view bytes, std::string name);

  [[nodiscard]] bool has(const std::string& member) const { return members_.contains(member); }
  /// Lets `read` take a member, which it must do to the last byte. A missing one throws Error.
  void read(const std::string& member, const std::function<void(Source&)>& read) const;

 private:
  struct Member {
    std::uint64_t offset = 0;  ///< of its local header
    std::uint64_t packed_size = 0;
    std::uint64_t size = 0;
    std::uint32_t checksum = 0;
    unsigned method = 0;
    unsigned flags = 0;
    std::uint32_t stamp = 0;
    unsigned version = 0;
  };
  struct Directory {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t count = 0;
  };

  [[noreturn]] void damaged(const std::string& what) const;
  [[nodiscard]] std::string_view part(std::uint64_t offset, std::uint64_t size) const;
  [[nodiscard]] std::size_t find_end() const;
  [[nodiscard]] Directory read_end(std::size_t end) const;
  [[nodiscard]] Directory read_end64(std::size_t end) const;
  void read_directory(const Directory& directory);
  void check_whole(std::size_t end) const;
  [[nodiscard]] std::string_view packed_bytes(const std::string& name, const Member& member) const;

  std::string_view bytes_;
  std::string name_;
  std::map<std::string, Member> members_;
};

/// Writes members as they are, one after the other. Nothing in the archive depends on the time or
/// the machine. A checksum of all bytes stands in the comment at the end, so that a reader notices
/// damage even where zip itself would not.
class ZipWriter {
 public:
  /// Sizes and offsets from `zip64_from` on are written as 64-bit numbers, the others as every
  /// reader of zip knows them. Below the default is for tests.
  explicit ZipWriter(Sink& sink, std::uint64_t zip64_from = 0xFFFFFFFF)
      : sink_(sink), zip64_from_(zip64_from) {}

  /// A member made of two parts.
  void add(const std::string& name, std::string_view head, std::string_view body);
  /// Writes the directory; nothing may follow.
  void finish();

 private:
  void write(std::string_view bytes);

  Sink& sink_;
  std::uint64_t zip64_from_;
  std::uint64_t written_ = 0;
  std::uint32_t checksum_ = 0;
  std::uint64_t count_ = 0;
  std::string directory_;
};

}  // namespace grmf::io
