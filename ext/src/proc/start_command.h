// How this process was started: an upgrade starts the program in the same way again. It is read when PHP starts,
// because a program may change its title, its folder and its environment later.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace tern::proc {

struct StartCommand {
    std::vector<std::string> words;        // the program as it was typed, and its arguments; empty: not known
    std::vector<std::string> environment;  // NAME=value
    std::string folder;                    // with symbolic links, if $PWD has it so; empty: not known
};

// The command of this process. A launcher that has become the server replaces its words and its folder.
StartCommand& start_command() noexcept;
// Fills it from the system. Call it once.
void read_start_command() noexcept;

}  // namespace tern::proc
