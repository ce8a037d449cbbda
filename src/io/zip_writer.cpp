#include "io/zip.h"
#include "io/zip_format.h"

namespace grmf::io {
namespace {

using zip::put;

constexpr std::uint32_t stamp = 0x00210000;  // 1980-01-01 00:00:00, the first there is
constexpr unsigned made_on_unix = 3U << 8U;
constexpr std::uint32_t readable_file = 0100644U << 16U;
constexpr unsigned plain_version = 20;
constexpr unsigned version64 = 45;

/// What local header and directory have in common.
std::string common(unsigned version, std::uint32_t checksum, std::uint64_t size) {
  const std::uint64_t shown_size = version == version64 ? zip::in_extra : size;
  std::string bytes;
  put(bytes, version, 2);
  put(bytes, 0, 2);  // flags
  put(bytes, zip::stored, 2);
  put(bytes, stamp, 4);
  put(bytes, checksum, 4);
  put(bytes, shown_size, 4);
  put(bytes, shown_size, 4);
  return bytes;
}

std::string extra_field(std::uint64_t size, std::uint64_t offset, bool with_offset) {
  std::string bytes;
  put(bytes, zip::extra64, 2);
  put(bytes, with_offset ? 24 : 16, 2);
  put(bytes, size, 8);
  put(bytes, size, 8);
  if (with_offset) put(bytes, offset, 8);
  return bytes;
}

}  // namespace

void ZipWriter::write(std::string_view bytes) {
  sink_.write(bytes);
  checksum_ = zip::checksum(checksum_, bytes);
  written_ += bytes.size();
}

void ZipWriter::add(const std::string& name, std::string_view head, std::string_view body) {
  const std::uint64_t offset = written_;
  const std::uint64_t size = head.size() + body.size();
  const std::uint32_t checksum = zip::checksum(zip::checksum(0, head), body);
  const bool large = size >= zip64_from_ || offset >= zip64_from_;
  const std::string shared = common(large ? version64 : plain_version, checksum, size);

  const std::string local_extra = large ? extra_field(size, 0, false) : "";
  std::string local;
  put(local, zip::local_mark, 4);
  local += shared;
  put(local, name.size(), 2);
  put(local, local_extra.size(), 2);
  write(local + name + local_extra);
  write(head);
  write(body);

  const std::string extra = large ? extra_field(size, offset, true) : "";
  put(directory_, zip::central_mark, 4);
  put(directory_, made_on_unix | (large ? version64 : plain_version), 2);
  directory_ += shared;
  put(directory_, name.size(), 2);
  put(directory_, extra.size(), 2);
  put(directory_, 0, 2);  // comment
  put(directory_, 0, 2);  // disk
  put(directory_, 0, 2);  // internal attributes
  put(directory_, readable_file, 4);
  put(directory_, large ? zip::in_extra : offset, 4);
  directory_ += name + extra;
  ++count_;
}

void ZipWriter::finish() {
  const std::uint64_t offset = written_;
  const std::uint64_t size = directory_.size();
  write(directory_);
  const bool large = offset >= zip64_from_;
  if (large) {
    std::string end64;
    put(end64, zip::end64_mark, 4);
    put(end64, zip::end64_size - 12, 8);
    put(end64, made_on_unix | version64, 2);
    put(end64, version64, 2);
    put(end64, 0, 4);
    put(end64, 0, 4);
    put(end64, count_, 8);
    put(end64, count_, 8);
    put(end64, size, 8);
    put(end64, offset, 8);
    put(end64, zip::locator64_mark, 4);
    put(end64, 0, 4);
    put(end64, offset + size, 8);
    put(end64, 1, 4);
    write(end64);
  }
  std::string end;
  put(end, zip::end_mark, 4);
  put(end, 0, 2);
  put(end, 0, 2);
  put(end, count_, 2);
  put(end, count_, 2);
  put(end, size, 4);
  put(end, large ? zip::in_extra : offset, 4);
  put(end, zip::comment_size, 2);
  write(end + std::string(zip::comment_start));
  sink_.write(zip::hexadecimal(checksum_));
}

}  // namespace grmf::io
