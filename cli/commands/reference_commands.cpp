#include <iostream>
#include <memory>
#include <string>

#include "commands/commands.h"
#include "commands/man_page.h"
#include "commands/topics.h"
#include "terminal/exit_code.h"

/// Commands that tell about the program itself, from the tables it runs on.
namespace grmf::cli {

void add_help(Program& program) {
  Command command = program.command("help", "explain a topic or a command");
  const auto topic = std::make_shared<std::string>();
  command.word("topic", *topic, help_topics());
  command.runs([&program, topic] {
    if (topic->empty()) {
      std::cout << program.help() << "\n" << help_topics() << "\n";
    } else {
      show_topic(program, *topic);
    }
    return ok;
  });
}

void add_man(Program& program) {
  Command command = program.command("man", "print this manual as a man page");
  command.footer("grmf man | man -l -");
  command.runs([&program] {
    print_man_page(program, std::cout);
    return ok;
  });
}

}  // namespace grmf::cli
