#include "experiment/journal.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "experiment/json_fields.h"
#include "grmf/version.h"

namespace grmf::experiment {
namespace {

constexpr const char* schema = "grmf-runs-1";

std::string header() {
  return Json{{"schema", schema}, {"version", std::string(version())}}.dump() + "\n";
}

std::string line_of(const Run& run) {
  // A file's name need not be text that JSON can hold.
  return to_json(run).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

Journal::Journal(std::filesystem::path file) : path_(std::move(file)) {
  read();
  file_.reset(std::fopen(path_.c_str(), "ab"));
  if (!file_) {
    throw Error(ErrorCode::unwritable, path_.string() + ": cannot be written: " +
                                           std::strerror(errno) + "; choose another place");
  }
  if (std::filesystem::file_size(path_) == 0) append(header());
}

void Journal::read() {
  std::ifstream stream(path_, std::ios::binary);
  if (!stream) return;
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!text.starts_with(header())) {
    if (!text.empty() && text.find(schema) == std::string::npos) {
      throw Error(ErrorCode::invalid_data, path_.string() +
                                               ": holds something else than finished runs; "
                                               "move it away or choose another place");
    }
    std::filesystem::resize_file(path_, 0);  // of another version: its figures may be others
    return;
  }
  std::size_t begin = header().size();
  for (int line = 2; begin < text.size(); ++line) {
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
  if (begin < text.size()) std::filesystem::resize_file(path_, begin);  // cut short by a crash
}

const Run* Journal::find(const RunKey& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find(key);
  return found == runs_.end() ? nullptr : &found->second;
}

void Journal::add(const Run& run) {
  const std::lock_guard lock(mutex_);
  runs_.insert_or_assign(run.key, run);
  if (file_ && run.error.empty()) append(line_of(run));  // what failed may be put right
}

void Journal::append(const std::string& line) {
  const bool written = std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size() &&
                       std::fflush(file_.get()) == 0;
  if (written) return;
  throw Error(ErrorCode::unwritable, path_.string() + ": cannot be written: " +
                                         std::strerror(errno) + "; free some space");
}

void Journal::remove() {
  file_.reset();
  std::error_code ignored;  // nothing is lost when it stays
  if (!path_.empty()) std::filesystem::remove(path_, ignored);
}

}  // namespace grmf::experiment
