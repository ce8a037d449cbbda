#pragma once

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

#include "experiment/run.h"

namespace grmf::experiment {

/// The runs that are done, in a file that grows by one line per run, so that an interrupted
/// experiment, whatever interrupted it, goes on from there.
class Journal {
 public:
  /// A journal without a file: nothing outlives the program.
  Journal() = default;
  /// Reads what is there and appends to it. A last line that was cut short is dropped; any other
  /// line that is no run throws an Error naming it. A file that cannot be written, or that another
  /// program is writing, throws Error too. Runs of another version of the program are not taken
  /// over: their file is moved aside.
  explicit Journal(std::filesystem::path file);

  [[nodiscard]] const Run* find(const RunKey& key) const;
  [[nodiscard]] std::size_t size() const { return runs_.size(); }
  /// Where the file with runs of another version is now; empty where there was none.
  [[nodiscard]] const std::filesystem::path& moved_aside() const { return aside_; }
  /// Keeps a run, replacing an older one of the same key. May be called from several threads. After
  /// a write that failed nothing more is written.
  void add(const Run& run);
  /// Removes the file. Call it when the runs have been written elsewhere.
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
  std::uintmax_t length_ = 0;  ///< length of all complete lines in bytes
  bool failed_ = false;
  std::map<RunKey, Run> runs_;
  /// It is on the heap so that a journal can be moved before it is shared.
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

}  // namespace grmf::experiment
