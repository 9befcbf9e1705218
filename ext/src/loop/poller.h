// Readiness of file descriptors, edge-triggered: a handler is called once when a descriptor becomes ready, and must
// then use it until it would block. There is one implementation file for each kernel interface.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"

namespace tern::loop {

// The events of a descriptor, as bits.
using Events = uint32_t;
inline constexpr Events kReadable = 1;
inline constexpr Events kWritable = 2;
inline constexpr Events kPeerClosed = 4;  // the peer sends no more
inline constexpr Events kBroken = 8;      // error or hang-up in both directions
inline constexpr Events kUrgent = 16;     // out-of-band data

class EventHandler {
public:
    virtual void on_events(Events events) = 0;

protected:
    ~EventHandler() = default;
};

enum class Trigger : uint8_t {
    edge,
    level,      // called as long as it is ready
    once,       // level, but called once: inactive until change()
    exclusive,  // level, and wakes only some of the processes that wait for the descriptor: for shared listeners
};

class Poller {
public:
    Poller() = default;
    Poller(const Poller&) = delete;
    Poller& operator=(const Poller&) = delete;
    ~Poller();

    Error open() noexcept;
    // True in a forked child, where the registrations are the parent's. Nothing must be changed or awaited there.
    bool copied() const noexcept;
    // For such a child: closes its copy of the descriptor.
    void leave() noexcept;
    // The handler outlives its registration.
    Error add(int fd, Events wanted, Trigger trigger, EventHandler& handler) noexcept;
    // Changes the awaited events of an added descriptor.
    Error change(int fd, Events wanted, Trigger trigger, EventHandler& handler) noexcept;
    // Also drops events that were collected for the handler. If the descriptor was closed and its number has another
    // handler now, that registration stays.
    void remove(int fd, EventHandler& handler) noexcept;
    // Waits at most `timeout_ms` (-1: no limit) for events and collects at most kBatch of them.
    Error wait(int timeout_ms) noexcept;
    bool has_events() const noexcept;
    // Calls the handlers of the collected events.
    void deliver() noexcept;
    // Readable while there are events to collect, so pollers can be nested.
    int fd() const noexcept { return fd_; }

    static constexpr int kBatch = 512;

private:
    struct Batch;
    void remember(int fd, EventHandler& handler);

    int fd_ = -1;
    uint32_t forks_ = 0;                   // this process's count when it was opened
    std::vector<EventHandler*> watchers_;  // by descriptor
    Batch* batch_ = nullptr;
};

// An EventHandler that calls a function: for owners of several descriptors.
class Watch final : public EventHandler {
public:
    using Callback = void (*)(void* owner);
    Watch(Callback callback, void* owner) noexcept : callback_(callback), owner_(owner) {}
    void on_events(Events) override { callback_(owner_); }

private:
    Callback callback_;
    void* owner_;
};

}  // namespace tern::loop
