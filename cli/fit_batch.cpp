#include "fit_batch.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <new>
#include <system_error>
#include <utility>

#include "batch_files.h"
#include "common.h"
#include "core/threads.h"
#include "interrupt.h"
#include "io/model_file.h"
#include "model_output.h"
#include "progress.h"

namespace grmf::cli {
namespace {

/// Where an input failed, for who looks at many: messages name the file at fault, which may be a mask or a start.
std::string naming_input(const std::filesystem::path& input, const std::string& message) {
  return message.starts_with(input.string() + ":") ? message : input.string() + ": " + message;
}

class BatchRun {
 public:
  BatchRun(const FitArguments& arguments, const std::vector<BatchFile>& files)
      : arguments_(arguments), files_(files), line_(!arguments.quiet) {}

  int run() {
    show_count();
    internal::for_each_matrix(
        std::ssize(files_), arguments_.options.threads,
        [this](Index k, int threads) { fit(files_[static_cast<std::size_t>(k)], threads); });
    line_.wipe();
    return end();
  }

 private:
  void fit(const BatchFile& file, int threads) {
    if (InterruptWatch::requested()) return;
    FitArguments own = arguments_;
    own.files.input = file.input;
    own.options.threads = threads;
    own.quiet = true;  // one line tells of all
    try {
      check_model_output(file.output, own.files);
      const FitData data = read_data(own.files);
      const Fitted fitted = fit_input(std::move(own), configured_method(arguments_.method), data);
      // One file at a time: a signal that ends the program removes the one being written.
      const std::lock_guard lock(one_at_a_time_);
      if (InterruptWatch::requested()) return;  // a fit cut short is no model of its input
      write_model_of(fitted, file.output);
      tell(file, fitted);
    } catch (const Error& error) {
      if (is_about_an_option(error)) throw;  // so it would be for all of them
      tell_failure(file, error.what());
    } catch (const std::bad_alloc&) {
      tell_failure(file, internal::no_memory_for_matrix().what());
    }
  }

  void tell(const BatchFile& file, const Fitted& fitted) {
    const Result& result = fitted.result;
    line_.wipe();
    ++written_;
    if (arguments_.json) {
      nlohmann::ordered_json line = {{"input", file.input.string()},
                                     {"output", file.output.string()}};
      line.update(summary(fitted));
      print(line);
    }
    if (!arguments_.quiet) {
      std::cerr << printable(file.input.string()) << " -> " << printable(file.output.string())
                << ": " << result.u.rows() << " x " << result.v.rows() << ", rank "
                << result.u.cols() << ", " << to_string(result.status) << " after "
                << result.sweeps() << " sweeps (" << brief(fitted.seconds) << " s)\n";
      for (const std::string& warning : result.warnings)
        complain(file.input.string() + ": warning: " + warning);
    }
    const std::string fault = fault_of(result, arguments_.strict);
    if (!fault.empty()) {
      ++(result.status == Status::numerical_issue ? failed_ : unconverged_);
      complain(file.input.string() + ": " + fault);
    }
    show_count();
  }

  void tell_failure(const BatchFile& file, const std::string& why) {
    const std::lock_guard lock(one_at_a_time_);
    line_.wipe();
    ++skipped_;
    if (arguments_.json) print({{"input", file.input.string()}, {"error", why}});
    complain(naming_input(file.input, why));
    show_count();
  }

  /// A line of its own, at once; a name need not be text that JSON can hold.
  static void print(const nlohmann::ordered_json& line) {
    std::cout << line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n"
              << std::flush;
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
    if (!arguments_.quiet) {
      std::cerr << "wrote " << written_ << " of " << files_.size() << " models"
                << (InterruptWatch::requested() ? "; stopped by Ctrl-C" : "") << "\n";
    }
    if (skipped_ > 0) {
      complain(std::to_string(skipped_) + " of " + std::to_string(files_.size()) +
               " inputs could not be fitted; what is wrong with each is told above");
    }
    if (InterruptWatch::requested()) return interrupted;
    if (skipped_ > 0 || failed_ > 0) return failure;
    return unconverged_ > 0 ? not_converged : ok;
  }

  const FitArguments& arguments_;
  const std::vector<BatchFile>& files_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex one_at_a_time_;  ///< for files that are written, and all below
  BarLine line_;
  std::size_t written_ = 0;
  std::size_t skipped_ = 0;
  std::size_t failed_ = 0;       ///< of those written
  std::size_t unconverged_ = 0;  ///< of those written, under --strict
};

}  // namespace

bool is_batch(const std::vector<std::filesystem::path>& inputs) {
  std::error_code ignored;  // told when it is read
  return inputs.size() > 1 || std::filesystem::is_directory(inputs.front(), ignored);
}

int fit_batch(FitArguments arguments) {
  configured_method(arguments.method);  // for what it refuses
  complete_options(arguments);
  const BatchFiles found = batch_files(arguments);
  arguments.inputs.clear();  // every fit has a copy of the arguments
  if (arguments.start) arguments.options.start = io::read_start(*arguments.start);
  make_model_folder(arguments.output);
  if (!arguments.quiet && !found.left_out.empty()) {
    const std::size_t more = found.left_out.size() - 1;
    std::cerr << "left out, for a name that tells no format: "
              << printable(found.left_out.front().string())
              << (more > 0 ? " and " + std::to_string(more) + " more" : "") << "\n";
  }
  const InterruptWatch interrupt;
  return BatchRun(arguments, found.files).run();
}

}  // namespace grmf::cli
