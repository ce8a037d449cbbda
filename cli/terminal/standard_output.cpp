#include "terminal/standard_output.h"

#include <iostream>

#include <fcntl.h>
#include <unistd.h>

namespace grmf::cli {

StandardOutput::StandardOutput() : usual_(std::cout.rdbuf(this)) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

StandardOutput::~StandardOutput() { std::cout.rdbuf(usual_); }

void StandardOutput::finish() {
  sync();
  if (failure_) std::rethrow_exception(failure_);
}

StandardOutput::int_type StandardOutput::overflow(int_type character) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(character, traits_type::eof())) {
    *pptr() = traits_type::to_char_type(character);
    pbump(1);
  }
  return traits_type::not_eof(character);
}

int StandardOutput::sync() {
  const std::string_view waiting(pbase(), static_cast<std::size_t>(pptr() - pbase()));
  try {
    if (!failure_ && !waiting.empty()) {
      if (!sink_) sink_ = io::open_standard_output();
      sink_->write(waiting);
    }
  } catch (const Error&) {
    failure_ = std::current_exception();
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return failure_ ? -1 : 0;
}

void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // open() takes the lowest free number, which is that of the stream.
    if (::fcntl(stream, F_GETFD) < 0) {
      ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

}  // namespace grmf::cli
