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

/// As much of the zip format as .npz files need: members stored or deflated, zip64 for large ones.
namespace grmf::io {

/// Reads an archive that is in memory. What it says twice of a member must agree, every member is
/// verified by its checksum, and so is the whole archive if ZipWriter left a checksum of it.
class ZipReader {
 public:
  /// `bytes` must outlive the reader.
  ZipReader(std::string_view bytes, std::string name);

  [[nodiscard]] bool has_member(const std::string& member) const {
    return members_.contains(member);
  }
  /// The names of all members, sorted.
  [[nodiscard]] std::vector<std::string> members() const;
  /// Calls `read` with a member, which it must read to the last byte. A missing member throws
  /// Error.
  void read(const std::string& member, const std::function<void(Source&)>& read) const;

 private:
  struct Member {
    std::uint64_t offset = 0;  ///< offset of its local header
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

/// Writes members uncompressed, one after the other. Nothing in the archive depends on the time or
/// the machine. The comment at the end holds a checksum of all bytes, so that a reader notices
/// damage even where zip itself would not.
class ZipWriter {
 public:
  /// Sizes and offsets from `zip64_from` on are written as 64-bit numbers, smaller ones in the form
  /// that every reader of zip knows. A value below the default is for tests.
  explicit ZipWriter(Sink& sink, std::uint64_t zip64_from = 0xFFFFFFFF)
      : sink_(sink), zip64_from_(zip64_from) {}

  /// Writes a member made of two parts.
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
