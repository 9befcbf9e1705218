// Another process that takes connections, and their way to the rig that stands for it.
#pragma once

#include "serve/rig.h"

namespace tern::serve::test {

// Takes the connections as another process would: a duplicate of the socket, and a copy of what was read.
class Successor final : public HandoverSink {
public:
    struct Received {
        Fd fd;
        ConnectionInfo info;
        std::string unread;
    };
    std::vector<Received> received;
    Error outcome = Error::ok;

    Error hand_over(const ConnectionInfo& info, int fd, Bytes unread) override {
        if (outcome != Error::ok) return outcome;
        received.push_back({Fd(::dup(fd)), info, std::string(unread)});
        return Error::ok;
    }
};

// Gives the connections to another rig, and the sessions to its table.
inline void deliver(Rig& from, Rig& to, Successor& successor) {
    for (Successor::Received& one : successor.received) {
        CHECK(from.sessions.release(one.info.session_id, Rig::kIncarnation) == Error::ok);
        one.info.session_id = to.sessions.allocate(Rig::kIncarnation, 0, one.info.origin).value();
        CHECK(to.port->accept(std::move(one.fd), one.info, Arrival::handed_over, one.unread) == Error::ok);
    }
    successor.received.clear();
}

}  // namespace tern::serve::test
