#pragma once

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "experiment/run.h"

namespace grmf::experiment {

/// The runs that are done, in a file that grows by a line a run: what was interrupted, by whatever, goes on from there.
/// Runs of another version of the program are not taken over.
class Journal {
 public:
  /// Without a file: nothing outlives the program.
  Journal() = default;
  /// Reads what is there and appends to it. A last line that was cut short is dropped; any other line that is no run
  /// throws Error naming it, and so does a file that cannot be written.
  explicit Journal(std::filesystem::path file);

  [[nodiscard]] const Run* find(const RunKey& key) const;
  [[nodiscard]] std::size_t size() const { return runs_.size(); }
  /// Keeps a run, in place of an older one of the same key. May be called from several threads.
  void add(const Run& run);
  /// Removes the file, once what it was for is written elsewhere.
  void remove();

 private:
  void read();
  void append(const std::string& line);

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::map<RunKey, Run> runs_;
  mutable std::mutex mutex_;
};

}  // namespace grmf::experiment
