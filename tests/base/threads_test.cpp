#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <filesystem>
#include <new>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grmf/grmf.h"
#include "grmf/io/matrix_file.h"
#include "support/problems.h"
#include "support/threads.h"

namespace grmf {
namespace {

Data drawn() {
  test::Random random(11);
  return Data(test::planted(60, 45, 3, 0.2, random).y);
}

TEST(ForEachMatrix, visits_each_once_and_shares_out_spare_threads) {
  // `spare` of the matrices get one thread more than `inside`.
  for (const auto& [count, threads, inside, spare] : {std::tuple{1, 8, 8, 0},
                                                      {2, 8, 4, 0},
                                                      {3, 8, 2, 2},
                                                      {7, 8, 1, 1},
                                                      {8, 8, 1, 0},
                                                      {9, 8, 1, 0},
                                                      {5, 1, 1, 0},
                                                      {1, 1, 1, 0}}) {
    std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
    std::atomic<int> wrong = 0;
    internal::for_each_matrix(count, threads, [&, least = inside, more = spare](Index k, int own) {
      ++visits[static_cast<std::size_t>(k)];
      if (own != least + (k < more ? 1 : 0)) ++wrong;
    });
    EXPECT_EQ(wrong, 0) << count << " matrices, " << threads << " threads";
    for (const auto& visit : visits) EXPECT_EQ(visit, 1);
  }
}

TEST(ErrorOf, is_the_error_that_was_thrown_or_one_about_memory) {
  using internal::error_of;
  EXPECT_FALSE(error_of([] {}, "x.csv"));
  const Error thrown(ErrorCode::out_of_range, "no", ErrorSubject::start);
  const auto error = error_of([&] { throw thrown; }, "x.csv");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), thrown.code());
  EXPECT_EQ(error->subject(), thrown.subject());
  EXPECT_STREQ(error->what(), "no");
  const auto no_memory = [] { throw std::bad_alloc(); };
  EXPECT_EQ(error_of(no_memory)->code(), ErrorCode::out_of_memory);
  EXPECT_EQ(std::string(error_of(no_memory)->what()).find("not enough memory"), 0U);
  EXPECT_EQ(std::string(error_of(no_memory, "x.csv")->what()).find("x.csv: not enough"), 0U);
}

#ifdef __linux__
using test::threads_alive;
using test::threads_before;
using test::threads_made;

TEST(Threads, of_a_batch_are_never_more_than_asked_for) {
  const std::ptrdiff_t before = threads_before();
  const std::vector<Data> batch(5, drawn());
  for (const auto& [count, threads] : {std::pair{5, 3}, {2, 8}, {3, 8}, {1, 4}, {5, 1}}) {
    std::ptrdiff_t most = 0;
    FitOptions options{.rank = 3, .max_sweeps = 5, .threads = threads};
    options.on_sweep = [&](const Progress&) {
      most = std::max(most, threads_alive());
      return Action::proceed;
    };
    const auto items = fit_all(Grmf(), std::span(batch).first(count), options);
    EXPECT_TRUE(items.back().result);
    EXPECT_LE(most, before + threads - 1) << count << " matrices, " << threads << " threads";
    EXPECT_EQ(test::threads_left(before), before);
  }
}

TEST(Threads, two_callers_with_one_thread_each_stay_two) {
  const std::ptrdiff_t before = threads_before();
  const Data data = drawn();
  std::barrier both(2);
  const auto fit = [&] {
    std::ptrdiff_t alive = 0;
    FitOptions options{.rank = 3, .max_sweeps = 5, .threads = 1};
    options.on_sweep = [&](const Progress&) {
      if (alive == 0) {
        both.arrive_and_wait();
        alive = threads_alive();
        both.arrive_and_wait();
      }
      return Action::proceed;
    };
    EXPECT_FALSE(Grmf().fit(data, options).u.empty());
    EXPECT_EQ(alive, before + 2);
  };
  std::thread one(fit);
  std::thread other(fit);
  one.join();
  other.join();
}

/// Makes a call and returns how many threads it made.
template <class Call>
int made_by(const Call& call) {
  const int before = threads_made();
  call();
  return threads_made() - before;
}

TEST(Threads, one_is_the_calling_thread_alone) {
#ifdef GRMF_SANITIZED
  GTEST_SKIP() << "a sanitizer makes threads in its own way, which are not counted";
#endif
  const Data data = drawn();
  const FitOptions one{.rank = 3, .max_sweeps = 20, .threads = 1};
  ASSERT_EQ(made_by([&] { return Grmf().fit(data, {.rank = 3, .max_sweeps = 1, .threads = 3}); }),
            2)
      << "threads are not counted";
  for (const std::string_view name : method_names()) {
    EXPECT_EQ(made_by([&] { return make_method(name)->fit(data, one); }), 0) << name;
  }
  for (const char* init : {"svd", "random", "robust"}) {
    const auto method = make_method("grmf");
    method->set("init", std::string(init));
    EXPECT_EQ(made_by([&] { return method->fit(data, one); }), 0) << init;
  }
  EXPECT_EQ(made_by([&] { return tune(Grmf(), data, {.rank = 2, .threads = 1}); }), 0);
  const std::vector<Data> batch(3, data);
  EXPECT_EQ(made_by([&] { return fit_all(Grmf(), batch, one); }), 0);
}

TEST(Threads, none_is_made_by_a_reader) {
#ifdef GRMF_SANITIZED
  GTEST_SKIP() << "a sanitizer makes threads in its own way, which are not counted";
#endif
  for (const auto& file : std::filesystem::recursive_directory_iterator(GRMF_TEST_DATA_DIR "/io")) {
    if (!file.is_regular_file() || !io::known_format(file.path())) continue;
    const auto read = [&] {
      try {
        io::read_matrix(file.path());
      } catch (const Error&) {  // some of these files are meant to be refused
      }
    };
    EXPECT_EQ(made_by(read), 0) << file.path();
  }
}

/// Whether a child process that makes the fit gets the expected factors.
bool child_gets(const Result& expected, const Data& data, const FitOptions& options) {
  const pid_t child = ::fork();
  if (child == 0) {
    const Result result = Grmf().fit(data, options);
    const bool same =
        test::same_bytes(result.u, expected.u) && test::same_bytes(result.v, expected.v);
    ::_exit(same ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Threads, a_child_process_fits_as_its_parent_did) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the thread sanitizer gives up in a child that makes threads";
#endif
  const Data data = drawn();
  const FitOptions options{.rank = 3, .max_sweeps = 10, .threads = 3};
  const Result expected = Grmf().fit(data, options);
  EXPECT_TRUE(child_gets(expected, data, options)) << "after a fit";
  FitOptions forking = options;
  forking.max_sweeps = 1;
  forking.on_sweep = [&](const Progress&) {
    EXPECT_TRUE(child_gets(expected, data, options)) << "in the middle of a fit";
    return Action::stop;
  };
  EXPECT_EQ(Grmf().fit(data, forking).status, Status::stopped);
}
#endif

}  // namespace
}  // namespace grmf
