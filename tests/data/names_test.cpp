#include "data/names.h"

#include <limits>
#include <memory>

#include <gtest/gtest.h>

#include "data/hold_out.h"
#include "data/negative_entries.h"
#include "grmf/data.h"
#include "support/refusal.h"

namespace grmf {
namespace {

using test::refuses;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const Names cities{.rows = {"Paris", "", "a\nb"}, .columns = {"May", "June"}};

TEST(Names, are_what_messages_call_a_row_or_column) {
  EXPECT_EQ(cities.row(0), "row 'Paris'");
  EXPECT_EQ(cities.column(1), "column 'June'");
  EXPECT_EQ(cities.entry(0, 1), "row 'Paris', column 'June'");
}

TEST(Names, give_way_to_numbers_where_there_are_none) {
  EXPECT_EQ(Names().row(3), "row 3 (counted from 0)");
  EXPECT_EQ(Names().column(0), "column 0 (counted from 0)");
  EXPECT_EQ(Names().entry(3, 2), "row 3, column 2 (counted from 0)");
  EXPECT_EQ(cities.row(1), "row 1 (counted from 0)");
  EXPECT_EQ(cities.entry(1, 0), "row 1 (counted from 0), column 'May'");
}

TEST(Names, are_shown_harmless_and_short) {
  EXPECT_EQ(cities.row(2), "row 'a?b'");
  const Names long_ones{.rows = {std::string(100, 'x')}, .columns = {}};
  EXPECT_EQ(long_ones.row(0), "row '" + std::string(24, 'x') + "...'");
}

TEST(Names, of_several_rows_are_listed_up_to_five) {
  using internal::listed;
  EXPECT_EQ(listed({"a", "b", "c"}, {0, 2}), "'a', 'c'");
  EXPECT_EQ(listed({}, {4, 7}), "4, 7 (counted from 0)");
  EXPECT_EQ(listed({"a", "", "c"}, {1, 2}), "1, 'c' (counted from 0)");
  EXPECT_EQ(listed({"a", "b", "c", "d", "e", "f", "g"}, {0, 1, 2, 3, 4, 5, 6}),
            "'a', 'b', 'c', 'd', 'e' and 2 more");
  EXPECT_EQ(listed({}, {0, 1, 2, 3, 4, 5}), "0, 1, 2, 3, 4 and 1 more (counted from 0)");
}

TEST(NamesOfData, fit_or_are_refused) {
  Data data(Matrix{{1, 2}, {3, 4}, {5, 6}});
  EXPECT_EQ(data.names(), Names());
  data.set_names(cities);
  EXPECT_EQ(data.names(), cities);
  EXPECT_THAT(
      [&] {
        data.set_names({.rows = {"a", "b"}, .columns = {}});
      },
      refuses(ErrorCode::invalid_data, "2 names of rows for 3 rows", "or none"));
  EXPECT_THAT([&] { data.set_names({.rows = {}, .columns = {"a"}}); },
              refuses(ErrorCode::invalid_data, "1 name of columns for 2 columns"));
  EXPECT_EQ(data.names(), cities);
  data.set_names({.rows = {}, .columns = {"x", "y"}});
  EXPECT_EQ(data.names().row(0), "row 0 (counted from 0)");
  EXPECT_EQ(data.names().column(0), "column 'x'");
}

TEST(NamesOfData, go_with_copies_and_other_weights) {
  Data data(Matrix{{1, 2}, {3, 4}, {5, 6}});
  data.set_names(cities);
  const Data copy = data;
  EXPECT_EQ(&copy.names(), &data.names());
  EXPECT_EQ(data.reweighted(Matrix(3, 2, 0.5)).names(), cities);
  EXPECT_EQ(internal::rest_of(data, 0.3, 1).names(), cities);
}

TEST(EmptyLines, are_rows_and_columns_in_which_nothing_is_observed) {
  const Data full(Matrix(3, 4, 1.0));
  EXPECT_TRUE(full.empty_rows().empty());
  EXPECT_TRUE(full.empty_columns().empty());
  const Matrix y{{nan, nan, nan}, {1, 0, nan}, {nan, nan, nan}, {0, 0, nan}};
  const Data gaps(y);
  EXPECT_EQ(gaps.empty_rows(), (std::vector<Index>{0, 2}));
  EXPECT_EQ(gaps.empty_columns(), std::vector<Index>{2}) << "a row of zeros is one of data";
  const Data weighted(y, Matrix{{1, 1, 1}, {0, 2, 1}, {1, 1, 1}, {0, 0, 0}});
  EXPECT_EQ(weighted.empty_rows(), (std::vector<Index>{0, 2, 3}));
  EXPECT_EQ(weighted.empty_columns(), (std::vector<Index>{0, 2}));
  EXPECT_EQ(weighted.reweighted(Matrix(4, 3, 1.0)).empty_rows(), gaps.empty_rows());
  EXPECT_TRUE(full.reweighted(Matrix(3, 4, 1.0)).empty_rows().empty());
}

TEST(EmptyLines, do_not_come_from_holding_out) {
  Matrix y(30, 20, nan);
  for (Index k = 0; k < 20; ++k) y(k, k) = y(k, (k + 1) % 20) = 1.0;
  const Data data(y);
  // What is chosen from full rows takes all that short ones have.
  const Data rest =
      data.without(std::make_shared<const internal::HoldOut>(Data(Matrix(30, 20, 1.0)), 0.5, 1));
  Index emptied = 0;
  for (Index k = 0; k < 20; ++k)
    emptied += rest.weight(k, k) == 0 && rest.weight(k, (k + 1) % 20) == 0 ? 1 : 0;
  EXPECT_GT(emptied, 0);
  EXPECT_EQ(data.empty_rows().size(), 10U);
  EXPECT_EQ(rest.empty_rows(), data.empty_rows());
  EXPECT_EQ(rest.empty_columns(), data.empty_columns());
}

TEST(NegativeEntries, are_counted_where_they_are_observed) {
  const Matrix y{{1, -2, 0}, {-3, -0.0, nan}};
  const auto all = internal::negative_entries(Data(y));
  EXPECT_EQ(all.count, 2);
  EXPECT_EQ(std::pair(all.row, all.col), (std::pair<Index, Index>(0, 1)));
  const auto some = internal::negative_entries(Data(y, Matrix{{1, 0, 1}, {1, 1, 1}}));
  EXPECT_EQ(some.count, 1);
  EXPECT_EQ(std::pair(some.row, some.col), (std::pair<Index, Index>(1, 0)));
  EXPECT_EQ(internal::negative_entries(Data(Matrix(2, 2, 1.0))).count, 0);
}

}  // namespace
}  // namespace grmf
