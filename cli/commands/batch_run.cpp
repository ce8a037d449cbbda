#include "commands/batch_run.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <utility>

#include "base/threads.h"
#include "commands/json_output.h"
#include "grmf/error.h"
#include "terminal/exit_code.h"
#include "terminal/file_name.h"
#include "terminal/interrupt.h"
#include "terminal/messages.h"
#include "terminal/progress.h"

namespace grmf::cli {
namespace {

class BatchRun {
 public:
  using Work = std::function<BatchResult(const BatchFile&, int threads)>;

  BatchRun(const std::vector<BatchFile>& files, const BatchOptions& options, const Work& work)
      : files_(files), options_(options), work_(work), line_(!options.quiet) {}

  int run() {
    show_count();
    internal::for_each_matrix(std::ssize(files_), options_.threads, [this](Index k, int threads) {
      work_on(files_[static_cast<std::size_t>(k)], threads);
    });
    line_.wipe();
    return end();
  }

 private:
  void work_on(const BatchFile& file, int threads) {
    if (InterruptWatch::requested()) return;
    const auto work = [&] {
      const BatchResult result = work_(file, threads);
      // One file at a time: a signal that ends the program removes the one being written.
      const std::lock_guard lock(one_at_a_time_);
      if (InterruptWatch::requested()) return;  // a fit cut short is no answer to its input
      naming_input(file.input, result.write);
      tell(file, result);
    };
    const auto error = internal::error_of(work, file.input.string());
    if (!error) return;
    if (error->subject() == ErrorSubject::option) throw Error(*error);  // it is so for all inputs
    tell_failure(file, error->what());
  }

  void tell(const BatchFile& file, const BatchResult& result) {
    line_.wipe();
    ++written_;
    if (options_.json) {
      std::cout << result.json << "\n" << std::flush;
    } else if (!result.data.empty()) {
      std::cout << printable(file.input.string()) << ": " << result.data << "\n" << std::flush;
    }
    if (!options_.quiet) {
      std::cerr << printable(file.input.string()) << " -> " << printable(file.output.string())
                << ": " << result.note << "\n";
      tell_notes(result.notes);
      for (const std::string& warning : result.warnings)
        complain(file.input.string() + ": warning: " + warning);
    }
    if (!result.fault.empty()) {
      ++(result.exit_code == failure ? failed_ : unconverged_);
      complain(file.input.string() + ": " + result.fault);
    }
    show_count();
  }

  void tell_failure(const BatchFile& file, const std::string& why) {
    const std::lock_guard lock(one_at_a_time_);
    line_.wipe();
    ++skipped_;
    if (options_.json) std::cout << failure_as_json(file.input, why) << "\n" << std::flush;
    complain(why);
    show_count();
  }

  void show_count() {
    const std::size_t done = written_ + skipped_;
    const double share = static_cast<double>(done) / static_cast<double>(files_.size());
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
    std::array<char, 160> text{};
    if (done == 0) {
      std::snprintf(text.data(), text.size(), " 0 of %zu", files_.size());
    } else {
      std::snprintf(text.data(), text.size(), " %zu of %zu  %.1f s, about %.1f s left", done,
                    files_.size(), spent.count(), spent.count() * (1 / share - 1));
    }
    line_.draw(share, text.data());
  }

  [[nodiscard]] int end() const {
    if (!options_.quiet) {
      std::cerr << "wrote " << written_ << " of " << files_.size() << " " << options_.words.outputs
                << (InterruptWatch::requested() ? "; stopped by Ctrl-C" : "") << "\n";
    }
    if (skipped_ > 0) {
      complain(std::to_string(skipped_) + " of " + std::to_string(files_.size()) +
               " inputs could not be " + options_.words.done +
               "; what is wrong with each is told above");
    }
    if (InterruptWatch::requested()) return interrupted;
    if (skipped_ > 0 || failed_ > 0) return failure;
    return unconverged_ > 0 ? not_converged : ok;
  }

  const std::vector<BatchFile>& files_;
  const BatchOptions& options_;
  const Work& work_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex one_at_a_time_;  ///< guards the output files and all members below
  BarLine line_;
  std::size_t written_ = 0;
  std::size_t skipped_ = 0;
  std::size_t failed_ = 0;       ///< those that were written with a fault
  std::size_t unconverged_ = 0;  ///< those that were written, under --strict
};

}  // namespace

int run_batch(const BatchFiles& files, const BatchOptions& options,
              const std::function<BatchResult(const BatchFile&, int threads)>& work) {
  if (!options.quiet && !files.left_out.empty()) {
    const std::size_t more = files.left_out.size() - 1;
    std::cerr << "left out, for a name that tells no " << options.words.left_out << ": "
              << printable(files.left_out.front().string())
              << (more > 0 ? " and " + std::to_string(more) + " more" : "") << "\n";
  }
  const InterruptWatch interrupt;
  return BatchRun(files.files, options, work).run();
}

}  // namespace grmf::cli
