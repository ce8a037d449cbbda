// The time from the start of the program to its first output.

#include <array>

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

// The build defines where the program is; a linter that reads this file alone does not.
#ifndef GRMF_PROGRAM
#define GRMF_PROGRAM ""
#endif

namespace grmf {
namespace {

/// Runs the program with one argument and discards its output. Returns its status, or -1 where it
/// could not be started.
int run_program(const char* argument) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  std::array<char*, 3> words = {const_cast<char*>("grmf"), const_cast<char*>(argument), nullptr};
  pid_t process = 0;
  int status = -1;
  if (posix_spawn(&process, GRMF_PROGRAM, &actions, nullptr, words.data(), environ) == 0) {
    waitpid(process, &status, 0);
  }
  posix_spawn_file_actions_destroy(&actions);
  return status;
}

void start_up_to_help(benchmark::State& state) {
  for ([[maybe_unused]] const auto _ : state) {
    if (run_program("--help") != 0) state.SkipWithError("grmf --help failed");
  }
}
// performance.py says how often this is repeated.
BENCHMARK(start_up_to_help)->UseRealTime()->Unit(benchmark::kMillisecond)->Iterations(20);

}  // namespace
}  // namespace grmf
