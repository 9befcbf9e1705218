// Delivers signals as bytes on a descriptor: none is lost, and none interrupts the callback of another one. It uses
// handlers and no blocked mask: programs started by callbacks would inherit the mask, and a child should not block
// SIGTERM. A process may have several inboxes; each signal belongs to one. A forked child does not write to its
// parent's inbox: in the child each signal has its default effect.
#pragma once

#include <signal.h>
#include <span>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace tern::loop {

class SignalInbox {
public:
    SignalInbox() = default;
    SignalInbox(const SignalInbox&) = delete;
    SignalInbox& operator=(const SignalInbox&) = delete;
    ~SignalInbox() { close(); }

    Error open(std::span<const int> signals) noexcept;
    bool is_open() const noexcept { return writer_.open(); }
    // Adds a signal to an open inbox. wrong_operation: it belongs to another inbox.
    Error add(int signal) noexcept;
    // Restores the former handler; signals that have arrived can still be taken.
    void remove(int signal) noexcept;
    // For the process that opened it: restores the former handlers.
    void close() noexcept;
    // For a forked child: restores default handlers and an empty mask, and closes the descriptors.
    void close_in_child() noexcept;

    // The same without a change of handlers: those of the parent find that this is another process.
    void leave() noexcept;

    int fd() const noexcept { return reader_.get(); }
    // The next signal number; 0: a poke. would_block: there is none.
    Result<int> take() noexcept;
    // Makes fd() readable, for requests that are not signals.
    void poke() noexcept;

private:
    struct Former {
        int signal;
        struct sigaction action;
    };
    Fd reader_;
    Fd writer_;
    std::vector<Former> former_;
};

}  // namespace tern::loop
