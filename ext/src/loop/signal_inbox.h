// Signals as bytes on a descriptor: none is lost, none is handled inside another one's callback. Handlers, not a
// blocked mask: programs that callbacks start inherit masks, and a child that blocks SIGTERM is a nuisance. A process
// may have several inboxes, each signal is of one. A process forked off without close() does not write into its
// parent's inbox: there, each signal has its default effect.
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
    // One more signal of an open inbox. wrong_operation: it is another inbox's.
    Error add(int signal) noexcept;
    // Puts the former handler back; what has arrived is still to be taken.
    void remove(int signal) noexcept;
    // In the process that opened it: puts the former handlers back.
    void close() noexcept;
    // In a forked child: default handlers, nothing blocked, descriptors closed.
    void close_in_child() noexcept;

    int fd() const noexcept { return reader_.get(); }
    // The next signal number, 0 for a poke; would_block when there is none.
    Result<int> take() noexcept;
    // Makes fd() readable, for requests that are no signals.
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
