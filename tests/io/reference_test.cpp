// Files as other programs write them; tests/reference/io_files.py makes them.

#include <fstream>

#include <gtest/gtest.h>

#include "grmf/io/matrix_file.h"
#include "support/files.h"
#include "support/refusal.h"

namespace grmf::io {
namespace {

TEST(ReferenceFiles, are_read_as_numpy_pillow_and_tifffile_read_them) {
  const auto files = test::expected_files();
  ASSERT_GE(files.size(), 90U);
  for (const auto& file : files) {
    SCOPED_TRACE(file.path);
    const Input input = read_input(test::io_folder() / file.path);
    EXPECT_TRUE(test::same(input.values.widened(), file.values));
    EXPECT_EQ(input.peak, file.peak);
  }
}

TEST(ReferenceFiles, of_float32_stay_that_and_all_others_become_doubles) {
  for (const auto& file : test::expected_files()) {
    SCOPED_TRACE(file.path);
    const bool float32 = file.path.find("f4") != std::string::npos;
    EXPECT_EQ(read_input(test::io_folder() / file.path).values.narrow(), float32);
  }
}

TEST(ReferenceFiles, are_read_from_a_stream_as_from_a_file) {
  for (const auto& file : test::expected_files()) {
    SCOPED_TRACE(file.path);
    std::ifstream stream(test::io_folder() / file.path, std::ios::binary);
    EXPECT_TRUE(test::same(read_matrix(stream, format_of(file.path), "here"), file.values));
  }
}

TEST(ReferenceFiles, with_other_content_are_refused_with_the_reason) {
  const auto files = test::refused_files();
  ASSERT_GE(files.size(), 60U);
  for (const auto& file : files) {
    SCOPED_TRACE(file.path);
    const auto path = test::io_folder() / file.path;
    EXPECT_THAT([&] { read_matrix(path); },
                test::refuses(ErrorCode::invalid_data, path.string() + ": ", file.words));
  }
}

TEST(ReferenceFiles, of_impossible_size_are_refused_from_a_stream_too) {
  for (const char* name : {"npy/huge.npy", "png/huge.png", "pgm/huge.pgm", "tiff/huge.tiff"}) {
    SCOPED_TRACE(name);
    std::ifstream stream(test::io_folder() / name, std::ios::binary);
    EXPECT_THAT([&] { read_matrix(stream, format_of(name), "here"); },
                test::refuses(ErrorCode::invalid_data, "here: ", "1000000"));
  }
}

}  // namespace
}  // namespace grmf::io
