// The server that started this one for an upgrade, as its successor sees it. The environment names descriptors: a
// channel to its master, a socket on which its idle connections arrive, and its listening sockets. This server reports
// when it is ready, and then waits until the predecessor lets it take over: until then the pid file and the service
// manager belong to the predecessor. When that dies, this server takes over by itself. Afterwards the predecessor
// starts another server if this one dies, unless this one goes alone.
#pragma once

#include <vector>

#include "base/fd.h"
#include "proc/control_channel.h"

namespace tern::proc {

// A listening socket that one server passes to the next.
struct PassedSocket {
    Fd fd;
    bool is_managed = false;  // a service manager has opened it, so its path belongs to that
    bool any_port = false;    // the program asked for port 0
};

class Predecessor {
public:
    // TERN_UPGRADE=CHANNEL,ARRIVALS,SOCKET...: numbers; a socket may be followed by `m` (is_managed), `p` (any_port).
    static constexpr const char* kVariable = "TERN_UPGRADE";

    Predecessor() = default;
    Predecessor(const Predecessor&) = delete;
    Predecessor& operator=(const Predecessor&) = delete;

    // True before look(), if this process was started for an upgrade.
    static bool exists() noexcept;
    // Takes the descriptors over, and removes the variable. Call it once, before the fork.
    void look() noexcept;

    // True from look() on, until this server takes over; in a child: it was so when the child was forked.
    bool pending() const noexcept { return pending_; }
    // Readable when receive() has something to do; -1: never.
    int fd() const noexcept { return channel_.fd(); }
    std::vector<PassedSocket> take_sockets() noexcept { return std::move(sockets_); }
    // Not open: no connections arrive.
    Fd take_arrivals() noexcept { return std::move(arrivals_); }

    void report_ready() noexcept;
    // `take_over`, once: now, because the predecessor says so, or has died. `end`: this server is not wanted any more.
    enum class News { none, take_over, end };
    News receive() noexcept;
    void report_takeover() noexcept { (void)channel_.send({ControlKind::took_over, 0}); }
    // From now on the end of this server is no death: it shuts down, or has a successor of its own.
    void go_alone() noexcept;
    // For a forked child.
    void leave() noexcept;

private:
    ControlChannel channel_;
    Fd arrivals_;
    std::vector<PassedSocket> sockets_;
    bool pending_ = false;
};

}  // namespace tern::proc
