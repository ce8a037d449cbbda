// Inputs that are refused before their content matters.

#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

#include "grmf/io/matrix_file.h"
#include "support/files.h"
#include "support/refusal.h"

namespace grmf::io {
namespace {

TEST(InputFile, format_is_told_by_the_end_of_the_name_in_any_case) {
  EXPECT_EQ(format_of("a/b.NPY"), Format::npy);
  EXPECT_EQ(format_of("x.y.csv"), Format::csv);
  EXPECT_EQ(format_of("x.Csv.GZ"), Format::csv);
  EXPECT_EQ(format_of("x.tsv.gz"), Format::tsv);
  EXPECT_EQ(format_of("x.tif"), Format::tiff);
  EXPECT_EQ(format_of("x.TIFF"), Format::tiff);
  EXPECT_EQ(format_named("PNG"), Format::png);
  EXPECT_EQ(format_of("x.jpg"), Format::jpeg);
  EXPECT_EQ(format_of("x.JPEG"), Format::jpeg);
  EXPECT_EQ(format_of("x.Npz"), Format::npz);
  EXPECT_EQ(format_of("x.npz:name"), Format::npz);
  EXPECT_EQ(format_named(".pgm"), Format::pgm);
}

TEST(InputFile, an_unknown_format_is_refused_with_the_list) {
  for (const char* name : {"x.txt", "x", "x.npy.gz", ".csv", "folder.csv/x", "x."}) {
    EXPECT_THAT([&] { format_of(name); },
                test::refuses(ErrorCode::unknown_name, name, ".npy", ".csv.gz", ".tiff"))
        << name;
  }
  EXPECT_THAT([] { format_of("-"); }, test::refuses(ErrorCode::unknown_name, "name the format"));
  EXPECT_THAT([] { format_named("xls"); },
              test::refuses(ErrorCode::unknown_name, "'xls'", "npy, npz, csv"));
}

TEST(InputFile, missing_folder_and_empty_each_have_their_message) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "folder.csv");
  EXPECT_THAT([&] { read_matrix(folder / "folder.csv"); },
              test::refuses(ErrorCode::unreadable, "folder.csv: is a folder"));
  EXPECT_THAT([&] { read_matrix(folder / "none.csv"); },
              test::refuses(ErrorCode::unreadable, "none.csv: no such file"));
  for (const char* name : {"x.csv", "x.npy", "x.png", "x.pgm", "x.tiff", "x.csv.gz"}) {
    test::write_bytes(folder / name, "");
    EXPECT_THAT([&] { read_matrix(folder / name); },
                test::refuses(ErrorCode::invalid_data, name, "the file is empty"))
        << name;
  }
}

TEST(InputFile, that_may_not_be_read_is_refused) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "x.csv", "1\n");
  std::filesystem::permissions(folder / "x.csv", std::filesystem::perms::none);
  EXPECT_THAT([&] { read_matrix(folder / "x.csv"); },
              test::refuses(ErrorCode::unreadable, "x.csv: cannot be opened: Permission denied"));
}

TEST(InputFile, that_fails_while_it_is_read_is_refused) {
  if (!std::filesystem::exists("/proc/self/mem")) GTEST_SKIP() << "needs /proc";
  EXPECT_THAT([] { read_matrix("/proc/self/mem", Format::csv); },
              test::refuses(ErrorCode::unreadable, "/proc/self/mem: cannot be read"));
}

TEST(InputFile, of_another_format_than_named_is_refused) {
  const auto npy = test::io_folder() / "npy/f8_C_little.npy";
  for (const Format format : {Format::png, Format::pgm, Format::tiff}) {
    EXPECT_THAT([&] { read_matrix(npy, format); },
                test::refuses(ErrorCode::invalid_data, "does not start"));
  }
  EXPECT_THAT([&] { read_matrix(test::io_folder() / "png/grey8.png", Format::npy); },
              test::refuses(ErrorCode::invalid_data, "does not start as npy files do"));
  EXPECT_EQ(read_input(npy, Format::npy).format, Format::npy);
}

TEST(InputFile, of_packed_text_is_unpacked_whatever_its_name) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "x.csv", test::bytes_of(test::io_folder() / "table/packed.csv.gz"));
  EXPECT_EQ(read_matrix(folder / "x.csv").rows(), 2);
}

}  // namespace
}  // namespace grmf::io
