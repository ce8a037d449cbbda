// Reads a table from a csv file, fits it, and keeps the model in a file that NumPy opens too.
#include <grmf/grmf.h>
#include <grmf/io.h>

#include <cmath>
#include <filesystem>
#include <iostream>

int main() {
  try {
    const std::filesystem::path table = "grmf_example.csv";
    const std::filesystem::path saved = "grmf_example.npz";

    // A program would find its table there. This one has a row for each sensor, a column for each
    // hour.
    grmf::Matrix readings(30, 24);
    for (int i = 0; i < 30; ++i) {
      for (int j = 0; j < 24; ++j) readings(i, j) = (1.0 + i) * (2.0 + std::sin(0.26 * j));
    }
    readings(4, 7) = 1000.0;  // spike
    grmf::io::write_matrix(table, readings);

    const grmf::Grmf method;
    const grmf::Result result = method.fit(grmf::Data(grmf::io::read_matrix(table)), {.rank = 1});
    grmf::io::write_model(saved, grmf::io::make_model(result, method));

    const grmf::io::Model model = grmf::io::read_model(saved);
    std::cout << model.method << ", rank " << model.u.cols() << ": " << model.message << "\n"
              << "the spike of 1000 should have been "
              << grmf::multiply_transposed(model.u, model.v)(4, 7) << "\n";
    std::filesystem::remove(table);
    std::filesystem::remove(saved);
    return model.u == result.u && model.v == result.v ? 0 : 1;
  } catch (const grmf::Error& problem) {
    std::cerr << "files: " << problem.what() << "\n";
    return 1;
  }
}
