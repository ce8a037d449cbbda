#include <iostream>

#include "commands/common.h"
#include "commands/man_page.h"
#include "commands/topics.h"

/// Commands that tell about the program itself, from the tables it runs on.
namespace grmf::cli {
void add_help(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("help", "explain a topic or a command");
  const auto topic = std::make_shared<std::string>();
  command.add_option("topic", *topic, help_topics())->type_name("NAME");
  command.callback([&app, topic] {
    if (topic->empty()) {
      // Not app.help(), which gives that of the command on the line.
      std::cout << app.get_formatter()->make_help(&app, "grmf", CLI::AppFormatMode::Normal) << "\n"
                << help_topics() << "\n";
    } else {
      show_topic(app, *topic);
    }
  });
}

void add_man(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("man", "print this manual as a man page");
  command.footer("grmf man | man -l -");
  command.callback([&app] { print_man_page(app, std::cout); });
}

}  // namespace grmf::cli
