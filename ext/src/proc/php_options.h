// The options of PHP on the command line of this process: -c, -d, -n and the like, without those that choose a program.
// Another PHP that is started with them has the same settings and extensions.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace tern::proc {

struct PhpOptions {
    std::vector<std::string> words;
    std::string folder;   // the current one at that time: options may have relative paths
    std::string program;  // the script as it was typed: note_program()
};

// Of this process. Empty before read_php_options().
const PhpOptions& php_options() noexcept;
// Call it when PHP starts: a program may change its title and its folder later.
void read_php_options() noexcept;
// When the request of PHP starts: later its word may be another one.
void note_program(const char* script) noexcept;

// The options among the words of a command.
std::vector<std::string> find_php_options(std::span<const std::string> command);

}  // namespace tern::proc
