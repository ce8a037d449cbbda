#include "grmf/batch.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <map>
#include <new>
#include <set>
#include <stdexcept>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grmf/models.h"
#include "support/names.h"
#include "support/problems.h"
#include "support/refusal.h"

namespace grmf {
namespace {

/// Matrices of different shapes, with outliers.
std::vector<Data> matrices(int count) {
  test::Random random(7);
  std::vector<Data> batch;
  for (int k = 0; k < count; ++k)
    batch.emplace_back(test::planted(20 + 7 * (k % 3), 15 + 4 * (k % 2), 3, 0.2, random).y);
  return batch;
}

void expect_same(const Result& actual, const Result& expected) {
  EXPECT_TRUE(test::same_bytes(actual.u, expected.u));
  EXPECT_TRUE(test::same_bytes(actual.v, expected.v));
  ASSERT_EQ(actual.outliers.has_value(), expected.outliers.has_value());
  if (expected.outliers) {
    EXPECT_TRUE(test::same_bytes(*actual.outliers, *expected.outliers));
  }
  EXPECT_EQ(actual.history, expected.history);
  EXPECT_EQ(actual.objective, expected.objective);
  EXPECT_EQ(actual.status, expected.status);
  EXPECT_EQ(actual.message, expected.message);
}

std::vector<bool> fitted(const std::vector<BatchItem>& items) {
  std::vector<bool> result;
  for (const BatchItem& item : items) result.push_back(item.result.has_value());
  return result;
}

class BatchOf : public testing::TestWithParam<const char*> {};

TEST_P(BatchOf, matrices_gives_what_fitting_one_by_one_gives) {
  const auto method = make_method(GetParam());
  const std::vector<Data> batch = matrices(7);
  FitOptions options{.rank = 3, .max_sweeps = 30, .seed = 5, .threads = 1};
  std::vector<Result> expected;
  for (const Data& data : batch) expected.push_back(method->fit(data, options));
  for (const int threads : {1, 2, 3, 8, 20}) {
    options.threads = threads;
    const std::vector<BatchItem> items = fit_all(*method, batch, options);
    ASSERT_EQ(items.size(), batch.size());
    for (std::size_t k = 0; k < batch.size(); ++k) {
      SCOPED_TRACE(std::to_string(threads) + " threads, matrix " + std::to_string(k));
      ASSERT_TRUE(items[k].result);
      EXPECT_FALSE(items[k].error);
      expect_same(*items[k].result, expected[k]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(methods, BatchOf,
                         testing::Values("grmf", "ngrmf", "prmf", "godec-plus", "tsvd", "rpca",
                                         "rnmf"),
                         test::NamedByParameter());

TEST(Batch, a_matrix_that_is_refused_loses_no_other) {
  std::vector<Data> batch = matrices(6);
  batch[2] = Data(Matrix(2, 2, 1.0));
  for (const int threads : {1, 3}) {
    const auto items = fit_all(Grmf(), batch, {.rank = 3, .max_sweeps = 5, .threads = threads});
    EXPECT_THAT(fitted(items), testing::ElementsAre(true, true, false, true, true, true));
    ASSERT_TRUE(items[2].error);
    EXPECT_EQ(items[2].error->code(), ErrorCode::out_of_range);
    EXPECT_THAT(items[2].error->what(), testing::HasSubstr("rank is 3; for data of 2 x 2"));
  }
}

TEST(Batch, tells_of_every_matrix_once_and_of_one_at_a_time) {
  const std::vector<Data> batch = matrices(12);
  std::multiset<Index> told;  // not guarded on purpose, for the thread sanitizer
  int sweeps = 0;
  FitOptions options{.rank = 2, .max_sweeps = 5, .threads = 4};
  options.on_sweep = [&](const Progress&) {
    ++sweeps;
    return Action::proceed;
  };
  const auto items = fit_all(Grmf(), batch, options, [&](Index k, const BatchItem& item) {
    EXPECT_TRUE(item.result);
    told.insert(k);
    return Action::proceed;
  });
  for (Index k = 0; k < std::ssize(batch); ++k) EXPECT_EQ(told.count(k), 1U) << k;
  int made = 0;
  for (const BatchItem& item : items) made += item.result->sweeps();
  EXPECT_GE(sweeps, made);
}

TEST(Batch, is_stopped_by_on_done) {
  const std::vector<Data> batch = matrices(6);
  const auto items =
      fit_all(Grmf(), batch, {.rank = 2, .max_sweeps = 3, .threads = 1},
              [](Index k, const BatchItem&) { return k == 2 ? Action::stop : Action::proceed; });
  EXPECT_THAT(fitted(items), testing::ElementsAre(true, true, true, false, false, false));
  for (const BatchItem& item : items) EXPECT_FALSE(item.error);
}

TEST(Batch, is_stopped_by_on_sweep) {
  const std::vector<Data> batch = matrices(4);
  FitOptions options{.rank = 2, .threads = 1};
  options.on_sweep = [](const Progress& progress) {
    return progress.sweep == 2 ? Action::stop : Action::proceed;
  };
  const auto items = fit_all(Grmf(), batch, options);
  EXPECT_THAT(fitted(items), testing::ElementsAre(true, false, false, false));
  EXPECT_EQ(items[0].result->status, Status::stopped);
}

TEST(Batch, a_stop_ends_the_fits_under_way) {
  test::Random random(3);
  const Data endless(test::normal_matrix(150, 120, random));
  std::barrier both(2);
  std::map<Index, BatchItem> items;
  fit_each(
      Grmf(), 2,
      [&](Index k) {
        both.arrive_and_wait();  // both fits must be under way
        if (k == 0) throw Error(ErrorCode::unreadable, "no such matrix");
        return endless;
      },
      {.rank = 8, .max_sweeps = 1'000'000'000, .tolerance = 0, .threads = 2},
      [&](Index k, BatchItem item) {
        items[k] = std::move(item);
        return Action::stop;
      });
  ASSERT_TRUE(items[0].error);
  EXPECT_STREQ(items[0].error->what(), "no such matrix");
  ASSERT_TRUE(items[1].result);
  EXPECT_EQ(items[1].result->status, Status::stopped);
}

TEST(Batch, an_exception_of_on_done_stops_it_and_arrives) {
  const std::vector<Data> batch = matrices(5);
  for (const int threads : {1, 3}) {
    int calls = 0;
    const auto fit = [&] {
      fit_all(Grmf(), batch, {.rank = 2, .max_sweeps = 3, .threads = threads},
              [&](Index, const BatchItem&) -> Action {
                if (++calls == 1) throw std::out_of_range("of the caller");
                return Action::proceed;
              });
    };
    EXPECT_THROW(fit(), std::out_of_range);
    EXPECT_LE(calls, threads);
  }
}

TEST(Batch, no_more_matrices_are_made_than_are_fitted_at_a_time) {
  const std::vector<Data> batch = matrices(20);
  for (const int threads : {1, 3}) {
    std::atomic<int> held = 0;
    std::atomic<int> most = 0;
    std::set<Index> done;
    fit_each(
        Grmf(), std::ssize(batch),
        [&](Index k) {
          const int now = ++held;
          for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) continue;
          return batch[k];
        },
        {.rank = 2, .max_sweeps = 3, .threads = threads},
        [&](Index k, BatchItem item) {
          --held;
          EXPECT_TRUE(item.result);
          done.insert(k);
          return Action::proceed;
        });
    EXPECT_EQ(done.size(), batch.size());
    EXPECT_LE(most, threads);
  }
}

TEST(Batch, without_on_done_goes_through) {
  const std::vector<Data> batch = matrices(4);
  for (const int threads : {1, 3}) {
    std::atomic<int> made = 0;
    fit_each(Grmf(), std::ssize(batch),
             [&](Index k) {
               ++made;
               return batch[k];
             },
             {.rank = 2, .max_sweeps = 3, .threads = threads}, {});
    EXPECT_EQ(made, 4);
  }
}

TEST(Batch, of_memory_that_cannot_be_had_tells_the_item) {
  const std::vector<Data> batch = matrices(3);
  std::map<Index, BatchItem> items;
  fit_each(
      Grmf(), std::ssize(batch),
      [&](Index k) {
        if (k == 1) throw std::bad_alloc();
        return batch[k];
      },
      {.rank = 2, .max_sweeps = 3, .threads = 2},
      [&](Index k, BatchItem item) {
        items[k] = std::move(item);
        return Action::proceed;
      });
  EXPECT_TRUE(items[0].result && items[2].result);
  ASSERT_TRUE(items[1].error);
  EXPECT_EQ(items[1].error->code(), ErrorCode::out_of_memory);
}

TEST(Batch, of_nothing_is_nothing) {
  const auto never = [](Index, const BatchItem&) -> Action { throw std::logic_error("called"); };
  EXPECT_TRUE(fit_all(Grmf(), {}, {.rank = 1}, never).empty());
}

TEST(Batch, threads_out_of_range_are_refused) {
  for (const int threads : {-1, 1025}) {
    EXPECT_THAT([&] { fit_all(Grmf(), {}, {.rank = 1, .threads = threads}); },
                test::refuses(ErrorCode::out_of_range, "option threads is", "at most 1024"));
  }
}

}  // namespace
}  // namespace grmf
