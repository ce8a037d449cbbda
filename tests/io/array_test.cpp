// Arrays of NumPy that are no plain matrix: of other dimensions, or in an npz.

#include <fstream>
#include <numeric>
#include <sstream>

#include <gtest/gtest.h>

#include "grmf/io/matrix_file.h"
#include "io/npy.h"
#include "io/npy_fold.h"
#include "support/files.h"
#include "support/refusal.h"

namespace grmf::io {
namespace {

/// The fold that a text such as "0,1:2" means.
Fold fold_of(const std::string& text) {
  Fold fold;
  std::vector<int>* side = &fold.rows;
  for (const char c : text) {
    if (c == ':') side = &fold.columns;
    if (c >= '0' && c <= '9') side->push_back(c - '0');
  }
  return fold;
}

TEST(FoldedArray, is_what_numpy_makes_by_transpose_and_reshape) {
  const auto files = test::folded_files();
  ASSERT_GE(files.size(), 80U);
  for (const auto& file : files) {
    SCOPED_TRACE(file.path + " " + file.fold);
    const ReadOptions options{.fold = fold_of(file.fold)};
    EXPECT_EQ(fold_text(*options.fold), file.fold);
    const Input input = read_input(test::io_folder() / file.path, {}, options);
    EXPECT_EQ(input.values.widened(), file.values);
    EXPECT_EQ(input.values.narrow(), file.path.find("f4") != std::string::npos);
    std::ifstream stream(test::io_folder() / file.path, std::ios::binary);
    EXPECT_EQ(read_input(stream, Format::npy, "here", options).values.widened(), file.values);
  }
}

TEST(FoldedArray, larger_than_a_block_has_every_entry_in_its_place) {
  // Of 1.3 million entries, more than are read at a time.
  constexpr Index a = 103;
  constexpr Index b = 90;
  constexpr Index c = 141;
  std::vector<double> numbers(a * b * c);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  const std::string bytes =
      npy_header({a, b, c}) +
      std::string(reinterpret_cast<const char*>(numbers.data()), 8 * numbers.size());
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "x.npy", bytes);
  const ReadOptions options{.fold = fold_of("2,0:1")};
  const Matrix read = read_input(folder / "x.npy", {}, options).values.widened();
  ASSERT_EQ(read.rows(), c * a);
  ASSERT_EQ(read.cols(), b);
  Index wrong = 0;
  for (Index k = 0; k < c; ++k) {
    for (Index i = 0; i < a; ++i) {
      for (Index j = 0; j < b; ++j) {
        if (read(k * a + i, j) != static_cast<double>((i * b + j) * c + k)) ++wrong;
      }
    }
  }
  EXPECT_EQ(wrong, 0);
  std::istringstream stream(bytes);
  EXPECT_EQ(read_input(stream, Format::npy, "here", options).values.widened(), read);
}

TEST(FoldedArray, needs_every_axis_once) {
  const auto path = test::io_folder() / "npy/fold3_f8_C.npy";
  for (const char* fold : {"0:1", "0,1:1", "0,1,2:", ":0,1,2", "0,1:3", "0,0:1", "0,1:2,2"}) {
    SCOPED_TRACE(fold);
    EXPECT_THAT([&] { read_input(path, {}, {.fold = fold_of(fold)}); },
                test::refuses(ErrorCode::invalid_data, "fold3_f8_C.npy: the shape is (2, 3, 4)",
                              "every axis is named once", "--fold 0,1:2"));
  }
  EXPECT_THAT(
      [&] {
        read_input(path, {}, {.fold = Fold{{-1, 0}, {1}}});
      },
      test::refuses(ErrorCode::invalid_data, "--fold -1,0:1"));
  EXPECT_THAT(
      [&] {
        read_input(test::io_folder() / "npy/one_dimension.npy", {}, {.fold = fold_of("0:1")});
      },
      test::refuses(ErrorCode::invalid_data, "(5,)", "too few"));
}

TEST(FoldedArray, is_no_table_and_no_picture) {
  const ReadOptions strict{.fold = fold_of("1:0")};
  ReadOptions lenient = strict;
  lenient.fold->only_where_it_fits = true;
  for (const char* name : {"table/packed.csv.gz", "png/grey8.png", "jpeg/grey.jpg"}) {
    SCOPED_TRACE(name);
    const auto path = test::io_folder() / name;
    EXPECT_THAT([&] { read_input(path, {}, strict); },
                test::refuses(ErrorCode::invalid_data, "--fold is for arrays of npy and npz"));
    EXPECT_TRUE(test::same(read_input(path, {}, lenient).values.widened(), read_matrix(path)));
  }
}

TEST(FoldedArray, of_other_dimensions_stays_as_it_is_where_the_fold_need_not_fit) {
  ReadOptions options{.fold = fold_of("2:0,1")};
  options.fold->only_where_it_fits = true;
  const auto matrix = test::io_folder() / "npy/fold2_f8_F.npy";
  EXPECT_EQ(read_input(matrix, {}, options).values.widened(), read_matrix(matrix));
  const Input folded = read_input(test::io_folder() / "npy/fold3_f8_F.npy", {}, options);
  EXPECT_EQ(folded.values.rows(), 4);
  EXPECT_THAT([&] { read_input(test::io_folder() / "npy/fold4_f8_F.npy", {}, options); },
              test::refuses(ErrorCode::invalid_data, "--fold 0,1,2:3 makes it 6 x 4"));
}

TEST(Npz, of_several_arrays_gives_the_one_that_is_named) {
  const auto path = test::io_folder() / "npz/two.npz";
  const Matrix plain = read_matrix(test::io_folder() / "npz/one.npz");
  EXPECT_EQ(read_matrix(path.string() + ":left"), plain);
  const Matrix right = read_matrix(path.string() + ":right");
  EXPECT_EQ(right.rows(), 3);
  EXPECT_EQ(right(2, 1), plain(1, 2));
  EXPECT_EQ(read_input(path, {}, {.member = "right"}).values.widened(), right);
  EXPECT_EQ(read_input(path.string() + ":right", {}, {.fold = fold_of("1:0")}).values.widened(),
            plain);
  EXPECT_THAT([&] { read_matrix(path.string() + ":middle"); },
              test::refuses(ErrorCode::invalid_data, "two.npz: ", "'middle'", "'left', 'right'"));
  EXPECT_THAT([&] { read_matrix(test::io_folder() / "npz/nosuch.npz:left"); },
              test::refuses(ErrorCode::unreadable, "nosuch.npz: no such file"));
}

TEST(Npz, of_one_array_in_three_dimensions_is_folded) {
  const Input input =
      read_input(test::io_folder() / "npz/three_dimensions.npz", {}, {.fold = fold_of("0:1,2")});
  EXPECT_EQ(input.values.rows(), 4);
  EXPECT_EQ(input.values.cols(), 6);
}

TEST(Npz, that_is_a_model_is_no_data_but_its_factors_are) {
  const auto path = test::io_folder() / "model/model.npz";
  EXPECT_THAT([&] { read_matrix(path); },
              test::refuses(ErrorCode::invalid_data, "model of grmf", "grmf reconstruct"));
  EXPECT_EQ(read_matrix(path.string() + ":v").rows(), 3);
}

TEST(Npz, named_as_a_member_on_disk_is_that_file) {
  const test::TemporaryFolder folder;
  const auto archive = test::bytes_of(test::io_folder() / "npz/two.npz");
  test::write_bytes(folder / "x.npz", archive);
  EXPECT_EQ(read_matrix(folder / "x.npz:left").rows(), 2);
  EXPECT_EQ(read_matrix(folder / "x.npz:right").rows(), 3);
  test::write_bytes(folder / "x.npz:left", test::bytes_of(test::io_folder() / "npz/f4.npz"));
  EXPECT_TRUE(read_input(folder / "x.npz:left").values.narrow());
}

TEST(Npz, member_of_what_is_no_npz_is_refused) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "x.npz", test::bytes_of(test::io_folder() / "png/grey8.png"));
  EXPECT_THAT([&] { read_matrix(folder / "x.npz:left"); },
              test::refuses(ErrorCode::invalid_data, "x.npz: is png", "'left'"));
}

}  // namespace
}  // namespace grmf::io
