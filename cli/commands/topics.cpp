#include "commands/topics.h"

#include <iostream>

#include "grmf/error.h"

namespace grmf::cli {

const std::vector<Topic>& topics() {
  static const std::vector<Topic> all = {
      {"model", "MODEL",
       "f(U,V) = sum_ij m_ij phi(y_ij - u_i . v_j) + sum_i R(u_i) + sum_j R(v_j)\n\n"
       "R(x)   = lambda1    * sum_l    min(|x_l| / tau1, 1)           sparsity\n"
       "       + lambda2    * sum_l<l' min(|x_l - x_l'| / tau2, 1)    grouping\n"
       "       + lambda3    * sum_l    x_l^2                          ridge\n"
       "       + lambda_neg * sum_l    min(x_l, 0)^2                  soft non-negativity\n\n"
       "phi(r) = sqrt(r^2 + eps) (l1) or r^2 / 2 (l2); m_ij is the weight of an entry.\n"
       "With --scaling relative, the default, all these numbers are dimensionless.\n"},
      {"formats", "FILES",
       "Files are told apart by their first bytes and by their ends; --format says it where\n"
       "neither does (- is standard input or output).\n\n"
       "  read      .npy .npz  .csv .tsv (also .gz)  .png .jpg .pgm .tiff (grey)\n"
       "  written   .npy  .csv .tsv  .png .pgm .tiff;  models are .npz, which NumPy opens\n\n"
       "denoise and corrupt take colour too, .png .jpg .ppm .tiff, of 8 or 16 bits. Of an .npz\n"
       "with several arrays FILE.npz:NAME picks one; --fold 0,1:2 makes a matrix of an array of\n"
       "more than two dimensions.\n\n"
       "NaN means missing, and in tables an empty field, NA, null or ? too, and what --na names.\n"
       "The first line of a table is a header if no field in it is a number or missing; the first\n"
       "column has the names of rows if it begins with a text. docs/tables.md has all rules.\n"},
      {"exit-codes", "EXIT STATUS",
       "  0    ok\n"
       "  1    failure: out of memory, rounding or overflow ended a fit, or some of several "
       "inputs\n"
       "       could not be fitted\n"
       "  2    usage: unknown command, flag, method or option, malformed value\n"
       "  3    data: missing, unreadable or invalid input, value or rank out of range,\n"
       "       unwritable output\n"
       "  4    not converged, under --strict\n"
       "  130  stopped by Ctrl-C; a single fit that had begun has written what it reached, of\n"
       "       several inputs those that were done have their models or pictures\n"},
  };
  return all;
}

std::string help_topics() {
  std::string names;
  for (const Topic& topic : topics()) names += topic.name + ", ";
  return "topics are " + names + "and every command";
}

void show_topic(const Program& program, const std::string& name) {
  for (const Topic& topic : topics()) {
    if (topic.name == name) {
      std::cout << topic.text;
      return;
    }
  }
  const std::optional<std::string> help = program.help_of(name);
  if (!help) throw Error(ErrorCode::unknown_name, "no help on '" + name + "'; " + help_topics());
  std::cout << *help;
}

}  // namespace grmf::cli
