#include <csignal>
#include <new>
#include <string>

#include "commands/commands.h"
#include "grmf/version.h"
#include "io/sink.h"
#include "terminal/exit_code.h"
#include "terminal/interrupt.h"
#include "terminal/messages.h"
#include "terminal/program.h"
#include "terminal/standard_output.h"

namespace grmf::cli {
namespace {

int run(int argc, char** argv) {
  int exit_code = ok;
  try {
    StandardOutput output;
    Program program(argc, argv, "robust low-rank matrix factorisation with grouping effect",
                    std::string(version()));
    add_commands(program);
    exit_code = program.run();
    output.finish();
  } catch (const io::ClosedPipe&) {
    // The reader has seen enough, and that is no failure.
  } catch (const Error& error) {
    complain(error.what());
    exit_code = exit_code_of(error.code());
  } catch (const std::bad_alloc&) {
    complain("not enough memory; give a smaller matrix or rank");
    exit_code = failure;
  } catch (const std::exception& error) {
    complain(error.what());
    exit_code = failure;
  }
  return exit_code;
}

}  // namespace
}  // namespace grmf::cli

// NOLINTNEXTLINE(bugprone-exception-escape): what run() does not catch cannot be helped
int main(int argc, char** argv) {
  grmf::cli::hold_standard_streams();
  grmf::cli::leave_nothing_unfinished();
  // The write to a reader that has seen enough then fails, and does not end the program.
  std::signal(SIGPIPE, SIG_IGN);
  return grmf::cli::run(argc, argv);
}
