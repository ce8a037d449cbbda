#include "support/tiny_cases.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

namespace grmf::test {
namespace {

TinyCase read_case(std::ifstream& in) {
  std::string name;
  int r = 0;
  in >> name >> r;
  TinyCase tiny{.name = name + "_r" + std::to_string(r), .problem = internal::TinyProblem(r)};
  internal::TinyProblem& p = tiny.problem;
  in >> p.kappa1 >> p.kappa2 >> p.lambda_neg >> p.hard;
  for (int l = 0; l < r; ++l) {
    for (int k = 0; k <= l; ++k) {
      in >> p.hessian[p.index(l, k)];
      p.hessian[p.index(k, l)] = p.hessian[p.index(l, k)];
    }
  }
  for (double& h : p.rhs) in >> h;
  for (auto& flag : p.in_f) {
    int in_f = 0;
    in >> in_f;
    // Where kappa is 0 there is no penalty: freeze() leaves these entries out, and so does this.
    flag = in_f != 0 && p.kappa1 > 0 ? 1 : 0;
    p.any_f |= flag != 0;
  }
  int edges = 0;
  for (in >> edges; edges > 0; --edges) {
    int l = 0;
    int k = 0;
    in >> l >> k;
    if (p.kappa2 > 0) {
      p.in_e[p.index(l, k)] = p.in_e[p.index(k, l)] = 1;
      p.any_e = true;
    }
  }
  in >> tiny.objective >> tiny.strict;
  tiny.z.resize(r);
  tiny.group.resize(r);
  tiny.zero.resize(r);
  for (double& z : tiny.z) in >> z;
  for (int& group : tiny.group) in >> group;
  for (int& zero : tiny.zero) in >> zero;
  if (!in) throw std::runtime_error("tiny_problem.txt ends early at " + tiny.name);
  return tiny;
}

}  // namespace

const std::vector<TinyCase>& tiny_cases() {
  static const std::vector<TinyCase> cases = [] {
    std::ifstream in(GRMF_TEST_DATA_DIR "/tiny_problem.txt");
    if (!in) throw std::runtime_error("tests/fixtures/tiny_problem.txt cannot be opened");
    int count = 0;
    in >> count;
    std::vector<TinyCase> all;
    while (count-- > 0) all.push_back(read_case(in));
    return all;
  }();
  return cases;
}

double objective_scale(const TinyCase& tiny) {
  const internal::TinyProblem& p = tiny.problem;
  double linear = 0.0;
  double h = 0.0;
  double diagonal = 0.0;
  for (int l = 0; l < p.r; ++l) {
    linear += std::abs(p.rhs[l] * tiny.z[l]);
    h = std::max(h, std::abs(p.rhs[l]));
    diagonal = std::max(diagonal, p.hessian_row(l)[l]);
  }
  // At z = 0 all terms vanish; h^2 / H is the gain of q without penalties.
  const double scale = std::max(std::abs(tiny.objective), linear);
  if (scale > 0) return scale;
  return h > 0 ? h * h / diagonal : diagonal;
}

}  // namespace grmf::test
