#include "io/zip.h"

#include <sstream>

#include <gtest/gtest.h>

#include "support/refusal.h"

namespace grmf::io {
namespace {

std::string archive(std::uint64_t zip64_from) {
  std::ostringstream stream;
  write_stream(stream, "out", [&](Sink& sink) {
    ZipWriter zip(sink, zip64_from);
    zip.add("first", "one ", "and two");
    zip.add("second", "", "");
    zip.add("third", std::string(1000, 'x'), "y");
    zip.finish();
  });
  return stream.str();
}

std::string member(const ZipReader& zip, const std::string& name) {
  std::string bytes;
  zip.read(name, [&](Source& source) { bytes = source.read_all(); });
  return bytes;
}

// With 0 all numbers are written in 64 bits; with 500 only in the directory and one member.
TEST(Zip, members_read_back_in_the_small_and_the_large_form) {
  for (const std::uint64_t zip64_from : {0ULL, 500ULL, 0xFFFFFFFFULL}) {
    const std::string bytes = archive(zip64_from);
    const ZipReader zip(bytes, "a.npz");
    EXPECT_EQ(member(zip, "first"), "one and two");
    EXPECT_EQ(member(zip, "second"), "");
    EXPECT_EQ(member(zip, "third"), std::string(1000, 'x').append("y"));
    EXPECT_FALSE(zip.has_member("fourth"));
    EXPECT_THAT([&] { member(zip, "fourth"); },
                test::refuses(ErrorCode::invalid_data, "a.npz: ", "no member 'fourth'"));
  }
}

TEST(Zip, the_large_form_is_used_only_where_needed) {
  EXPECT_EQ(archive(0xFFFFFFFF).find("PK\x06\x06"), std::string::npos);
  EXPECT_NE(archive(0).find("PK\x06\x06"), std::string::npos);
}

TEST(Zip, a_member_that_is_not_read_to_its_end_is_an_error) {
  const std::string bytes = archive(0xFFFFFFFF);
  const ZipReader zip(bytes, "a.npz");
  char first = '\0';
  EXPECT_THAT([&] { zip.read("third", [&](Source& source) { source.read(&first, 1); }); },
              test::refuses(ErrorCode::invalid_data, "checksum"));
}

/// The archive without its comment, as other programs write it.
std::string without_comment(std::string bytes) {
  const std::size_t end = bytes.rfind("PK\x05\x06");
  bytes.resize(end + 22);
  bytes[end + 20] = bytes[end + 21] = '\0';
  return bytes;
}

TEST(Zip, without_a_checksum_of_the_whole_no_flip_changes_what_is_read) {
  for (const std::uint64_t zip64_from : {0ULL, 0xFFFFFFFFULL}) {
    const std::string bytes = without_comment(archive(zip64_from));
    int accepted = 0;
    for (std::size_t k = 0; k < bytes.size(); ++k) {
      std::string damaged = bytes;
      damaged[k] = static_cast<char>(damaged[k] ^ 0x10);
      try {
        const ZipReader zip(damaged, "a.npz");
        EXPECT_EQ(member(zip, "first"), "one and two");
        EXPECT_EQ(member(zip, "second"), "");
        EXPECT_EQ(member(zip, "third"), std::string(1000, 'x').append("y"));
        ++accepted;
      } catch (const Error&) {
        continue;
      }
    }
    // The changes that are accepted are to attributes, and to versions that no reader looks at.
    EXPECT_LE(accepted, 80);
  }
}

}  // namespace
}  // namespace grmf::io
