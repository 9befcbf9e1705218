// Who wants to know what a coroutine does with others outside of this process: a span of a trace for each question and
// its answer, for example. Called on the coroutine itself, before and after what it does.
#pragma once

#include <span>
#include <sys/socket.h>

#include "base/bytes.h"

namespace tern::coro {

struct FdInterest;

class IoObserver {
public:
    // A socket is about to be connected, which may take waits; the call for it is over, whatever came of it.
    virtual void on_connect(int fd, const sockaddr* address, socklen_t size) noexcept = 0;
    virtual void on_connected() noexcept = 0;
    // Something is about to be sent.
    virtual void on_send(int fd) noexcept = 0;
    // Something was received, perhaps without a wait.
    virtual void on_receive(int fd) noexcept = 0;
    // It is suspended until one of them is ready.
    virtual void on_wait(std::span<const FdInterest> interests) noexcept = 0;
    virtual void on_waited(std::span<const FdInterest> interests, bool canceled) noexcept = 0;
    // The addresses of a name are looked up.
    virtual void on_lookup(Bytes name) noexcept = 0;
    virtual void on_looked_up(bool found) noexcept = 0;

protected:
    ~IoObserver() = default;
};

}  // namespace tern::coro
