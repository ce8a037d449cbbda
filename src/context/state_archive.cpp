#include "context/state_archive.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/random.h"
#include "grmf/error.h"

namespace grmf {
namespace internal {
namespace {

/// The first bytes of a state: what it is, and the version of its layout. The number after them,
/// which only this kind of machine reads as itself, tells the order of bytes.
constexpr std::string_view magic = "grmf run state 2";
constexpr std::uint64_t order = 0x0102030405060708U;
constexpr std::size_t header_size = magic.size() + sizeof(order) + sizeof(std::uint64_t);

std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t sum = bytes.size();
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(sum)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof(word), bytes.size() - at));
    sum = mix(sum ^ word);
  }
  return sum;
}

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorCode::unreadable, "the state to resume from " + why + "; begin the fit anew",
              ErrorSubject::start);
}

/// Throws Error unless the bytes are a whole state of this version.
void check_bytes(std::span<const std::byte> bytes) {
  if (bytes.size() < header_size || std::memcmp(bytes.data(), magic.data(), magic.size()) != 0)
    refuse("is none that this version of the library has written");
  std::uint64_t numbers[2];
  std::memcpy(numbers, bytes.data() + magic.size(), sizeof(numbers));
  if (numbers[0] != order) refuse("was written by another kind of machine");
  if (numbers[1] != checksum(bytes.subspan(header_size))) refuse("is damaged or cut short");
}

}  // namespace

StateArchive::StateArchive() : reading_(false) {}

StateArchive::StateArchive(const RunState& state)
    : reading_(true), bytes_(state.bytes_), at_(header_size) {
  check_bytes(bytes_);
}

RunState StateArchive::state() const {
  std::vector<std::byte> all(header_size + bytes_.size());
  const std::uint64_t numbers[2] = {order, checksum(bytes_)};
  std::memcpy(all.data(), magic.data(), magic.size());
  std::memcpy(all.data() + magic.size(), numbers, sizeof(numbers));
  std::memcpy(all.data() + header_size, bytes_.data(), bytes_.size());
  return RunState(std::move(all));
}

void StateArchive::copy(void* value, std::size_t size) {
  if (size == 0) return;
  if (!reading_) {
    const auto* from = static_cast<const std::byte*>(value);
    bytes_.insert(bytes_.end(), from, from + size);
    return;
  }
  if (size > left()) refuse("is shorter than it should be");
  std::memcpy(value, bytes_.data() + at_, size);
  at_ += size;
}

void StateArchive::check_size(Index rows, Index cols, std::size_t size) const {
  const auto most = static_cast<Index>(left() / size);
  if (rows < 0 || cols < 0 || (cols > 0 && rows > most / cols))
    refuse("is shorter than it should be");
}

void StateArchive::operator()(std::string& text) {
  Index size = std::ssize(text);
  (*this)(size);
  if (reading_) {
    check_size(size, 1, 1);
    text.resize(static_cast<std::size_t>(size));
  }
  copy(text.data(), text.size());
}

void StateArchive::operator()(Matrix& a) {
  Index rows = a.rows();
  Index cols = a.cols();
  (*this)(rows);
  (*this)(cols);
  if (reading_) {
    check_size(rows, cols, sizeof(double));
    a = Matrix(rows, cols);
  }
  copy(a.data(), static_cast<std::size_t>(a.size()) * sizeof(double));
}

void StateArchive::operator()(Factors& factors) {
  (*this)(factors.u);
  (*this)(factors.v);
}

void StateArchive::operator()(Sweep& sweep) {
  (*this)(sweep.sweep);
  (*this)(sweep.objective);
  (*this)(sweep.relative_change);
  (*this)(sweep.step_u);
  (*this)(sweep.step_v);
  (*this)(sweep.stage);
}

void StateArchive::operator()(std::map<std::string, double>& numbers) {
  Index count = std::ssize(numbers);
  (*this)(count);
  if (!reading_) {
    for (auto& [name, number] : numbers) {
      std::string text = name;
      (*this)(text);
      (*this)(number);
    }
    return;
  }
  numbers.clear();
  for (Index k = 0; k < count; ++k) {
    std::string name;
    (*this)(name);
    (*this)(numbers[name]);
  }
}

}  // namespace internal

RunState RunState::load(std::span<const std::byte> bytes) {
  internal::check_bytes(bytes);
  return RunState({bytes.begin(), bytes.end()});
}

}  // namespace grmf
