// Whatever the bytes are, the readers give a matrix or an Error.

#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "grmf/io/matrix_file.h"
#include "grmf/io/model_file.h"
#include "support/files.h"
#include "support/refusal.h"

namespace grmf::io {
namespace {

Matrix read_bytes(const std::string& bytes, Format format) {
  std::istringstream stream(bytes);
  return read_matrix(stream, format, "here");
}

/// The reason why the bytes are refused; empty where they are not.
std::string refusal(const std::string& bytes, Format format) {
  try {
    read_bytes(bytes, format);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(DamagedFiles, cut_anywhere_are_refused) {
  for (const std::string name : {"npy/f8_C_little.npy",
                                 "npy/f4_F_big.npy",
                                 "npy/b1_C_little.npy",
                                 "png/grey8.png",
                                 "png/interlaced16.png",
                                 "pgm/bytes8.pgm",
                                 "pgm/bytes10.pgm",
                                 "tiff/grey8.tiff",
                                 "tiff/big_tiff.tiff",
                                 "tiff/big_endian16.tiff",
                                 "tiff/tiles8.tiff",
                                 "tiff/zlib16.tiff",
                                 "tiff/lzw8.tif",
                                 "tiff/packbits16.tif",
                                 "tiff/deflate8.tif",
                                 "table/packed.csv.gz",
                                 "npz/one.npz",
                                 "npz/packed.npz",
                                 "npz/f4.npz",
                                 "jpeg/grey.jpg",
                                 "jpeg/grey_progressive.jpeg",
                                 "jpeg/grey_restarts.jpg"}) {
    SCOPED_TRACE(name);
    const std::string bytes = test::bytes_of(test::io_folder() / name);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_NE(refusal(bytes.substr(0, size), format_of(name)), "") << "cut to " << size;
    }
  }
}

TEST(DamagedFiles, with_a_flipped_byte_in_checked_data_are_refused) {
  const std::string packed = test::bytes_of(test::io_folder() / "table/packed.csv.gz");
  constexpr std::size_t gzip_header = 10;
  for (std::size_t k = gzip_header; k < packed.size(); ++k) {
    std::string damaged = packed;
    damaged[k] = static_cast<char>(~damaged[k]);
    EXPECT_NE(refusal(damaged, Format::csv), "") << "byte " << k;
  }
  const std::string picture = test::bytes_of(test::io_folder() / "png/grey8.png");
  for (std::size_t k = 0; k < picture.size(); ++k) {
    std::string damaged = picture;
    damaged[k] = static_cast<char>(~damaged[k]);
    EXPECT_NE(refusal(damaged, Format::png), "") << "byte " << k;
  }
}

/// The bytes with a few of them changed, removed, doubled or inserted.
std::string mutated(std::string bytes, std::mt19937_64& random) {
  const auto below = [&](std::size_t bound) { return random() % bound; };
  const std::size_t changes = 1 + below(4);
  for (std::size_t k = 0; k < changes && !bytes.empty(); ++k) {
    const std::size_t place = below(bytes.size());
    switch (below(5)) {
      case 0:
        bytes[place] = static_cast<char>(below(256));
        break;
      case 1:
        bytes.erase(place, 1 + below(8));
        break;
      case 2:
        bytes.insert(place, bytes.substr(below(bytes.size()), below(16)));
        break;
      case 3:
        bytes[place] = static_cast<char>(bytes[place] ^ (1 << below(8)));
        break;
      default:
        for (std::size_t i = 0; i < 4 && place + i < bytes.size(); ++i) {
          bytes[place + i] = static_cast<char>(below(2) == 0 ? 0xFF : 0x00);
        }
    }
  }
  return bytes;
}

TEST(DamagedFiles, at_random_give_a_matrix_or_an_error) {
  std::mt19937_64 random(3);
  int refused = 0;
  int read = 0;
  for (const auto& file : test::expected_files()) {
    const std::string bytes = test::bytes_of(test::io_folder() / file.path);
    for (int k = 0; k < 150; ++k) {
      const std::string damaged = mutated(bytes, random);
      (refusal(damaged, format_of(file.path)).empty() ? read : refused) += 1;
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(read, 1000);
}

TEST(DamagedFiles, of_models_at_random_give_a_model_or_an_error) {
  std::mt19937_64 random(4);
  int refused = 0;
  for (const char* name : {"model.npz", "model_bytes.npz", "wrong_meta.npz"}) {
    const std::string bytes = test::bytes_of(test::io_folder() / "model" / name);
    for (int k = 0; k < 1500; ++k) {
      std::istringstream stream(mutated(bytes, random));
      try {
        read_model(stream, "here");
      } catch (const Error&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 2000);
}

TEST(DamagedFiles, of_tables_at_random_give_a_matrix_or_an_error) {
  std::mt19937_64 random(5);
  const std::string text = "a,b,\"c\"\"d\ne\"\r\n1,2.5,nan\r\n-3e-5,,inf\r\n\"4\",+5, 6 \r\n\n\n";
  for (int k = 0; k < 20000; ++k) {
    const std::string damaged = mutated(text, random);
    const std::string reason = refusal(damaged, Format::csv);
    EXPECT_TRUE(reason.empty() || reason.starts_with("here")) << reason;
  }
}

}  // namespace
}  // namespace grmf::io
