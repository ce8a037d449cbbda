// A program that knows the library, and its files, only through find_package(grmf COMPONENTS io).
// It reads a table, fits memory of its own without a copy, saves the model and loads it again.
#include <grmf/grmf.h>
#include <grmf/io.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <new>
#include <vector>

namespace {

std::size_t largest_allocation = 0;
std::size_t all_allocations = 0;

void* counted(std::size_t size, std::size_t alignment) {
  largest_allocation = std::max(largest_allocation, size);
  all_allocations += size;
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  if (void* memory = std::aligned_alloc(alignment, std::max(whole, alignment))) return memory;
  throw std::bad_alloc();
}

bool a_table_is_read_and_its_model_kept() {
  const std::filesystem::path table = "outside.csv";
  const std::filesystem::path saved = "outside.npz";
  std::ofstream file(table);
  file << "monday,tuesday,wednesday\n";
  for (int i = 1; i <= 8; ++i) file << i << "," << 2.5 * i << "," << (i == 3 ? 100 : i) << "\n";
  file.close();

  const grmf::Grmf method;
  const grmf::Matrix y = grmf::io::read_matrix(table);
  const grmf::Result result = method.fit(grmf::Data(y), {.rank = 1});
  grmf::io::write_model(saved, grmf::io::make_model(result, method));
  const grmf::io::Model model = grmf::io::read_model(saved);

  const bool table_is_read = y.rows() == 8 && y.cols() == 3 && y(2, 1) == 7.5 && y(2, 2) == 100.0;
  const bool model_is_the_same =
      model.u == result.u && model.v == result.v && model.method == result.method;
  std::printf("table is read: %d, model is the same: %d\n", table_is_read ? 1 : 0,
              model_is_the_same ? 1 : 0);
  return table_is_read && model_is_the_same;
}

/// The middle of a wider array of floats, with a gap, is fitted where it lies.
bool own_memory_is_not_copied() {
  constexpr grmf::Index rows = 700;
  constexpr grmf::Index cols = 600;
  constexpr grmf::Index stride = 640;
  std::vector<float> memory(rows * stride, 1e30F);
  for (grmf::Index i = 0; i < rows; ++i) {
    for (grmf::Index j = 0; j < cols; ++j)
      memory[i * stride + j] =
          static_cast<float>((1 + i % 7) * (2 + j % 5)) + 0.01F * static_cast<float>(i * j % 11);
  }
  memory[5 * stride + 9] = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> before = memory;

  largest_allocation = all_allocations = 0;
  const grmf::Data data(grmf::MatrixView32(memory.data(), rows, cols, stride));
  const std::size_t for_data = all_allocations;
  const grmf::Result result = grmf::Grmf().fit(data, {.rank = 2, .max_sweeps = 5, .threads = 2});
  const std::size_t largest = largest_allocation;

  const std::size_t size = rows * cols * sizeof(float);
  const bool same_bytes = std::equal(memory.begin(), memory.end(), before.begin(),
                                     [](float a, float b) { return a == b || (a != a && b != b); });
  const double there = result.reconstruct()(5, 9);
  std::printf(
      "%zu bytes of numbers; allocated for Data %zu, at most at once in the fit %zu; memory "
      "unchanged: %d, the gap: %.3f\n",
      size, for_data, largest, same_bytes ? 1 : 0, there);
  return for_data < size / 2 && largest < size && same_bytes && std::abs(there - 36.0) < 0.5;
}

}  // namespace

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

int main() {
  const bool files = a_table_is_read_and_its_model_kept();
  return own_memory_is_not_copied() && files ? 0 : 1;
}
