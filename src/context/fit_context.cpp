#include "context/fit_context.h"

#include <algorithm>
#include <utility>

#include "grmf/error.h"

namespace grmf::internal {

void FitContext::StageEnd::visit_state(StateArchive& archive) {
  archive(status);
  archive(objective);
  archive(factors);
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
  resumed_in_start_ = std::exchange(in_start_, true);
  stage_ = 0;
}

void FitContext::visit_state(StateArchive& archive) {
  if (!archive.reading() && !fingerprint_ && identity_.fingerprint)
    fingerprint_ = identity_.fingerprint();
  archive(identity_.settings);
  archive(identity_.max_sweeps);
  archive(fingerprint_);
  archive(in_start_);
  archive(stage_);
  archive(stages_);
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
    if (resumed_in_start_ && identity_.max_sweeps != identity.max_sweeps) {
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
  Progress progress{sweep, seconds(), shown, [&] {
                      StateArchive archive;
                      visit_state(archive);
                      visit_run(archive);
                      return archive.state();
                    }};
  if (in_start_) progress.sweep = 0;
  if (on_sweep_(progress) == Action::stop) status_ = Status::stopped;
}

const FitContext::StageEnd* FitContext::begin_stage() {
  if (!in_start_) return nullptr;
  const std::size_t number = stage_++;
  return number < stages_.size() ? &stages_[number] : nullptr;
}

bool FitContext::resume(const std::function<void(StateArchive&)>& visit_run) {
  if (!resumed_ || resumed_in_start_ != in_start_) return false;
  visit_run(*resumed_);
  resumed_.reset();
  return true;
}

void FitContext::end_stage(StageEnd end) {
  // A state may be asked for only where there is a callback to ask for it.
  if (in_start_ && on_sweep_) stages_.push_back(std::move(end));
}

void FitContext::begin_own_stage() {
  in_start_ = false;
  stages_.clear();
}

double FitContext::once(const std::string& name, const std::function<double()>& compute) {
  const auto known = known_.find(name);
  return known != known_.end() ? known->second : known_[name] = compute();
}

}  // namespace grmf::internal
