#pragma once

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

#include "experiment/run.h"

namespace grmf::experiment {

/// The runs that are done, in a file that grows by a line a run: what was interrupted, by whatever, goes on from there.
class Journal {
 public:
  /// Without a file: nothing outlives the program.
  Journal() = default;
  /// Reads what is there and appends to it. A last line that was cut short is dropped; any other line that is no run
  /// throws Error naming it, and so do a file that cannot be written and one that another program is writing. Runs of another
  /// version of the program are not taken over: their file is moved aside.
  explicit Journal(std::filesystem::path file);

  [[nodiscard]] const Run* find(const RunKey& key) const;
  [[nodiscard]] std::size_t size() const { return runs_.size(); }
  /// Where runs of another version are now; empty where there were none.
  [[nodiscard]] const std::filesystem::path& moved_aside() const { return aside_; }
  /// Keeps a run, in place of an older one of the same key. May be called from several threads. After a write that failed nothing
  /// more is written.
  void add(const Run& run);
  /// Removes the file, once what it was for is written elsewhere.
  void remove();

 private:
  void open();
  void read();
  void append(const std::string& line);

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::filesystem::path aside_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uintmax_t length_ = 0;  ///< of the whole lines
  bool failed_ = false;
  std::map<RunKey, Run> runs_;
  /// On the heap: a journal can be moved before it is shared.
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

}  // namespace grmf::experiment
