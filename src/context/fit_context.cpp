#include "context/fit_context.h"

#include <algorithm>
#include <utility>

#include "grmf/error.h"

namespace grmf::internal {

void FitContext::RunEnd::visit_state(StateArchive& archive) {
  archive(status);
  archive(objective);
  archive(factors);
  archive(history);
}

FitContext::FitContext(const FitOptions& options)
    : workers_(options.threads),
      seed_(options.seed),
      backend_(options.backend),
      time_limit_(options.time_limit),
      on_sweep_(options.on_sweep) {
  if (!options.resume) return;
  resumed_.emplace(*options.resume);
  visit_state(*resumed_);
  resumed_stage_ = std::exchange(stage_, 0);
}

void FitContext::visit_state(StateArchive& archive) {
  if (!archive.reading() && !fingerprint_ && identity_.fingerprint)
    fingerprint_ = identity_.fingerprint();
  archive(identity_.settings);
  archive(identity_.max_sweeps);
  archive(fingerprint_);
  archive(stage_);
  archive(ends_);
  archive(known_);
}

void FitContext::identify(Identity identity) {
  const auto refuse = [](const std::string& why) {
    throw Error(ErrorCode::invalid_data, "the state to resume from is of another fit: " + why,
                ErrorSubject::start);
  };
  if (resumed_) {
    const auto& was = identity_.settings;
    const auto& is = identity.settings;
    const auto [old, now] = std::mismatch(was.begin(), was.end(), is.begin(), is.end());
    if (old != was.end() || now != is.end()) {
      refuse("there it says " + (old != was.end() ? *old : "nothing more") + ", here " +
             (now != is.end() ? *now : "nothing more"));
    }
    if (resumed_stage_ == 0 && identity_.max_sweeps != identity.max_sweeps) {
      refuse("max_sweeps was " + std::to_string(identity_.max_sweeps) + " and is " +
             std::to_string(identity.max_sweeps) + ", and the start depends on it");
    }
    if (fingerprint_ != identity.fingerprint()) refuse("the data differ");
  }
  identity_ = std::move(identity);
}

double FitContext::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

bool FitContext::must_end() {
  if (!ended() && !resumed_ && seconds() >= time_limit_) status_ = Status::time_limit;
  return ended();
}

void FitContext::report(const Sweep& sweep, const std::function<Factors()>& factors,
                        const std::function<void(StateArchive&)>& visit_run) {
  if (!on_sweep_) return;
  const auto shown = [&] {
    Factors now = factors();
    if (transposed_) std::swap(now.u, now.v);
    return now;
  };
  Progress progress{sweep, !in_stage_, seconds(), shown, [&] {
                      StateArchive archive;
                      visit_state(archive);
                      visit_run(archive);
                      return archive.state();
                    }};
  if (!in_stage_) {
    progress.sweep = sweeps_before_;
    progress.stage = stage_;
  }
  if (on_sweep_(progress) == Action::stop) status_ = Status::stopped;
}

const FitContext::RunEnd* FitContext::begin_run() {
  const std::size_t number = runs_++;
  if (number >= ends_.size()) return nullptr;
  if (in_stage_) sweeps_before_ = ends_[number].history.back().sweep;
  return &ends_[number];
}

bool FitContext::resume(const std::function<void(StateArchive&)>& visit_run) {
  if (!resumed_) return false;
  visit_run(*resumed_);
  resumed_.reset();
  return true;
}

void FitContext::end_run(RunEnd end) {
  if (in_stage_) sweeps_before_ = end.history.back().sweep;
  if (!in_stage_) end.history.clear();
  // A state may be asked for only where there is a callback to ask for it.
  if (on_sweep_) ends_.push_back(std::move(end));
}

void FitContext::begin_stage() {
  if (stage_ == 0) {
    runs_ = 0;
    if (!resumes_behind_start()) ends_.clear();
  }
  ++stage_;
  in_stage_ = true;
}

double FitContext::once(const std::string& name, const std::function<double()>& compute) {
  const auto known = known_.find(name);
  return known != known_.end() ? known->second : known_[name] = compute();
}

}  // namespace grmf::internal
