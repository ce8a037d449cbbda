#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/format.h"
#include "io/picture.h"
#include "io/sink.h"

/// Pictures in files, grey or in colour. What the formats hold and what is refused: docs/formats.md.
namespace grmf::io {

/// Reads a file, or standard input for "-". The format is told by the name unless given; of those that
/// are no pictures the matrix is taken for a grey one.
Image read_image(const std::filesystem::path& path, std::optional<Format> format = {});

/// As write_matrix. Three channels become npy of three dimensions, png, ppm or tiff; other formats hold
/// one channel, and throw Error.
void write_image(const std::filesystem::path& path, Channels channels,
                 std::optional<Format> format = {}, double peak = 0.0);
/// The same into a sink.
void write_channels(Sink& sink, Channels channels, Format format, double peak);

/// The format that write_image would write: given, or told by the name. Throws Error for what is packed,
/// which is only read.
Format image_format(const std::filesystem::path& path, std::optional<Format> format = {});
/// Throws the Error of write_image where the format cannot hold so many channels.
void check_channels(const std::string& name, Format format, std::size_t channels);

/// What such a file will hold, in the numbers of `channels`: rounded and cut to the range where it stores
/// whole numbers.
std::vector<Matrix> as_written(std::vector<Matrix> channels, Format format, double peak);

}  // namespace grmf::io
