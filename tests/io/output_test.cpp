#include <cmath>
#include <csignal>
#include <filesystem>
#include <limits>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grmf/io/matrix_file.h"
#include "io/sink.h"
#include "support/files.h"
#include "support/refusal.h"

namespace grmf::io {
namespace {

namespace fs = std::filesystem;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::string written(const Matrix& values, Format format, double peak = 0.0) {
  std::ostringstream stream;
  write_matrix(stream, "out", values, format, peak);
  return stream.str();
}

TEST(OutputFile, npy_has_the_bytes_that_numpy_writes) {
  const auto path = test::io_folder() / "npy/f8_C_little.npy";
  EXPECT_EQ(written(read_matrix(path), Format::npy), test::bytes_of(path));
  const auto plain = test::io_folder() / "npy/version_1.npy";
  EXPECT_EQ(written(read_matrix(plain), Format::npy), test::bytes_of(plain));
}

TEST(OutputFile, every_format_reads_back) {
  const test::TemporaryFolder folder;
  const Matrix values{{0, 1, 2}, {100, 254, 255}};
  for (const char* name : {"x.npy", "x.csv", "x.tsv", "x.png", "x.pgm", "x.tiff"}) {
    write_matrix(folder / name, values);
    EXPECT_EQ(read_matrix(folder / name), values) << name;
  }
  EXPECT_EQ(folder.count(), 6);
}

TEST(OutputFile, pictures_are_rounded_and_cut_to_their_range) {
  const test::TemporaryFolder folder;
  const Matrix values{{-5, 0.4, 0.5}, {254.6, 256, 1e300}};
  const Matrix rounded{{0, 0, 1}, {255, 255, 255}};
  for (const char* name : {"x.png", "x.pgm", "x.tiff"}) {
    write_matrix(folder / name, values, {}, 255);
    EXPECT_EQ(read_matrix(folder / name), rounded) << name;
    EXPECT_EQ(read_input(folder / name).peak, 255) << name;
    write_matrix(folder / name, values, {}, 65535);
    EXPECT_EQ(read_matrix(folder / name), (Matrix{{0, 0, 1}, {255, 256, 65535}})) << name;
    EXPECT_EQ(read_input(folder / name).peak, 65535) << name;
  }
  EXPECT_EQ(written(Matrix{{7, 65}}, Format::pgm),
            "P5\n2 1\n255\n\x07"
            "A");
  EXPECT_EQ(written(Matrix{{2000}}, Format::pgm, 1023), std::string("P5\n1 1\n1023\n\x03\xFF"));
  EXPECT_THAT(
      [&] {
        write_matrix(folder / "nan.png", Matrix{{1, nan}});
      },
      test::refuses(ErrorCode::invalid_data, "row 0, column 1", "missing"));
  EXPECT_FALSE(fs::exists(folder / "nan.png"));
  EXPECT_EQ(folder.count(), 3);
}

TEST(OutputFile, a_png_of_another_white_is_stretched_and_a_pgm_keeps_it) {
  const test::TemporaryFolder folder;
  const Matrix values{{0, 1, 3}};
  write_matrix(folder / "x.png", values, {}, 3);
  EXPECT_EQ(read_matrix(folder / "x.png"), (Matrix{{0, 85, 255}}));
  write_matrix(folder / "x.pgm", values, {}, 3);
  EXPECT_EQ(read_matrix(folder / "x.pgm"), values);
  EXPECT_EQ(read_input(folder / "x.pgm").peak, 3);
  write_matrix(folder / "wide.png", Matrix{{0, 500, 1000}}, {}, 1000);
  EXPECT_EQ(read_matrix(folder / "wide.png"), (Matrix{{0, 32768, 65535}}));
  for (const double white : {-1.0, 65536.0, nan}) {
    EXPECT_THAT([&] { write_matrix(folder / "y.png", values, {}, white); },
                test::refuses(ErrorCode::out_of_range, "y.png: white is", "at most 65535"));
  }
  EXPECT_EQ(folder.count(), 3);
}

TEST(OutputFile, links_that_lead_round_in_a_circle_are_refused) {
  const test::TemporaryFolder folder;
  fs::create_symlink("b.csv", folder / "a.csv");
  fs::create_symlink("a.csv", folder / "b.csv");
  EXPECT_THAT([&] { write_matrix(folder / "a.csv", Matrix{{1}}); },
              test::refuses(ErrorCode::unwritable, "a.csv: cannot be written", "circle"));
  EXPECT_THAT([&] { check_writable(folder / "a.csv"); },
              test::refuses(ErrorCode::unwritable, "a.csv: cannot be written", "circle"));
  EXPECT_TRUE(fs::is_symlink(folder / "a.csv"));
}

TEST(OutputFile, that_is_unfinished_can_be_removed) {
  const test::TemporaryFolder folder;
  const auto removed = [&](Sink& sink) {
    sink.write("half of it");
    EXPECT_EQ(folder.count(), 1);
    remove_unfinished();
    EXPECT_EQ(folder.count(), 0);
  };
  EXPECT_THAT([&] { write_file(folder / "x.bin", removed); },
              test::refuses(ErrorCode::unwritable, "x.bin: cannot be written"));
  test::write_bytes(folder / "y.bin", "whole");
  remove_unfinished();
  EXPECT_EQ(folder.count(), 1);
}

TEST(OutputFile, what_is_not_written_is_refused_with_the_list) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(
      [&] { write_matrix(folder / "x.ppm", Matrix{{1}}); },
      test::refuses(ErrorCode::unknown_name, "x.ppm: a ppm is in colour", "pgm, png or tiff"));
  EXPECT_THAT([&] { written_format(folder / "x.ppm"); },
              test::refuses(ErrorCode::unknown_name, "x.ppm: a ppm is in colour"));
  EXPECT_THAT([&] { write_matrix(folder / "x.csv.gz", Matrix{{1}}); },
              test::refuses(ErrorCode::unknown_name, ".gz"));
  EXPECT_EQ(folder.count(), 0);
}

TEST(OutputFile, a_failure_leaves_the_older_file_and_nothing_else) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "x.bin", "older");
  const auto half = [](Sink& sink) {
    sink.write("half of it");
    throw std::runtime_error("stop");
  };
  EXPECT_THROW(write_file(folder / "x.bin", half), std::runtime_error);
  EXPECT_EQ(test::bytes_of(folder / "x.bin"), "older");
  EXPECT_EQ(folder.count(), 1);
}

