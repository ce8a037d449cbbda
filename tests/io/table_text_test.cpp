#include "io/table_text.h"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "io/source.h"

namespace grmf::io {
namespace {

/// A table of text and the numbers read from it.
struct Kept {
  explicit Kept(const std::string& bytes, const TableOptions& options = {})
      : source(open_memory(bytes, "text")), text(*source, ',', options, table) {}

  std::unique_ptr<Source> source;
  Table table;
  TableText text;
};

TEST(TableText, without_replacements_is_the_text) {
  for (const std::string bytes :
       {"1,2\n3,4\n", "a,b\r\n1, 2 \r\n3,4", "\xEF\xBB\xBFx;\"y;\ny\"\n1,5;2\n;NA\n\n\n",
        "  1   2\n3\t4  \n", "n\n1\n\n3\n"}) {
    EXPECT_EQ(Kept(bytes).text.text(), bytes);
  }
}

TEST(TableText, a_cell_is_replaced_inside_its_quotes_and_blanks) {
  Kept kept("name,a,b,c\r\n\"x, \"\"y\"\"\", 1.25 ,\"2.5\",\r\nz,,\"\", \r\n");
  ASSERT_EQ(kept.table.values.rows(), 2);
  EXPECT_EQ(kept.text.cell(0, 0), "1.25");
  EXPECT_EQ(kept.text.cell(0, 1), "2.5");
  EXPECT_EQ(kept.text.cell(0, 2), "");
  kept.text.replace(0, 0, "A");
  kept.text.replace(0, 1, "B");
  kept.text.replace(0, 2, "C");
  kept.text.replace(1, 0, "D");
  kept.text.replace(1, 1, "E");
  kept.text.replace(1, 2, "F");
  EXPECT_EQ(kept.text.text(), "name,a,b,c\r\n\"x, \"\"y\"\"\", A ,\"B\",C\r\nz,D,\"E\", F\r\n");
}

TEST(TableText, columns_that_are_left_out_stay) {
  Kept kept("day,1,north,2\nnight,3,south,4\n", {.drop = {"3"}});
  kept.text.replace(1, 1, "9");
  EXPECT_EQ(kept.text.text(), "day,1,north,2\nnight,3,south,9\n");
}

TEST(TableText, empty_lines_of_a_single_column_are_cells) {
  Kept kept("1\n\n3\n");
  kept.text.replace(1, 0, "2");
  EXPECT_EQ(kept.text.text(), "1\n2\n3\n");
}

TEST(TableText, cells_behind_the_first_block_are_found) {
  std::string bytes;
  std::string expected;
  for (int i = 0; i < 200000; ++i) {
    const std::string row = "row " + std::to_string(i) + ",1.5,\"" + std::to_string(i) + "\"\n";
    bytes += row;
    expected += i == 199990 ? "row 199990,x,\"y\"\n" : row;
  }
  Kept kept(bytes);
  kept.text.replace(199990, 0, "x");
  kept.text.replace(199990, 1, "y");
  EXPECT_EQ(kept.text.text(), expected);
}

TEST(TableText, numbers_are_written_as_their_column_has_them) {
  const Kept kept("1.25,7,2e3,1.0,NA\n3.5,12,1.25e-2,2,NA\n");
  EXPECT_EQ(kept.text.written(0, 2.0 / 3), "0.67");
  EXPECT_EQ(kept.text.written(0, -0.001), "0.00");
  EXPECT_EQ(kept.text.written(1, 8.6), "9");
  EXPECT_EQ(kept.text.written(2, 1234567), "1234567");
  EXPECT_EQ(kept.text.written(2, 1.0 / 3e9), "3.33e-10");
  EXPECT_EQ(kept.text.written(3, -8.66), "-8.7");
  EXPECT_EQ(kept.text.written(4, 1.0 / 3), "0.33");
  EXPECT_EQ(kept.text.styles()[0].step, 0.01);
  EXPECT_EQ(kept.text.styles()[1].step, 1);
  EXPECT_EQ(kept.text.styles()[2].step, 1e-4);
}

TEST(TableText, decimal_commas_stay) {
  const Kept kept("1,25;7\n3,5;8\n");
  EXPECT_EQ(kept.text.written(0, 0.5), "0,50");
}

TEST(TableText, a_number_of_hundreds_of_digits_is_written) {
  const Kept kept("1.25\n2\n");
  EXPECT_EQ(std::stod(kept.text.written(0, 1e300)), 1e300);
  EXPECT_EQ(std::stod(kept.text.written(0, std::numeric_limits<double>::max())),
            std::numeric_limits<double>::max());
}

}  // namespace
}  // namespace grmf::io
