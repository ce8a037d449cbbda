#pragma once

#include <cstdint>
#include <memory>

#include "io/source.h"

/// Sources that unpack deflated bytes while they are read.
namespace grmf::io {

/// Whether the next bytes are the beginning of a gzip file.
bool starts_gzip(Source& source);

/// Unpacks a gzip file of one or several members and verifies the checksum of each.
std::unique_ptr<Source> open_gzip(std::unique_ptr<Source> packed);

/// Unpacks the plain deflate stream of a zip member.
std::unique_ptr<Source> open_deflate(std::unique_ptr<Source> packed);

}  // namespace grmf::io
