// What a file is called and what it holds may disagree.

#include "io/content.h"

#include <map>

#include <gtest/gtest.h>

#include "grmf/io/matrix_file.h"
#include "io/image_file.h"
#include "support/files.h"
#include "support/refusal.h"

namespace grmf::io {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;

/// A file of each binary format.
const std::map<Format, std::string>& samples() {
  static const std::map<Format, std::string> files = {
      {Format::npy, "npy/f8_C_little.npy"}, {Format::npz, "npz/packed.npz"},
      {Format::png, "png/grey8.png"},       {Format::jpeg, "jpeg/grey.jpg"},
      {Format::pgm, "pgm/text8.pgm"},       {Format::tiff, "tiff/big_tiff.tiff"}};
  return files;
}

TEST(Content, counts_where_the_name_says_another_format) {
  const test::TemporaryFolder folder;
  for (const auto& [format, path] : samples()) {
    const std::string bytes = test::bytes_of(test::io_folder() / path);
    const Matrix values = read_matrix(test::io_folder() / path);
    for (const std::string ending : {"csv", "tsv", "npy", "npz", "png", "jpg", "tiff", "pgm"}) {
      const std::string name = "x." + ending;
      SCOPED_TRACE(path + " as " + name);
      test::write_bytes(folder / name, bytes);
      const Input input = read_input(folder / name);
      EXPECT_TRUE(test::same(input.values.widened(), values));
      EXPECT_EQ(input.format, format);
      const Image image = read_image(folder / name);
      EXPECT_TRUE(test::same(image.channels.front(), values));
      EXPECT_EQ(image.notes, input.notes);
      if (format_of(name) == format) {
        EXPECT_THAT(input.notes, IsEmpty());
      } else {
        const std::string note = (folder / name).string() + ": the name says " +
                                 std::string(to_string(format_of(name))) + ", the content is " +
                                 std::string(to_string(format)) + "; the content counts";
        EXPECT_THAT(input.notes, ElementsAre(note));
      }
    }
  }
}

TEST(Content, is_enough_where_the_name_says_nothing) {
  const test::TemporaryFolder folder;
  for (const auto& [format, path] : samples()) {
    for (const char* name : {"x", "x.dat", ".npy", "x.zip"}) {
      SCOPED_TRACE(path + " as " + name);
      test::write_bytes(folder / name, test::bytes_of(test::io_folder() / path));
      const Input input = read_input(folder / name);
      EXPECT_EQ(input.format, format);
      EXPECT_THAT(input.notes, IsEmpty());
    }
  }
  for (const char* name : {"x", "x.txt", "x.txt.gz"}) {
    test::write_bytes(folder / name, "1,2\n3,4\n");
    EXPECT_THAT([&] { read_matrix(folder / name); },
                test::refuses(ErrorCode::unknown_name, name, "known are .npy", "--format"));
  }
}

TEST(Content, of_text_is_a_table_under_the_name_of_a_binary_format) {
  const test::TemporaryFolder folder;
  for (const char* name : {"x.png", "x.npy", "x.npz", "x.jpg", "x.tif", "x.pgm", "x.xls"}) {
    SCOPED_TRACE(name);
    test::write_bytes(folder / name, "größe;höhe\n1,5;2\n3;4\n");
    const Input input = read_input(folder / name);
    EXPECT_EQ(input.values.widened(), (Matrix{{1.5, 2}, {3, 4}}));
    ASSERT_EQ(input.notes.size(), 1U);
    EXPECT_THAT(input.notes.front(), EndsWith(", the content is text; the content counts"));
    EXPECT_EQ(read_image(folder / name).notes, input.notes);
    test::write_bytes(folder / name, "<html>\nnot found\n");
    EXPECT_THAT([&] { read_matrix(folder / name); },
                test::refuses(ErrorCode::invalid_data, ":2: ", "the content is text"));
  }
}

TEST(Content, that_is_neither_known_nor_text_is_refused_by_the_reader_of_the_name) {
  const test::TemporaryFolder folder;
  for (const char* name : {"x.png", "x.npy", "x.npz", "x.jpg", "x.tif", "x.pgm"}) {
    for (const std::string& bytes : {std::string("ab\0cd", 5), std::string("\xFF\xFE\x31\x32"),
                                     std::string("1,2\n3,\xE4\n")}) {
      SCOPED_TRACE(name);
      test::write_bytes(folder / name, bytes);
      EXPECT_THAT([&] { read_matrix(folder / name); },
                  test::refuses(ErrorCode::invalid_data, name, "start"));
    }
  }
}

TEST(Content, cut_in_its_first_bytes_is_still_what_the_name_says) {
  const test::TemporaryFolder folder;
  for (const auto& [format, path] : samples()) {
    const std::string name = "x." + std::string(to_string(format));
    const std::string bytes = test::bytes_of(test::io_folder() / path);
    for (std::size_t size = 0; size < std::min<std::size_t>(bytes.size(), 40); ++size) {
      SCOPED_TRACE(name + " cut to " + std::to_string(size));
      test::write_bytes(folder / name, bytes.substr(0, size));
      try {
        read_matrix(folder / name);
        ADD_FAILURE() << "was read";
      } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()).find("content is text"), std::string::npos);
      }
    }
  }
}

