#include "io/image_file.h"

#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "grmf/io/matrix_file.h"
#include "support/files.h"
#include "support/refusal.h"

namespace grmf::io {
namespace {

/// Random whole numbers from 0 to `peak`, both of which occur.
std::vector<Matrix> random_channels(std::size_t count, Index rows, Index cols, int peak) {
  std::mt19937_64 random(peak);
  std::vector<Matrix> channels(count, Matrix(rows, cols));
  for (Matrix& channel : channels) {
    for (double& value : channel.values()) value = static_cast<double>(random() % (peak + 1));
    channel(0, 0) = 0;
    channel(0, 1) = peak;
  }
  return channels;
}

TEST(ImageFile, is_read_as_pillow_and_tifffile_read_it) {
  const auto images = test::expected_images();
  ASSERT_GE(images.size(), 32U);
  for (const auto& expected : images) {
    SCOPED_TRACE(expected.path);
    const Image image = read_image(test::io_folder() / expected.path);
    EXPECT_EQ(image.channels, expected.channels);
    EXPECT_EQ(image.peak, expected.peak);
  }
}

TEST(ImageFile, of_one_channel_is_what_matrices_are_read_from) {
  for (const auto& file : test::expected_files()) {
    SCOPED_TRACE(file.path);
    const Image image = read_image(test::io_folder() / file.path);
    ASSERT_EQ(image.channels.size(), 1U);
    EXPECT_TRUE(test::same(image.channels.front(), file.values));
    EXPECT_EQ(image.peak, file.peak);
  }
}

TEST(ImageFile, with_other_content_is_refused_with_the_reason) {
  const auto files = test::refused_images();
  ASSERT_GE(files.size(), 21U);
  for (const auto& file : files) {
    SCOPED_TRACE(file.path);
    const auto path = test::io_folder() / file.path;
    EXPECT_THAT([&] { read_image(path); },
                test::refuses(ErrorCode::invalid_data, path.string() + ": ", file.words));
  }
}

TEST(ImageFile, in_colour_is_no_matrix) {
  for (const auto& expected : test::expected_images()) {
    if (expected.channels.size() == 1) continue;
    SCOPED_TRACE(expected.path);
    EXPECT_THAT([&] { read_matrix(test::io_folder() / expected.path); },
                test::refuses(ErrorCode::invalid_data, "grey pictures only", "grmf denoise"));
  }
}

TEST(ImageFile, comes_back_with_its_numbers_and_its_white) {
  const test::TemporaryFolder folder;
  for (const int peak : {255, 65535}) {
    for (const std::size_t count : {std::size_t{1}, std::size_t{3}}) {
      // The picture has more rows than a strip of a tiff.
      const auto channels = random_channels(count, 300, 61, peak);
      for (const char* name : {"x.png", count == 1 ? "x.pgm" : "x.ppm", "x.tiff"}) {
        SCOPED_TRACE(name);
        write_image(folder / name, channels, {}, peak);
        const Image image = read_image(folder / name);
        EXPECT_EQ(image.channels, channels);
        EXPECT_EQ(image.peak, peak);
      }
    }
  }
  EXPECT_EQ(folder.count(), 4);
}

TEST(ImageFile, of_another_white_is_stretched_unless_a_portable_map) {
  const test::TemporaryFolder folder;
  const std::vector<Matrix> channels = {Matrix{{0, 3}}, Matrix{{1, 2}}, Matrix{{3, 0}}};
  const std::vector<Matrix> stretched = {Matrix{{0, 255}}, Matrix{{85, 170}}, Matrix{{255, 0}}};
  for (const char* name : {"x.png", "x.tiff"}) {
    write_image(folder / name, channels, {}, 3);
    EXPECT_EQ(read_image(folder / name).channels, stretched) << name;
  }
  write_image(folder / "x.ppm", channels, {}, 3);
  EXPECT_EQ(read_image(folder / "x.ppm").channels, channels);
  EXPECT_EQ(read_image(folder / "x.ppm").peak, 3);
}

TEST(ImageFile, of_unknown_white_is_a_tiff_of_floats) {
  const test::TemporaryFolder folder;
  for (const std::size_t count : {std::size_t{1}, std::size_t{3}}) {
    std::vector<Matrix> channels = random_channels(count, 20, 31, 1000);
    for (Matrix& channel : channels) {
      for (double& value : channel.values()) value = value / 8 - 50;
    }
    write_image(folder / "x.tiff", channels);
    EXPECT_EQ(read_image(folder / "x.tiff").channels, channels);
    EXPECT_EQ(read_image(folder / "x.tiff").peak, 0);
  }
}

TEST(ImageFile, in_colour_is_written_only_where_the_format_holds_it) {
  const test::TemporaryFolder folder;
  const std::vector<Matrix> channels(3, Matrix{{1, 2}});
  for (const char* name : {"x.pgm", "x.csv", "x.tsv"}) {
    EXPECT_THAT([&] { write_image(folder / name, channels, {}, 255); },
                test::refuses(ErrorCode::unknown_name, std::string(name) + ": ", "in colour",
                              "png, ppm, tiff or npy"));
  }
  EXPECT_EQ(folder.count(), 0);
}

TEST(ImageFile, with_losses_is_not_written) {
  const test::TemporaryFolder folder;
  for (const char* name : {"x.jpg", "x.JPEG"}) {
    EXPECT_THAT(
        [&] {
          write_image(folder / name, std::vector<Matrix>(3, Matrix{{1, 2}}), {}, 255);
        },
        test::refuses(ErrorCode::unknown_name, std::string(name) + ": ", "lossy", "png"));
    EXPECT_THAT(
        [&] {
          write_matrix(folder / name, Matrix{{1, 2}});
        },
        test::refuses(ErrorCode::unknown_name, std::string(name) + ": ", "lossy", "png"));
  }
  EXPECT_THAT(
      [&] {
        write_matrix(folder / "x", Matrix{{1, 2}}, Format::jpeg);
      },
      test::refuses(ErrorCode::unknown_name, "x: ", "lossy"));
  std::ostringstream stream;
  EXPECT_THAT(
      [&] {
        write_matrix(stream, "here", Matrix{{1, 2}}, Format::jpeg);
      },
      test::refuses(ErrorCode::unknown_name, "here: ", "lossy"));
  EXPECT_THAT(
      [&] {
        write_matrix(folder / "x.npz", Matrix{{1, 2}});
      },
      test::refuses(ErrorCode::unknown_name, "x.npz: ", "model", "npy"));
  EXPECT_EQ(folder.count(), 0);
}

TEST(ImageFile, will_hold_what_as_written_tells) {
  const test::TemporaryFolder folder;
  const std::vector<Matrix> channels = {Matrix{{-5, 0.4, 1.2}}, Matrix{{2.6, 3, 1e9}},
                                        Matrix{{0.5, 1.5, 2.5}}};
  for (const double peak : {3.0, 255.0, 1000.0}) {
    for (const char* name : {"x.png", "x.ppm", "x.tiff"}) {
      SCOPED_TRACE(name);
      write_image(folder / name, channels, {}, peak);
      const Image stored = read_image(folder / name);
      const auto told = as_written(channels, format_of(name), peak);
      for (std::size_t c = 0; c < channels.size(); ++c) {
        for (Index j = 0; j < 3; ++j) {
          EXPECT_NEAR(told[c](0, j), stored.channels[c](0, j) * peak / stored.peak, 1e-12 * peak);
        }
      }
    }
  }
  EXPECT_EQ(as_written(channels, Format::npy, 255), channels);
}

TEST(ImageFile, cut_anywhere_is_refused) {
  const test::TemporaryFolder folder;
  for (const std::string name :
       {"png/rgb16_interlaced.png", "png/palette.png", "ppm/bytes16.ppm", "tiff/rgb16_planes.tiff",
        "tiff/rgb16_plane_tiles.tiff", "tiff/rgb_lzw.tif", "jpeg/rgb.jpg",
        "jpeg/rgb_smaller_colour.jpg", "jpeg/rgb_progressive.jpg"}) {
    SCOPED_TRACE(name);
    const std::string bytes = test::bytes_of(test::io_folder() / name);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      test::write_bytes(folder / "x", bytes.substr(0, size));
      EXPECT_THROW(read_image(folder / "x", format_of(name)), Error) << "cut to " << size;
    }
  }
}

TEST(ImageFile, with_bytes_changed_at_random_is_a_picture_or_an_error) {
  const test::TemporaryFolder folder;
  std::mt19937_64 random(6);
  int refused = 0;
  int read = 0;
  for (const auto& expected : test::expected_images()) {
    const std::string bytes = test::bytes_of(test::io_folder() / expected.path);
    for (int k = 0; k < 100; ++k) {
      std::string damaged = bytes;
      // Damages the header, where sizes and kinds stand, rather than the pixels.
      const std::size_t place = random() % std::min<std::size_t>(damaged.size(), 400);
      damaged[place] = static_cast<char>(random());
      test::write_bytes(folder / "x", damaged);
      try {
        const Image image = read_image(folder / "x", format_of(expected.path));
        ++read;
        for (const Matrix& channel : image.channels)
          EXPECT_EQ(channel.size(), image.channels.front().size());
      } catch (const Error&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 300);
  EXPECT_GT(read, 300);
}

}  // namespace
}  // namespace grmf::io
