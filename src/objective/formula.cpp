#include "objective/formula.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "grmf/error.h"

namespace grmf::internal {
namespace {

/// Calls visit(name, number) for every number of a loss or a penalty, to read or to write it.
template <class Visit>
void visit_numbers(L1Loss& loss, Visit visit) {
  visit("eps", loss.eps);
}
template <class Visit>
void visit_numbers(L2Loss& /*loss*/, Visit /*visit*/) {}
template <class Visit>
void visit_numbers(HuberLoss& loss, Visit visit) {
  visit("delta", loss.delta);
  visit("slope", loss.slope);
}
template <class Visit>
void visit_numbers(CorrentropyLoss& loss, Visit visit) {
  visit("sigma", loss.sigma);
}
template <class Visit>
void visit_numbers(AtanLoss& loss, Visit visit) {
  visit("eps", loss.eps);
  visit("a", loss.a);
}
template <class Visit>
void visit_numbers(BiweightLoss& loss, Visit visit) {
  visit("width", loss.width);
  visit("sigma", loss.sigma);
}
template <class Visit>
void visit_numbers(Penalty& penalty, Visit visit) {
  visit("lambda1", penalty.lambda1);
  visit("tau1", penalty.tau1);
  visit("lambda2", penalty.lambda2);
  visit("tau2", penalty.tau2);
  visit("lambda3", penalty.lambda3);
  visit("lambda_neg", penalty.lambda_neg);
}

struct NamedLoss {
  std::string_view name;
  AnyLoss loss;
};

/// Every loss, with numbers that are to be overwritten.
std::array<NamedLoss, std::variant_size_v<AnyLoss>> named_losses() {
  return {{{"l1", L1Loss{}},
           {"l2", L2Loss{}},
           {"huber", HuberLoss{}},
           {"correntropy", CorrentropyLoss{}},
           {"atan", AtanLoss{}},
           {"biweight", BiweightLoss{}}}};
}

/// Whether a number of a penalty says nothing: the penalty is 0.
bool is_idle(const Penalty& penalty, std::string_view name) {
  if (name == "lambda1" || name == "tau1") return penalty.lambda1 == 0;
  if (name == "lambda2" || name == "tau2") return penalty.lambda2 == 0;
  return name == "lambda3" ? penalty.lambda3 == 0 : penalty.lambda_neg == 0;
}

}  // namespace

Formula formula_of(const Terms& terms) {
  Formula formula;
  Terms shown = terms;
  for (const auto& [name, loss] : named_losses()) {
    if (loss.index() == shown.loss.index()) formula.loss = name;
  }
  const auto add = [&](const std::string& name, double number) {
    formula.numbers.emplace_back(name, number);
  };
  std::visit([&](auto& loss) { visit_numbers(loss, add); }, shown.loss);
  for (Penalty* penalty : {&shown.u, &shown.v}) {
    const char* side = penalty == &shown.u ? "_u" : "_v";
    visit_numbers(*penalty, [&](const std::string& name, double number) {
      if (!is_idle(*penalty, name)) add(name + side, number);
    });
  }
  if (terms.u.hard) add("nonnegative", 1.0);
  return formula;
}

Terms terms_of(const Formula& formula) {
  Terms terms{.loss = L2Loss{}, .u = {}, .v = {}};
  const auto losses = named_losses();
  const auto* const named = std::find_if(losses.begin(), losses.end(), [&](const NamedLoss& each) {
    return each.name == formula.loss;
  });
  if (named == losses.end()) {
    throw Error(ErrorCode::unknown_name,
                "the formula has the loss '" + formula.loss +
                    "'; it must be l1, l2, atan, biweight, huber or correntropy");
  }
  terms.loss = named->loss;
  std::size_t used = 0;
  const auto find = [&](const std::string& name) {
    const auto at = std::find_if(formula.numbers.begin(), formula.numbers.end(),
                                 [&](const auto& number) { return number.first == name; });
    if (at == formula.numbers.end()) return formula.numbers.end();
    ++used;
    return at;
  };
  std::visit(
      [&](auto& loss) {
        visit_numbers(loss, [&](const std::string& name, double& number) {
          const auto at = find(name);
          if (at == formula.numbers.end() || !(at->second > 0)) {
            throw Error(ErrorCode::out_of_range, "the formula lacks the number " + name +
                                                     " > 0 of its loss " + formula.loss);
          }
          number = at->second;
        });
      },
      terms.loss);
  for (Penalty* penalty : {&terms.u, &terms.v}) {
    const char* side = penalty == &terms.u ? "_u" : "_v";
    visit_numbers(*penalty, [&](const std::string& name, double& number) {
      if (const auto at = find(name + side); at != formula.numbers.end()) number = at->second;
    });
  }
  if (const auto at = find("nonnegative"); at != formula.numbers.end())
    terms.u.hard = terms.v.hard = at->second != 0;
  if (used != formula.numbers.size()) {
    throw Error(ErrorCode::unknown_name, "the formula has numbers that its loss " + formula.loss +
                                             " and the penalties do not know");
  }
  return terms;
}

}  // namespace grmf::internal
