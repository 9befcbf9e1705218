// Observes the I/O of a coroutine with other systems: for example, a trace has a span for each query and its answer.
// Called on the coroutine itself, before and after each step.
#pragma once

#include <span>
#include <sys/socket.h>

#include "base/bytes.h"

namespace tern::coro {

struct FdInterest;

class IoObserver {
public:
    // A socket is about to be connected, which may take several waits; on_connected() follows in any case.
    virtual void on_connect(int fd, const sockaddr* address, socklen_t size) noexcept = 0;
    virtual void on_connected() noexcept = 0;
    // Bytes are about to be sent.
    virtual void on_send(int fd) noexcept = 0;
    // Bytes were received, perhaps without a wait.
    virtual void on_receive(int fd) noexcept = 0;
    // The coroutine is suspended until one of them is ready.
    virtual void on_wait(std::span<const FdInterest> interests) noexcept = 0;
    virtual void on_waited(std::span<const FdInterest> interests, bool canceled) noexcept = 0;
    // A name is looked up.
    virtual void on_lookup(Bytes name) noexcept = 0;
    virtual void on_looked_up(bool found) noexcept = 0;

protected:
    ~IoObserver() = default;
};

}  // namespace tern::coro
