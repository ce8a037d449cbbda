// A program that knows the library, and its files, only through find_package(grmf COMPONENTS io).
#include <grmf/grmf.h>
#include <grmf/io.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

int main() {
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
  return table_is_read && model_is_the_same ? 0 : 1;
}
