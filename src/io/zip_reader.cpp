#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include "io/gzip.h"
#include "io/refusal.h"
#include "io/zip.h"
#include "io/zip_format.h"

namespace grmf::io {
namespace {

using zip::number;

constexpr unsigned encrypted_flag = 1;
constexpr unsigned sizes_follow_flag = 8;  // the local header then has zeros for sizes

/// Passes bytes on and computes their checksum.
class CheckedSource final : public Source {
 public:
  CheckedSource(std::unique_ptr<Source> source, const std::string& name, std::uint64_t size,
                bool known)
      : Source(name), source_(std::move(source)), left_(size), known_(known) {}

  [[nodiscard]] std::uint32_t checksum() const noexcept { return checksum_; }

 private:
  std::size_t fetch(char* to, std::size_t size) override {
    const std::size_t count = source_->read(to, size);
    checksum_ = zip::checksum(checksum_, {to, count});
    left_ -= std::min<std::uint64_t>(left_, count);
    return count;
  }
  [[nodiscard]] std::optional<std::uint64_t> left_to_fetch() const override {
    return known_ ? std::optional(left_) : std::nullopt;
  }

  std::unique_ptr<Source> source_;
  std::uint64_t left_;
  /// Whether the size counts bytes that are there, instead of being a claim of the file.
  bool known_;
  std::uint32_t checksum_ = 0;
};

/// Reads the 64-bit numbers of an extra field into the numbers of `wanted` that did not fit
/// elsewhere.
bool read_extra64(std::string_view extra, std::initializer_list<std::uint64_t*> wanted) {
  while (extra.size() >= 4) {
    const auto size = static_cast<std::size_t>(number(extra, 2, 2));
    if (extra.size() - 4 < size) return false;
    if (number(extra, 0, 2) == zip::extra64) {
      std::size_t position = 4;
      for (std::uint64_t* value : wanted) {
        if (*value != zip::in_extra) continue;
        if (position + 8 > 4 + size) return false;
        *value = number(extra, position, 8);
        position += 8;
      }
      return true;
    }
    extra.remove_prefix(4 + size);
  }
  return extra.empty() &&
         std::none_of(wanted.begin(), wanted.end(),
                      [](const std::uint64_t* value) { return *value == zip::in_extra; });
}

}  // namespace

ZipReader::ZipReader(std::string_view bytes, std::string name)
    : bytes_(bytes), name_(std::move(name)) {
  if (bytes_.empty()) refuse(name_, "the file is empty; a model written by grmf is needed");
  if (!bytes_.starts_with("PK")) {
    refuse(name_,
           "does not start as npz files do; a model written by grmf or numpy.savez is "
           "needed");
  }
  const std::size_t end = find_end();
  check_whole(end);
  read_directory(read_end(end));
}

std::vector<std::string> ZipReader::members() const {
  std::vector<std::string> names;
  names.reserve(members_.size());
  for (const auto& [name, member] : members_) names.push_back(name);
  return names;
}

void ZipReader::damaged(const std::string& what) const { refuse_truncated(name_, what); }

std::string_view ZipReader::part(std::uint64_t offset, std::uint64_t size) const {
  if (offset > bytes_.size() || size > bytes_.size() - offset) {
    damaged("the archive speaks of bytes that are not there");
  }
  return bytes_.substr(offset, size);
}

/// Finds the end record, which lies before a comment that reaches to the last byte.
std::size_t ZipReader::find_end() const {
  constexpr std::size_t longest_comment = 0xFFFF;
  for (std::size_t comment = 0; comment <= longest_comment; ++comment) {
    if (comment + zip::end_size > bytes_.size()) break;
    const std::size_t end = bytes_.size() - zip::end_size - comment;
    if (number(bytes_, end, 4) == zip::end_mark && number(bytes_, end + 20, 2) == comment) {
      return end;
    }
  }
  damaged("the end of the archive is missing");
}

void ZipReader::check_whole(std::size_t end) const {
  const std::string_view comment = bytes_.substr(end + zip::end_size);
  if (comment.empty()) return;
  const std::uint32_t checksum = zip::checksum(0, bytes_.substr(0, bytes_.size() - 8));
  if (comment.size() != zip::comment_size || !comment.starts_with(zip::comment_start) ||
      !comment.ends_with(zip::hexadecimal(checksum))) {
    damaged("the checksum of the file differs from the one written in it");
  }
}

ZipReader::Directory ZipReader::read_end(std::size_t end) const {
  const std::string_view record = part(end, zip::end_size);
  Directory directory{number(record, 16, 4), number(record, 12, 4), number(record, 10, 2)};
  std::uint64_t behind = end;
  if (directory.offset == zip::in_extra || directory.size == zip::in_extra ||
      directory.count == zip::in_end64) {
    directory = read_end64(end);
    behind = end - zip::locator64_size - zip::end64_size;
  } else if (number(record, 4, 4) != 0 || number(record, 8, 2) != directory.count) {
    damaged("the archive is spread over several disks");
  }
  if (directory.offset > behind || behind - directory.offset != directory.size) {
    damaged("the directory of the archive is not where its end says");
  }
  return directory;
}

ZipReader::Directory ZipReader::read_end64(std::size_t end) const {
  constexpr std::size_t both = zip::locator64_size + zip::end64_size;
  if (end < both) damaged("the zip64 end of the archive is missing");
  const std::string_view record = part(end - both, both);
  if (number(record, 0, 4) != zip::end64_mark ||
      number(record, zip::end64_size, 4) != zip::locator64_mark ||
      number(record, zip::end64_size + 8, 8) != end - both) {
    damaged("the zip64 end of the archive is missing");
  }
  return {number(record, 48, 8), number(record, 40, 8), number(record, 32, 8)};
}

void ZipReader::read_directory(const Directory& directory) {
  std::string_view rest = part(directory.offset, directory.size);
  for (std::uint64_t k = 0; k < directory.count; ++k) {
    if (rest.size() < zip::central_size || number(rest, 0, 4) != zip::central_mark) {
      damaged("the directory of the archive is broken");
    }
    Member member;
    member.version = static_cast<unsigned>(number(rest, 6, 2));
    member.flags = static_cast<unsigned>(number(rest, 8, 2));
    member.method = static_cast<unsigned>(number(rest, 10, 2));
    member.stamp = static_cast<std::uint32_t>(number(rest, 12, 4));
    member.checksum = static_cast<std::uint32_t>(number(rest, 16, 4));
    member.packed_size = number(rest, 20, 4);
    member.size = number(rest, 24, 4);
    member.offset = number(rest, 42, 4);
    const auto name_size = static_cast<std::size_t>(number(rest, 28, 2));
    const auto extra_size = static_cast<std::size_t>(number(rest, 30, 2));
    const auto comment_size = static_cast<std::size_t>(number(rest, 32, 2));
    const std::size_t size = zip::central_size + name_size + extra_size + comment_size;
    if (rest.size() < size || number(rest, 34, 2) != 0) {
      damaged("the directory of the archive is broken");
    }
    const std::string name(rest.substr(zip::central_size, name_size));
    const std::string_view extra = rest.substr(zip::central_size + name_size, extra_size);
    if (!read_extra64(extra, {&member.size, &member.packed_size, &member.offset}) ||
        !members_.emplace(name, member).second) {
      damaged("the directory of the archive is broken");
    }
    rest.remove_prefix(size);
  }
  if (!rest.empty()) damaged("the directory of the archive is broken");
}

/// The bytes of a member, after checking that its own header agrees with the directory.
std::string_view ZipReader::packed_bytes(const std::string& name, const Member& member) const {
  const std::string_view local = part(member.offset, zip::local_size);
  const auto name_size = static_cast<std::size_t>(number(local, 26, 2));
  const auto extra_size = static_cast<std::size_t>(number(local, 28, 2));
  const std::string_view rest = part(member.offset + zip::local_size, name_size + extra_size);
  std::uint64_t packed_size = number(local, 18, 4);
  std::uint64_t size = number(local, 22, 4);
  const bool sizes_follow = (member.flags & sizes_follow_flag) != 0;
  const bool same_sizes =
      sizes_follow || (read_extra64(rest.substr(name_size), {&size, &packed_size}) &&
                       number(local, 14, 4) == member.checksum &&
                       packed_size == member.packed_size && size == member.size);
  if (number(local, 0, 4) != zip::local_mark || number(local, 4, 2) != member.version ||
      number(local, 6, 2) != member.flags || number(local, 8, 2) != member.method ||
      number(local, 10, 4) != member.stamp || rest.substr(0, name_size) != name || !same_sizes) {
    damaged("the header of member " + shown(name) + " differs from the directory");
  }
  return part(member.offset + zip::local_size + name_size + extra_size, member.packed_size);
}

void ZipReader::read(const std::string& member_name,
                     const std::function<void(Source&)>& read) const {
  const auto found = members_.find(member_name);
  if (found == members_.end()) {
    refuse(name_, "has no member " + shown(member_name) +
                      "; a model of grmf has u, v and meta, a start has u and v");
  }
  const Member& member = found->second;
  const bool stored = member.method == zip::stored;
  if ((member.flags & encrypted_flag) != 0 || (!stored && member.method != zip::deflated)) {
    refuse(name_, "member " + shown(member_name) +
                      " is encrypted or packed in an unknown way; write it with numpy.savez or "
                      "numpy.savez_compressed");
  }
  const std::string_view bytes = packed_bytes(member_name, member);
  if (stored && member.size != member.packed_size) {
    damaged("member " + shown(member_name) + " has two sizes");
  }
  const std::string name = name_ + ": " + member_name;
  std::unique_ptr<Source> source = open_memory(bytes, name);
  if (!stored) source = open_deflate(std::move(source));
  CheckedSource checked(std::move(source), name, member.size, stored);
  read(checked);
  if (!checked.peek(1).empty() || checked.checksum() != member.checksum) {
    damaged("the checksum of member " + shown(member_name) + " differs");
  }
}

}  // namespace grmf::io
