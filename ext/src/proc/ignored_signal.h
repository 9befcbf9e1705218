// A signal to which this process does not react. SIG_IGN would also hold for the programs that it starts: exec() resets
// handlers, and keeps what is ignored.
#pragma once

#include <csignal>

namespace tern::proc {

inline void ignore_signal(int signal) noexcept {
    struct sigaction action {};
    action.sa_handler = [](int) {};
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    (void)sigaction(signal, &action, nullptr);
}

}  // namespace tern::proc
