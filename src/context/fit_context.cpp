#include "context/fit_context.h"

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
  if (!archive.reading() && !of_data_) of_data_ = fingerprint_ ? fingerprint_() : 0;
  archive(fit_);
  archive(of_data_);
  archive(in_start_);
  archive(stage_);
  archive(stages_);
  archive(known_);
}

void FitContext::identify(const std::string& fit, std::function<std::uint64_t()> fingerprint) {
  fingerprint_ = std::move(fingerprint);
  if (resumed_ && fit != fit_) {
    throw Error(ErrorCode::invalid_data,
                "the state to resume from is of another fit: " + fit_ + "; this fit is: " + fit +
                    "; data, method and options must be the same",
                ErrorSubject::start);
  }
  if (resumed_ && of_data_ != fingerprint_()) {
    throw Error(ErrorCode::invalid_data,
                "the state to resume from is of other data of the same shape; the data must be the "
                "same",
                ErrorSubject::start);
  }
  fit_ = fit;
}

double FitContext::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

bool FitContext::out_of_time() {
  if (!ended() && seconds() >= time_limit_) status_ = Status::time_limit;
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
