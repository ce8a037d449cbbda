// A program that knows the library only through find_package(grmf).
#include <grmf/grmf.h>

#include <cmath>
#include <cstdio>

int main() {
  grmf::Matrix y(20, 15);
  for (int i = 0; i < 20; ++i) {
    for (int j = 0; j < 15; ++j) {
      y(i, j) = (1.0 + i) * (1.0 + j) / 300.0 + (i % 2 == 0 ? 0.5 : -0.5);
    }
  }

  const grmf::Result result = grmf::Grmf{{.lambda2 = 0.01}}.fit(grmf::Data(y), {.rank = 2});

  const bool shapes_fit = result.u.rows() == 20 && result.u.cols() == 2 && result.v.rows() == 15 &&
                          result.v.cols() == 2;
  const bool objective_is_sane = std::isfinite(result.objective) && result.objective >= 0.0;
  std::printf("grmf %.*s\n", static_cast<int>(grmf::version().size()), grmf::version().data());
  std::printf("shapes fit: %d, objective: %g, converged: %d\n", shapes_fit ? 1 : 0,
              result.objective, result.status == grmf::Status::converged ? 1 : 0);
  return shapes_fit && objective_is_sane ? 0 : 1;
}
