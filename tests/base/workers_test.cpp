#include "base/workers.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "grmf/models.h"
#include "support/threads.h"

namespace grmf::internal {
namespace {

void expect_each_chunk_once(Workers& workers, Index chunks) {
  std::vector<std::atomic<int>> visits(static_cast<std::size_t>(chunks));
  std::atomic<int> wrong_workers = 0;
  workers.for_each(chunks, [&](Index chunk, int worker) {
    ++visits.at(static_cast<std::size_t>(chunk));
    if (worker < 0 || worker >= workers.count()) ++wrong_workers;
  });
  EXPECT_EQ(wrong_workers, 0);
  for (Index chunk = 0; chunk < chunks; ++chunk) {
    EXPECT_EQ(visits[static_cast<std::size_t>(chunk)], 1)
        << "chunk " << chunk << " of " << chunks << ", " << workers.count() << " workers";
  }
}

/// Runs bodies that wait for each other, which ends only if every worker takes one.
std::set<std::pair<int, std::thread::id>> meeting_of_all(Workers& workers) {
  std::barrier meeting(workers.count());
  std::mutex guard;
  std::set<std::pair<int, std::thread::id>> present;
  workers.for_each(workers.count(), [&](Index, int worker) {
    meeting.arrive_and_wait();
    const std::lock_guard lock(guard);
    present.emplace(worker, std::this_thread::get_id());
  });
  return present;
}

TEST(Workers, are_as_many_as_asked_for) {
  for (int threads = 1; threads <= 9; ++threads) EXPECT_EQ(Workers(threads).count(), threads);
}

TEST(Workers, zero_asks_for_one_per_core) {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  EXPECT_EQ(Workers(0).count(), cores);
}

TEST(Workers, every_chunk_is_done_exactly_once) {
  for (const int threads : {1, 2, 3, 4, 8}) {
    Workers workers(threads);
    for (const Index chunks : {1, 2, 3, 4, 7, 8, 9, 64, 1000}) {
      expect_each_chunk_once(workers, chunks);
    }
  }
}

TEST(Workers, no_chunks_mean_no_calls) {
  for (const int threads : {1, 2, 4}) {
    Workers workers(threads);
    std::atomic<int> calls = 0;
    workers.for_each(0, [&](Index, int) { ++calls; });
    EXPECT_EQ(calls, 0);
    expect_each_chunk_once(workers, 5);
  }
}

TEST(Workers, all_of_them_run_at_once) {
  for (const int threads : {1, 2, 3, 5, 8}) {
    Workers workers(threads);
    for (int round = 0; round < 50; ++round) {
      const auto present = meeting_of_all(workers);
      ASSERT_EQ(std::ssize(present), threads);
      std::set<std::thread::id> ids;
      for (const auto& [worker, id] : present) ids.insert(id);
      EXPECT_EQ(std::ssize(ids), threads);
    }
  }
}

TEST(Workers, the_calling_thread_is_worker_zero) {
  Workers workers(4);
  const auto present = meeting_of_all(workers);
  EXPECT_EQ(present.count({0, std::this_thread::get_id()}), 1U);
}

TEST(Workers, what_the_bodies_wrote_is_there_on_return) {
  Workers workers(4);
  for (int round = 1; round <= 500; ++round) {
    std::vector<int> written(37);  // not atomic on purpose, for the thread sanitizer
    workers.for_each(std::ssize(written), [&](Index chunk, int) { written[chunk] = round; });
    EXPECT_EQ(std::count(written.begin(), written.end(), round), 37);
  }
}

TEST(Workers, an_exception_of_any_chunk_reaches_the_caller) {
  for (const int threads : {1, 2, 4}) {
    Workers workers(threads);
    for (const Index chunks : {1, 2, 20}) {
      for (const Index bad : {Index{0}, chunks / 2, chunks - 1}) {
        const auto body = [bad](Index chunk, int) {
          if (chunk == bad) throw std::out_of_range("chunk " + std::to_string(chunk));
        };
        try {
          workers.for_each(chunks, body);
          ADD_FAILURE() << "nothing was thrown";
        } catch (const std::out_of_range& error) {
          EXPECT_EQ(error.what(), "chunk " + std::to_string(bad));
        }
        expect_each_chunk_once(workers, 11);
      }
    }
  }
}

TEST(Workers, an_exception_of_a_helper_reaches_the_caller) {
  Workers workers(3);
  std::barrier meeting(3);
  const auto body = [&](Index, int worker) {
    meeting.arrive_and_wait();
    if (worker == 2) throw std::runtime_error("helper");
  };
  EXPECT_THROW(workers.for_each(3, body), std::runtime_error);
  EXPECT_EQ(std::ssize(meeting_of_all(workers)), 3);
}

TEST(Workers, when_all_bodies_throw_one_exception_arrives_and_the_team_works_on) {
  Workers workers(4);
  for (int round = 0; round < 20; ++round) {
    std::barrier meeting(4);
    const auto body = [&](Index, int) {
      meeting.arrive_and_wait();
      throw std::runtime_error("all");
    };
    EXPECT_THROW(workers.for_each(4, body), std::runtime_error);
    expect_each_chunk_once(workers, 9);
  }
}

TEST(Workers, chunks_not_begun_before_an_exception_are_left_out) {
  Workers workers(1);
  std::vector<Index> begun;
  const auto body = [&](Index chunk, int) {
    begun.push_back(chunk);
    if (begun.size() == 3) throw std::runtime_error("third");
  };
  EXPECT_THROW(workers.for_each(10, body), std::runtime_error);
  EXPECT_EQ(begun.size(), 3U);
}

TEST(Workers, teams_come_and_go) {
  for (int round = 0; round < 300; ++round) {
    Workers workers(1 + round % 5);
    if (round % 2 == 0) expect_each_chunk_once(workers, round % 7);
  }
}

TEST(Workers, two_teams_do_not_disturb_each_other) {
  Workers outer(3);
  std::atomic<int> calls = 0;
  outer.for_each(6, [&](Index, int) {
    Workers inner(2);
    inner.for_each(5, [&](Index, int) { ++calls; });
  });
  EXPECT_EQ(calls, 30);
}

#ifdef __linux__
using test::threads_alive;
using test::threads_before;
using test::threads_left;

TEST(Workers, no_thread_outlives_the_team) {
  const std::ptrdiff_t before = threads_before();
  {
    Workers workers(4);
    EXPECT_EQ(threads_alive(), before + 3);
    expect_each_chunk_once(workers, 100);
    EXPECT_EQ(threads_alive(), before + 3) << "the team is kept between calls";
  }
  EXPECT_EQ(threads_left(before), before);
}

TEST(Workers, no_thread_outlives_a_fit) {
  const std::ptrdiff_t before = threads_before();
  const Data data(Matrix{{1, 2, 3}, {2, 4, 7}, {1, 0, 1}});
  std::ptrdiff_t during = 0;
  const auto look = [&](const Progress&) {
    during = threads_alive();
    return Action::proceed;
  };
  const FitOptions options{.rank = 2, .max_sweeps = 2, .threads = 3, .on_sweep = look};
  EXPECT_FALSE(Grmf().fit(data, options).u.empty());
  EXPECT_EQ(during, before + 2);
  EXPECT_EQ(threads_left(before), before);
}
#endif

}  // namespace
}  // namespace grmf::internal
