#include "experiment/journal.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include <nlohmann/json.hpp>
#include <sys/file.h>

#include "experiment/json_fields.h"
#include "grmf/version.h"

namespace grmf::experiment {
namespace {

namespace fs = std::filesystem;

/// The schema of the first line, without its number.
constexpr const char* runs_schema = "grmf-runs-";

std::string header() {
  return Json{{"schema", std::string(runs_schema) + "2"}, {"version", std::string(version())}}
             .dump() +
         "\n";
}

[[noreturn]] void throw_unwritable(const fs::path& file, int why, const char* what_to_do) {
  throw Error(ErrorCode::unwritable,
              file.string() + ": cannot be written: " + std::strerror(why) + "; " + what_to_do);
}

}  // namespace

Journal::Journal(fs::path file) : path_(std::move(file)) {
  open();
  read();
  if (length_ == 0) append(header());
}

void Journal::open() {
  file_.reset(std::fopen(path_.c_str(), "ab"));
  if (!file_) throw_unwritable(path_, errno, "choose another place");
  if (::flock(::fileno(file_.get()), LOCK_EX | LOCK_NB) == 0) return;
  throw Error(
      ErrorCode::unwritable,
      path_.string() + ": is being written by another grmf; wait for it or choose another place");
}

void Journal::read() {
  std::ifstream stream(path_, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const bool cut_short = header().starts_with(text);
  if (!cut_short && !text.starts_with(header())) {
    if (text.find(runs_schema) == std::string::npos) {
      throw Error(ErrorCode::invalid_data, path_.string() +
                                               ": holds something else than finished runs; "
                                               "move it away or choose another place");
    }
    aside_ = path_;
    aside_ += ".old";
    fs::rename(path_, aside_);
    open();
    return;
  }
  std::size_t begin = cut_short ? 0 : header().size();
  for (int line = 2; !cut_short && begin < text.size(); ++line) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) break;
    try {
      Run run = run_from_json(Json::parse(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                          text.begin() + static_cast<std::ptrdiff_t>(end)));
      runs_.insert_or_assign(run.key, run);
    } catch (const std::exception& error) {
      throw Error(ErrorCode::invalid_data, path_.string() + ":" + std::to_string(line) +
                                               ": is no run: " + error.what() +
                                               "; remove the line or the file");
    }
    begin = end + 1;
  }
  length_ = begin;
  // A crash may have cut the last line short.
  if (length_ < text.size()) fs::resize_file(path_, length_);
}

const Run* Journal::find(const RunKey& key) const {
  const std::lock_guard lock(*mutex_);
  const auto found = runs_.find(key);
  return found == runs_.end() ? nullptr : &found->second;
}

void Journal::add(const Run& run) {
  const std::lock_guard lock(*mutex_);
  runs_.insert_or_assign(run.key, run);
  // A run that failed is not written: its cause may be put right.
  if (!file_ || failed_ || !run.error.empty()) return;
  append(line_of(to_json(run)) + "\n");
}

void Journal::append(const std::string& line) {
  const bool written = std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size() &&
                       std::fflush(file_.get()) == 0;
  if (written) {
    length_ += line.size();
    return;
  }
  failed_ = true;
  const int why = errno;
  std::error_code ignored;  // the next start drops an incomplete line
  fs::resize_file(path_, length_, ignored);
  throw_unwritable(path_, why, "free some space, and the same command goes on from here");
}

void Journal::remove() {
  file_.reset();
  std::error_code ignored;  // nothing is lost if the file stays
  if (!path_.empty()) fs::remove(path_, ignored);
}

}  // namespace grmf::experiment