TEST(OutputFile, replaces_the_target_of_a_link_and_keeps_permissions) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "x.csv", "older");
  fs::permissions(folder / "x.csv", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("x.csv", folder / "link.csv");
  write_matrix(folder / "link.csv", Matrix{{1}});
  EXPECT_TRUE(fs::is_symlink(folder / "link.csv"));
  EXPECT_EQ(test::bytes_of(folder / "x.csv"), "1\n");
  EXPECT_EQ(fs::status(folder / "x.csv").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(folder.count(), 2);
}

TEST(OutputFile, that_cannot_be_made_is_refused) {
  const test::TemporaryFolder folder;
  EXPECT_THAT([&] { write_matrix(folder / "none/x.csv", Matrix{{1}}); },
              test::refuses(ErrorCode::unwritable, "none/x.csv: cannot be written",
                            "the folder must exist"));
  fs::create_directory(folder / "x.csv");
  EXPECT_THAT([&] { write_matrix(folder / "x.csv", Matrix{{1}}); },
              test::refuses(ErrorCode::unwritable, "x.csv: is a folder"));
  if (fs::exists("/proc/version")) {
    EXPECT_THAT([] { write_matrix("/proc/grmf.csv", Matrix{{1}}); },
                test::refuses(ErrorCode::unwritable, "/proc/grmf.csv: cannot be written"));
  }
}

TEST(OutputFile, a_full_disk_is_told) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  EXPECT_THAT([] { write_matrix("/dev/full", Matrix(100, 100), Format::npy); },
              test::refuses(ErrorCode::unwritable, "/dev/full: cannot be written", "make room"));
}

TEST(OutputFile, devices_and_pipes_are_written_in_place) {
  EXPECT_NO_THROW(write_matrix("/dev/null", Matrix{{1}}, Format::csv));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));

  const test::TemporaryFolder folder;
  const fs::path pipe = folder / "pipe.csv";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { write_matrix(pipe, Matrix{{1, 2}}); });
  EXPECT_EQ(read_matrix(pipe), (Matrix{{1, 2}}));
  writer.join();
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_EQ(folder.count(), 1);
}

TEST(OutputFile, an_open_descriptor_is_written_where_it_stands) {
  const test::TemporaryFolder folder;
  const int file = ::open((folder / "x").c_str(), O_CREAT | O_RDWR, 0600);
  ASSERT_GE(file, 0);
  ASSERT_EQ(::write(file, "before\n", 7), 7);
  write_matrix("/dev/fd/" + std::to_string(file), Matrix{{1}}, Format::csv);
  ::close(file);
  EXPECT_EQ(test::bytes_of(folder / "x"), "before\n1\n");
}

TEST(OutputFile, a_closed_pipe_is_told_apart) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  EXPECT_THROW(write_matrix("/dev/fd/" + std::to_string(ends[1]), Matrix{{1}}, Format::csv),
               ClosedPipe);
  std::signal(SIGPIPE, before);
  ::close(ends[1]);
}

TEST(OutputFile, a_stream_that_fails_is_told) {
  std::ostringstream stream;
  stream.setstate(std::ios::badbit);
  EXPECT_THAT([&] { write_matrix(stream, "out", Matrix{{1}}, Format::csv); },
              test::refuses(ErrorCode::unwritable, "out: writing failed"));
}

}  // namespace
}  // namespace grmf::io
