// Resumes a fit in a process of its own, for resume_test.cpp:
//
//   resume_worker FIT STATE MODEL
//
// FIT is a name of support/resumable.h, STATE the file with the state, MODEL the file to write.

#include <cstdio>
#include <exception>

#include "support/files.h"
#include "support/resumable.h"

int main(int count, char** arguments) {
  using namespace grmf;
  if (count != 4) return 2;
  try {
    const test::ResumableFit fit = test::resumable_fit(arguments[1]);
    const std::string state = test::bytes_of(arguments[2]);
    FitOptions options = fit.options();
    options.threads = 3;
    options.resume = RunState::load(std::as_bytes(std::span(state)));
    test::write_bytes(arguments[3], fit.model(fit.make()->fit(fit.data(), options)));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "resume_worker: %s\n", error.what());
    return 1;
  }
  return 0;
}
