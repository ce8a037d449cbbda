#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <zlib.h>

/// Numbers of the zip format (PKWARE's application note) that reader and writer share.
namespace grmf::io::zip {

constexpr std::uint32_t local_mark = 0x04034B50;
constexpr std::uint32_t central_mark = 0x02014B50;
constexpr std::uint32_t end_mark = 0x06054B50;
constexpr std::uint32_t end64_mark = 0x06064B50;
constexpr std::uint32_t locator64_mark = 0x07064B50;

constexpr std::size_t local_size = 30;
constexpr std::size_t central_size = 46;
constexpr std::size_t end_size = 22;
constexpr std::size_t end64_size = 56;
constexpr std::size_t locator64_size = 20;

constexpr unsigned stored = 0;
constexpr unsigned deflated = 8;
constexpr unsigned extra64 = 1;                 ///< the extra field that holds 64-bit sizes
constexpr std::uint32_t in_extra = 0xFFFFFFFF;  ///< stands for a size in that extra field
constexpr unsigned in_end64 = 0xFFFF;           ///< stands for a count in the zip64 end record

/// The comment that ZipWriter writes consists of this and eight hexadecimal digits.
constexpr std::string_view comment_start = "grmf crc32 ";
constexpr std::size_t comment_size = comment_start.size() + 8;

inline std::uint64_t number(std::string_view bytes, std::size_t position, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t k = width; k > 0; --k) {
    value = value << 8U | static_cast<unsigned char>(bytes[position + k - 1]);
  }
  return value;
}

inline void append_number(std::string& bytes, std::uint64_t value, std::size_t width) {
  for (std::size_t k = 0; k < width; ++k) {
    bytes += static_cast<char>(value & 0xFFU);
    value >>= 8U;
  }
}

inline std::uint32_t checksum(std::uint32_t before, std::string_view bytes) {
  if (bytes.empty()) return before;  // zlib would start anew at a null pointer
  return static_cast<std::uint32_t>(
      crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

inline std::string hexadecimal(std::uint32_t value) {
  std::string text;
  for (unsigned shift = 32; shift > 0; shift -= 4) {
    text += "0123456789abcdef"[value >> (shift - 4) & 0xFU];
  }
  return text;
}

}  // namespace grmf::io::zip
