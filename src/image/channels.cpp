#include "image/channels.h"

#include <algorithm>

namespace grmf::internal {

Matrix side_by_side(std::span<const Matrix> channels) {
  if (channels.size() == 1) return channels.front();
  const Index cols = channels.front().cols();
  Matrix joined(channels.front().rows(), cols * std::ssize(channels));
  Index left = 0;
  for (const Matrix& channel : channels) {
    for (Index i = 0; i < channel.rows(); ++i)
      std::ranges::copy(channel.row(i), joined.row(i).begin() + left);
    left += cols;
  }
  return joined;
}

std::vector<Matrix> taken_apart(const Matrix& joined, Index count) {
  const Index cols = joined.cols() / count;
  std::vector<Matrix> channels(static_cast<std::size_t>(count), Matrix(joined.rows(), cols));
  Index left = 0;
  for (Matrix& channel : channels) {
    for (Index i = 0; i < channel.rows(); ++i)
      std::copy_n(joined.row(i).begin() + left, cols, channel.row(i).begin());
    left += cols;
  }
  return channels;
}

}  // namespace grmf::internal
