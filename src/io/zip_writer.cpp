#include "io/zip.h"
#include "io/zip_format.h"

namespace grmf::io {
namespace {

using zip::append_number;

constexpr std::uint32_t stamp = 0x00210000;  // 1980-01-01 00:00:00, the earliest possible
constexpr unsigned made_on_unix = 3U << 8U;
constexpr std::uint32_t readable_file = 0100644U << 16U;
constexpr unsigned plain_version = 20;
constexpr unsigned version64 = 45;

/// The fields that local header and directory have in common.
std::string common(unsigned version, std::uint32_t checksum, std::uint64_t size) {
  const std::uint64_t shown_size = version == version64 ? zip::in_extra : size;
  std::string bytes;
  append_number(bytes, version, 2);
  append_number(bytes, 0, 2);  // flags
  append_number(bytes, zip::stored, 2);
  append_number(bytes, stamp, 4);
  append_number(bytes, checksum, 4);
  append_number(bytes, shown_size, 4);
  append_number(bytes, shown_size, 4);
  return bytes;
}

std::string extra_field(std::uint64_t size, std::uint64_t offset, bool with_offset) {
  std::string bytes;
  append_number(bytes, zip::extra64, 2);
  append_number(bytes, with_offset ? 24 : 16, 2);
  append_number(bytes, size, 8);
  append_number(bytes, size, 8);
  if (with_offset) append_number(bytes, offset, 8);
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
  append_number(local, zip::local_mark, 4);
  local += shared;
  append_number(local, name.size(), 2);
  append_number(local, local_extra.size(), 2);
  write(local + name + local_extra);
  write(head);
  write(body);

  const std::string extra = large ? extra_field(size, offset, true) : "";
  append_number(directory_, zip::central_mark, 4);
  append_number(directory_, made_on_unix | (large ? version64 : plain_version), 2);
  directory_ += shared;
  append_number(directory_, name.size(), 2);
  append_number(directory_, extra.size(), 2);
  append_number(directory_, 0, 2);  // comment
  append_number(directory_, 0, 2);  // disk
  append_number(directory_, 0, 2);  // internal attributes
  append_number(directory_, readable_file, 4);
  append_number(directory_, large ? zip::in_extra : offset, 4);
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
    append_number(end64, zip::end64_mark, 4);
    append_number(end64, zip::end64_size - 12, 8);
    append_number(end64, made_on_unix | version64, 2);
    append_number(end64, version64, 2);
    append_number(end64, 0, 4);
    append_number(end64, 0, 4);
    append_number(end64, count_, 8);
    append_number(end64, count_, 8);
    append_number(end64, size, 8);
    append_number(end64, offset, 8);
    append_number(end64, zip::locator64_mark, 4);
    append_number(end64, 0, 4);
    append_number(end64, offset + size, 8);
    append_number(end64, 1, 4);
    write(end64);
  }
  std::string end;
  append_number(end, zip::end_mark, 4);
  append_number(end, 0, 2);
  append_number(end, 0, 2);
  append_number(end, count_, 2);
  append_number(end, count_, 2);
  append_number(end, size, 4);
  append_number(end, large ? zip::in_extra : offset, 4);
  append_number(end, zip::comment_size, 2);
  write(end + std::string(zip::comment_start));
  sink_.write(zip::hexadecimal(checksum_));
}

}  // namespace grmf::io
