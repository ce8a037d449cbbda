#include "io/table.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grmf/io/matrix_file.h"
#include "support/files.h"
#include "support/refusal.h"

namespace grmf::io {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Matrix csv(const std::string& text, Format format = Format::csv) {
  std::istringstream stream(text);
  return read_matrix(stream, format, "x.csv");
}

std::string written(const Matrix& values, Format format) {
  std::ostringstream stream;
  write_matrix(stream, "out", values, format);
  return stream.str();
}

template <class... Words>
void expect_refused(const std::string& text, Words... words) {
  EXPECT_THAT([&] { csv(text); }, test::refuses(ErrorCode::invalid_data, words...)) << text;
}

TEST(Table, numbers_are_read_line_by_line) {
  EXPECT_EQ(csv("1,2,3\n4,5,6\n"), (Matrix{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(csv("1\t2\n3\t4\n", Format::tsv), (Matrix{{1, 2}, {3, 4}}));
  EXPECT_EQ(csv("-1.5e-3,+2,.5,5.\n"), (Matrix{{-0.0015, 2, 0.5, 5}}));
  EXPECT_EQ(csv("7"), (Matrix{{7}}));
}

TEST(Table, the_last_line_break_may_lack_and_lines_may_end_as_on_windows) {
  const Matrix values{{1, 2}, {3, 4}};
  EXPECT_EQ(csv("1,2\n3,4"), values);
  EXPECT_EQ(csv("1,2\r\n3,4\r\n"), values);
  EXPECT_EQ(csv("1,2\r\n3,4"), values);
  EXPECT_EQ(csv("\xEF\xBB\xBF"
                "1,2\n3,4\n"),
            values);
  EXPECT_EQ(csv("1,2\n3,4\n\n\r\n\n"), values);
  EXPECT_EQ(csv(" 1 , 2\n3 ,4 \n"), values);
}

TEST(Table, a_first_line_is_a_header_iff_no_field_is_a_number_nan_inf_or_empty) {
  const Matrix values{{1, 2}};
  EXPECT_EQ(csv("a,b\n1,2\n"), values);
  EXPECT_EQ(csv("\"a,\n\"\"x\",b\r\n1,2\n"), values);
  EXPECT_TRUE(test::same(csv("nan,inf\n1,2\n"), Matrix{{nan, infinity}, {1, 2}}));
  EXPECT_TRUE(test::same(csv(",\n1,2\n"), Matrix{{nan, nan}, {1, 2}}));
  expect_refused("id,2020\n1,2\n", "x.csv:2: ", "column 1 holds names, but '1'", "--header yes");
  expect_refused("a,\n1,2\n", "column 1 holds names");
  expect_refused("a,NaN\n1,2\n", "column 1 holds names");
  expect_refused("a,-Inf\n1,2\n", "column 1 holds names");
  expect_refused("a,b\nc,d\n1,2\n", "x.csv:2: ", "column 2 ('b') of line 2 holds 'd'");
}

Table table(const std::string& text, const TableOptions& options = {},
            Format format = Format::csv) {
  std::istringstream stream(text);
  Input input = read_input(stream, format, "x.csv", {.table = options});
  return {input.values.widened(), input.names, input.notes};
}

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Table, a_first_column_of_text_gives_the_names_of_the_rows) {
  const Table named = table("name,a,b\nx,1,2\ny y,3,4\n");
  EXPECT_EQ(named.values, (Matrix{{1, 2}, {3, 4}}));
  EXPECT_THAT(named.names.rows, ElementsAre("x", "y y"));
  EXPECT_THAT(named.names.columns, ElementsAre("a", "b"));
  EXPECT_THAT(table(",a\n2020-01-01,1\n2020-01-02,2\n").names.rows,
              ElementsAre("2020-01-01", "2020-01-02"));
  EXPECT_THAT(table("x,1\ny,2\n").names.columns, IsEmpty());
  EXPECT_THAT(table("5,1\n6,2\n", {.id_column = "1"}).names.rows, ElementsAre("5", "6"));
  EXPECT_EQ(table("id,2020\n1,2\n", {.header = true}).values, (Matrix{{1, 2}}));
  EXPECT_EQ(table("name,a\nx,1\n", {.drop = {"name"}}).values, (Matrix{{1}}));
}

TEST(Table, what_separates_fields_is_found_or_told) {
  const Matrix values{{1.5, 2}, {3, 4.25}};
  EXPECT_EQ(csv("1,5;2\n3;4,25\n"), values);
  EXPECT_EQ(csv("1.5\t2\n3\t4.25\n"), values);
  EXPECT_EQ(csv("1.5  2 \n 3 4.25\r\n"), values);
  EXPECT_EQ(csv("\"a;b\",c\n1.5,2\n3,4.25\n"), values);
  EXPECT_EQ(csv("1.5,2\n3,4.25\n", Format::tsv), values);
  EXPECT_EQ(table("a b\n15\n", {.delimiter = ','}).names.columns.size(), 1U);
}

TEST(Table, missing_values_have_several_names_and_more_can_be_given) {
  EXPECT_TRUE(test::same(csv("1,NA,null\n?,NaN,2\n"), Matrix{{1, nan, nan}, {nan, nan, 2}}));
  EXPECT_TRUE(test::same(table("1,-999\n.,2\n", {.missing = {"-999", "."}}).values,
                         Matrix{{1, nan}, {nan, 2}}));
}

TEST(Table, columns_are_taken_and_left_out_by_name_number_and_range) {
  const std::string text = "id,city,x,y\na,Berlin,1,2\nb,Rome,3,4\n";
  EXPECT_EQ(table(text, {.drop = {"city"}}).values, (Matrix{{1, 2}, {3, 4}}));
  EXPECT_EQ(table(text, {.drop = {"2", "y"}}).values, (Matrix{{1}, {3}}));
  EXPECT_EQ(table(text, {.columns = {"3-4"}}).values, (Matrix{{1, 2}, {3, 4}}));
  EXPECT_THAT(table(text, {.columns = {"y"}}).names.rows, ElementsAre("a", "b"));
  const auto refused = [&](const TableOptions& options, const std::string& words) {
    EXPECT_THAT([&] { table(text, options); }, test::refuses(ErrorCode::invalid_data, words));
  };
  refused({}, "--drop city");
  refused({.drop = {"town"}}, "'town'");
  refused({.drop = {"9"}}, "4 columns");
  refused({.drop = {"1-4"}}, "no column of numbers");
}

TEST(Table, whole_numbers_that_a_double_cannot_hold_are_noted) {
  EXPECT_THAT(table("1\n9007199254740993\n").notes, ElementsAre(HasSubstr("x.csv:2")));
  EXPECT_THAT(table("1\n1e300\n").notes, IsEmpty());
}

TEST(Table, empty_and_nan_are_missing_and_inf_is_passed_on) {
  EXPECT_TRUE(test::same(csv("1,,3\nnan,NaN,\n,-inf,Infinity\n"),
                         Matrix{{1, nan, 3}, {nan, nan, nan}, {nan, -infinity, infinity}}));
  EXPECT_TRUE(test::same(csv("1, ,\"\"\n"), Matrix{{1, nan, nan}}));
  EXPECT_TRUE(test::same(csv("1e999,-1e999,1e-999\n"), Matrix{{infinity, -infinity, 0}}));
}

TEST(Table, an_empty_line_is_missing_in_a_single_column_and_ragged_in_several) {
  EXPECT_TRUE(test::same(csv("1\n\n3\n\n"), Matrix{{1}, {nan}, {3}}));
  EXPECT_TRUE(test::same(csv("\n\n3\n"), Matrix{{nan}, {nan}, {3}}));
  EXPECT_TRUE(test::same(csv("a\n\n3\n"), Matrix{{nan}, {3}}));
  expect_refused("1,2\n\n3,4\n", "x.csv:2: ", "line 2 is empty");
  expect_refused("\n\n1,2\n", "x.csv:1: ", "line 1 is empty");
}

TEST(Table, quoted_fields_are_numbers_too) {
  EXPECT_EQ(csv("\"1\",\"2.5\"\r\n\"3\",4\n"), (Matrix{{1, 2.5}, {3, 4}}));
  EXPECT_EQ(csv("1,2\n3,\"4\""), (Matrix{{1, 2}, {3, 4}}));
  expect_refused("1,2\n\"3\"x,4\n", "x.csv:2: ", "follows a closing quote");
  expect_refused("1,2\n3,\"4\n5,6\n", "x.csv:2: ", "never closed");
}

TEST(Table, a_ragged_line_is_named) {
  expect_refused("1,2,3,4\n5,6,7\n", "x.csv:2: ", "line 2 has 3 fields, line 1 has 4");
  expect_refused("a,b\n1,2\n3\n", "x.csv:3: ", "line 3 has 1 field, line 1 has 2");
  expect_refused("1,2\n3,4,\n", "x.csv:2: ", "line 2 has 3 fields");
  expect_refused("\"a\nb\",c\n1,2\n3\n", "x.csv:4: ", "line 4 has 1 field, line 1 has 2");
}

TEST(Table, text_is_refused_with_line_and_column) {
  expect_refused("1,2\n3,abc\n", "x.csv:2: ", "column 2 of line 2 holds 'abc'");
  expect_refused("1,2\n1.2.3,4\n", "column 1 of line 2 holds '1.2.3'");
  expect_refused("1,2\n1;2,4\n", "holds '1;2'", "--na", "--drop 1");
  expect_refused("1\n0x10\n", "holds '0x10'");
  expect_refused("1\n+-3\n", "holds '+-3'");
  expect_refused(std::string("1\n\0\x1B[2J\n", 7), "holds '??[2J'");
}

TEST(Table, without_rows_is_refused) {
  expect_refused("", "x.csv: ", "empty");
  expect_refused("a,b\n", "a header and no rows");
  expect_refused("\n\n", "empty lines only");
  expect_refused(
      "\xFF\xFE"
      "1\n",
      "UTF-16");
}

TEST(Table, a_field_without_end_is_refused_before_it_fills_the_memory) {
  expect_refused("1\n" + std::string(3 << 20, '7'), "x.csv:2: ", "more than 1048576 characters");
  expect_refused("1\n\"" + std::string(3 << 20, '7'), "x.csv:2: ", "never closed");
}

// The table is longer than a block and has every kind of field, so that each kind is cut at the end
// of some block.
TEST(Table, blocks_leave_no_trace) {
  std::mt19937_64 random(1);
  for (const char* end : {"\n", "\r\n"}) {
    std::string text = "a,b,c,d,e\n";
    std::vector<double> values;
    const double choices[] = {0.1, -1234567.125, 3e-200, nan, infinity};
    const std::string texts[] = {"0.1", "-1234567.125", "\"3e-200\"", "", "+inf"};
    while (text.size() < (std::size_t{5} << 20)) {
      for (int j = 0; j < 5; ++j) {
        const auto k = random() % 5;
        text += (j == 0 ? "" : ",") + texts[k];
        values.push_back(choices[k]);
      }
      text += end;
    }
    const Index rows = std::ssize(values) / 5;
    EXPECT_TRUE(test::same(csv(text), Matrix(rows, 5, values)));
  }
}

TEST(Table, written_numbers_are_short_and_read_back_to_the_last_bit) {
  EXPECT_EQ(written(Matrix{{1, 0.1, -0.0}, {nan, -nan, infinity}}, Format::csv),
            "1,0.1,-0\nnan,nan,inf\n");
  EXPECT_EQ(written(Matrix{{1, 2}}, Format::tsv), "1\t2\n");
  std::mt19937_64 random(2);
  Matrix values(400, 300);
  for (double& value : values.values()) {
    do value = std::bit_cast<double>(random());
    while (!std::isfinite(value));
  }
  EXPECT_TRUE(test::same(csv(written(values, Format::csv)), values));
}

}  // namespace
}  // namespace grmf::io
