// Writes a model and its reconstruction, for numpy_opens_models.py: write_samples FOLDER

#include <filesystem>
#include <random>

#include "grmf/io/matrix_file.h"
#include "grmf/io/model_file.h"
#include "io/image_file.h"
#include "io/npy.h"
#include "io/zip.h"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::filesystem::path folder = arguments[1];
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  grmf::io::Model model;
  model.u = grmf::Matrix(40, 7);
  model.v = grmf::Matrix(30, 7);
  model.s = grmf::Matrix(40, 30, 0.25);
  for (double& value : model.u.values()) value = normal(random);
  for (double& value : model.v.values()) value = normal(random);
  model.method = "grmf";
  model.options = {{"lambda2", 0.1}, {"mm_steps", std::int64_t{2}}, {"init", "svd"}};
  model.status = "converged";
  model.message = "gr\xC3\xBC\xC3\x9F";
  model.history = {{0, 0.1, 0, 0, 0}, {1, 1.0 / 3, 0.5, 1e-300, 2}};
  model.objective = 1.0 / 3;
  model.certificate = 1e-9;
  // An archive in the form that archives above 4 GiB have.
  grmf::io::write_file(folder / "zip64.npz", [&](grmf::io::Sink& sink) {
    grmf::io::ZipWriter zip(sink, 100);
    zip.add("small.npy", grmf::io::npy_text("tiny"), {});
    zip.add("u.npy", grmf::io::npy_header({40, 7}),
            {reinterpret_cast<const char*>(model.u.data()), model.u.values().size_bytes()});
    zip.finish();
  });
  grmf::io::write_model(folder / "model.npz", model);
  grmf::io::write_matrix(folder / "product.npy", multiply_transposed(model.u, model.v));
  const std::vector<grmf::Matrix> colour = {grmf::Matrix{{0, 1, 2}, {10, 11, 12}},
                                            grmf::Matrix{{100, 101, 102}, {110, 111, 112}},
                                            grmf::Matrix{{-0.5, 201, 202}, {210, 211, 1e300}}};
  grmf::io::write_image(folder / "colour.npy", colour);
  grmf::io::write_matrix(folder / "product.csv", multiply_transposed(model.u, model.v));

  model.sizes.rows.assign(40, 0.5);
  model.sizes.rows[3] = 3.0;
  model.sizes.columns.assign(30, 1.0);
  model.sizes.columns[7] = 1e6;
  model.names.columns.assign(30, "caf\xC3\xA9");
  grmf::io::write_model(folder / "scaled.npz", model);
  grmf::io::write_matrix(folder / "estimate.npy", grmf::io::estimate(model));
}