TEST(Content, of_a_table_with_a_column_called_as_a_picture_begins_is_a_table) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "x.tsv", "P2\tP3\tP5\n1\t2\t3\n4\t5\t6\n");
  const Input input = read_input(folder / "x.tsv");
  EXPECT_EQ(input.values.rows(), 2);
  EXPECT_THAT(input.notes, IsEmpty());
}

TEST(Content, gives_way_to_a_format_that_is_given) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "x.csv", test::bytes_of(test::io_folder() / "png/grey8.png"));
  EXPECT_THAT([&] { read_matrix(folder / "x.csv", Format::npy); },
              test::refuses(ErrorCode::invalid_data, "does not start as npy files do"));
  test::write_bytes(folder / "x.png", "1,2\n");
  EXPECT_THAT([&] { read_matrix(folder / "x.png", Format::png); },
              test::refuses(ErrorCode::invalid_data, "does not start as png files do"));
  EXPECT_THAT(read_input(folder / "x.png", Format::csv).notes, IsEmpty());
}

TEST(Content, packed_with_gzip_is_unpacked_whatever_it_is) {
  const test::TemporaryFolder folder;
  const std::string packed = test::bytes_of(test::io_folder() / "table/packed.csv.gz");
  test::write_bytes(folder / "x.png", packed);
  EXPECT_THAT(read_input(folder / "x.png").notes,
              ElementsAre(EndsWith("the name says png, the content is text; the content counts")));
  test::write_bytes(folder / "x.csv", packed);
  EXPECT_THAT(read_input(folder / "x.csv").notes, IsEmpty());
  test::write_bytes(folder / "x.csv.gz", "1,2\n");
  for (const auto& format : {std::optional<Format>(), std::optional(Format::csv)}) {
    EXPECT_THAT(
        read_input(folder / "x.csv.gz", format).notes,
        ElementsAre(EndsWith("the name says gzip, the content is not packed; the content counts")));
  }
}

TEST(Content, of_formats_that_are_not_read_gets_a_line_that_converts_it) {
  const test::TemporaryFolder folder;
  const std::map<std::string, std::pair<std::string, std::string>> foreign = {
      {"x.h5", {"\x89HDF\r\n\x1A\n", "h5py.File('"}},
      {"x.hdf5", {"\x89HDF\r\n\x1A\n", "h5py.File('"}},
      {"x.parquet", {"PAR1", "pandas.read_parquet('"}},
      {"x.xlsx", {test::bytes_of(test::io_folder() / "npz/workbook.npz"), "pandas.read_excel('"}},
      {"x.xls", {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "pandas.read_excel('"}},
      {"x.mat", {"MATLAB 5.0 MAT-file, made by a test", "scipy.io.loadmat('"}},
      {"y.mat", {"MATLAB 7.3 MAT-file, made by a test", "h5py.File('"}},
  };
  for (const auto& [name, told] : foreign) {
    const auto& [start, words] = told;
    SCOPED_TRACE(name);
    const std::string bytes = start + std::string(start.starts_with("PK") ? 0 : 100, '\0');
    for (const std::string& as : {name, std::string("x.csv"), std::string("x.png"),
                                  std::string("x"), std::string("x.npz")}) {
      test::write_bytes(folder / as, bytes);
      const std::string file = (folder / as).string();
      EXPECT_THAT([&] { read_matrix(file); },
                  test::refuses(ErrorCode::invalid_data, file + ": is a", "python3 -c \"import",
                                words + file + "')"));
      EXPECT_THAT([&] { read_image(file); }, test::refuses(ErrorCode::invalid_data, words));
    }
    // The name is enough where the content is not known.
    if (name == "y.mat") continue;  // an older version
    test::write_bytes(folder / name, std::string("\0\1\2", 3));
    EXPECT_THAT([&] { read_matrix(folder / name); },
                test::refuses(ErrorCode::invalid_data, name + ": is a", words));
  }
}

TEST(Content, of_formats_that_are_not_read_puts_no_odd_name_into_a_command) {
  const test::TemporaryFolder folder;
  for (const char* name :
       {"$(id).h5", "`id`.h5", "a'b.h5", "a\"b.h5", "a\nb.h5", "a\\b.h5", "a!b.h5", "a;b.h5"}) {
    test::write_bytes(folder / name, "\x89HDF\r\n\x1A\n");
    EXPECT_THAT([&] { read_matrix(folder / name); },
                test::refuses(ErrorCode::invalid_data, "h5py.File('FILE')", "'FILE.npz'"));
  }
  test::write_bytes(folder / "ä b-1.h5", "\x89HDF\r\n\x1A\n");
  EXPECT_THAT([&] { read_matrix(folder / "ä b-1.h5"); },
              test::refuses(ErrorCode::invalid_data, "ä b-1.h5')"));
}

TEST(Content, is_text_if_it_is_utf8_without_zeros) {
  for (const std::string text : {"", "1,2\n", "größe", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "a\xC3"})
    EXPECT_TRUE(is_text(text)) << text;
  for (const std::string& bytes :
       {std::string("a\0b", 3), std::string("\xC3("), std::string("\xA4"), std::string("\xC0\xAF"),
        std::string("\xF5\x80\x80\x80"), std::string("\xFF\xFE")})
    EXPECT_FALSE(is_text(bytes)) << bytes;
}

}  // namespace
}  // namespace grmf::io
