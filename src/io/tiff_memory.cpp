#include "io/tiff_memory.h"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <exception>

namespace grmf::io {
namespace {

std::mutex& one_at_a_time() {
  static std::mutex one;
  return one;
}

std::string& first_error() {
  static std::string text;
  return text;
}

void keep_first(thandle_t /*file*/, const char* /*module*/, const char* format, va_list arguments) {
  if (!first_error().empty()) return;
  std::array<char, 256> text{};
  std::vsnprintf(text.data(), text.size(), format, arguments);
  first_error() = text.data();
}

template <class Memory>
Memory& of(thandle_t handle) {
  return *static_cast<Memory*>(handle);
}

template <class Memory>
tmsize_t read_bytes(thandle_t handle, void* to, tmsize_t size) {
  auto& [bytes, position] = of<Memory>(handle);
  if (position > bytes.size() || size < 0) return 0;
  const std::size_t count =
      bytes.copy(static_cast<char*>(to), static_cast<std::size_t>(size), position);
  position += count;
  return static_cast<tmsize_t>(count);
}

tmsize_t write_nothing(thandle_t /*handle*/, void* /*from*/, tmsize_t /*size*/) { return 0; }

tmsize_t write_bytes(thandle_t handle, void* from, tmsize_t size) {
  auto& [bytes, position] = of<TiffOutput>(handle);
  const std::uint64_t end = position + static_cast<std::uint64_t>(size);
  try {
    if (bytes.size() < end) bytes.resize(end);
  } catch (const std::exception&) {  // an exception must not pass through C
    return 0;
  }
  bytes.replace(position, static_cast<std::size_t>(size), static_cast<const char*>(from),
                static_cast<std::size_t>(size));
  position = end;
  return size;
}

template <class Memory>
toff_t seek(thandle_t handle, toff_t offset, int whence) {
  auto& [bytes, position] = of<Memory>(handle);
  if (whence == SEEK_CUR) offset += position;
  if (whence == SEEK_END) offset += bytes.size();
  return position = offset;
}

int close(thandle_t /*handle*/) { return 0; }

template <class Memory>
toff_t size_of(thandle_t handle) {
  return of<Memory>(handle).bytes.size();
}

/// The file is mapped, so that libtiff checks every offset against the size.
int map(thandle_t handle, void** base, toff_t* size) {
  const std::string_view bytes = of<TiffInput>(handle).bytes;
  // libtiff asks for a pointer to change, but opened for reading it changes nothing.
  *base = const_cast<char*>(bytes.data());  // NOLINT
  *size = bytes.size();
  return 1;
}
int map_nothing(thandle_t /*handle*/, void** /*base*/, toff_t* /*size*/) { return 0; }
void unmap(thandle_t /*handle*/, void* /*base*/, toff_t /*size*/) {}

}  // namespace

QuietTiff::QuietTiff()
    : lock_(one_at_a_time()),
      error_(TIFFSetErrorHandler(nullptr)),
      warning_(TIFFSetWarningHandler(nullptr)),
      error_ext_(TIFFSetErrorHandlerExt(keep_first)),
      warning_ext_(TIFFSetWarningHandlerExt(nullptr)) {
  first_error().clear();
}

QuietTiff::~QuietTiff() {
  TIFFSetWarningHandlerExt(warning_ext_);
  TIFFSetErrorHandlerExt(error_ext_);
  TIFFSetWarningHandler(warning_);
  TIFFSetErrorHandler(error_);
}

std::string QuietTiff::message() {
  return first_error().empty() ? "no reason is known" : first_error();
}

TiffHandle open_tiff(TiffInput& input, const std::string& name) {
  return TiffHandle(TIFFClientOpen(name.c_str(), "r", &input, read_bytes<TiffInput>, write_nothing,
                                   seek<TiffInput>, close, size_of<TiffInput>, map, unmap));
}

TiffHandle open_tiff(TiffOutput& output, const std::string& name, bool big) {
  return TiffHandle(TIFFClientOpen(name.c_str(), big ? "w8" : "w", &output, read_bytes<TiffOutput>,
                                   write_bytes, seek<TiffOutput>, close, size_of<TiffOutput>,
                                   map_nothing, unmap));
}

}  // namespace grmf::io
