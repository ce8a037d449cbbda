#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grmf/io/format.h"
#include "io/picture.h"
#include "io/sink.h"

/// Pictures in files, grey or in colour. docs/formats.md tells what the formats hold and what is
/// refused.
namespace grmf::io {

/// Reads a file, or standard input for "-", whose format is found as read_input finds it. A matrix
/// in a format that is not for pictures is taken for a grey picture.
Image read_image(const std::filesystem::path& path, std::optional<Format> format = {});

/// Writes a picture as write_matrix writes a matrix. Three channels become npy of three dimensions,
/// png, ppm or tiff; the other formats hold one channel and throw Error.
void write_image(const std::filesystem::path& path, Channels channels,
                 std::optional<Format> format = {}, double peak = 0.0);
/// Writes a picture into a sink.
void write_channels(Sink& sink, Channels channels, Format format, double peak);

/// The format that write_image would write: `format`, or else what the name tells. Throws Error for
/// what can only be read: packed files, npz and jpeg.
Format image_format(const std::filesystem::path& path, std::optional<Format> format = {});
/// Throws the Error of write_image where the format cannot hold so many channels.
void check_channels(const std::string& name, Format format, std::size_t channels);

/// The channels as a file of this format would hold them, in the unit of `channels`: rounded and
/// clipped to the range where the format stores whole numbers.
std::vector<Matrix> as_written(std::vector<Matrix> channels, Format format, double peak);

}  // namespace grmf::io
