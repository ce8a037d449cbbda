#pragma once

#include <cstdint>
#include <memory>

#include "io/source.h"

/// Deflated bytes, unpacked while they are read.
namespace grmf::io {

/// Whether the next bytes are those a gzip file starts with.
bool starts_gzip(Source& source);

/// Unpacks gzip: one member or several in a row, each with its checksum checked.
std::unique_ptr<Source> open_gzip(std::unique_ptr<Source> packed);

/// Unpacks the plain deflate stream of a zip member.
std::unique_ptr<Source> open_deflate(std::unique_ptr<Source> packed);

}  // namespace grmf::io
