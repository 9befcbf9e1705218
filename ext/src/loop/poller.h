// Readiness of file descriptors, edge-triggered: a handler is told once when a descriptor becomes ready and then uses
// it until it would block. One implementation file per kernel interface.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"

namespace tern::loop {

// Bits of what a descriptor is ready for.
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
    level,      // told as long as it is ready
    once,       // level, and told one time: then it sleeps until change()
    exclusive,  // level, and of all processes that wait on the descriptor not all are woken: for shared listeners
};

class Poller {
public:
    Poller() = default;
    Poller(const Poller&) = delete;
    Poller& operator=(const Poller&) = delete;
    ~Poller();

    Error open() noexcept;
    // In a child that the program forked: what is registered is the parent's. Nothing is changed or waited for there.
    bool copied() const noexcept;
    // There: gives back the copy of the descriptor.
    void leave() noexcept;
    // The handler outlives its registration.
    Error add(int fd, Events wanted, Trigger trigger, EventHandler& handler) noexcept;
    // For a descriptor that was added: waits for something else.
    Error change(int fd, Events wanted, Trigger trigger, EventHandler& handler) noexcept;
    // Also drops what was collected for the handler but not delivered yet. A descriptor that was closed, and whose
    // number somebody else watches by now, is left alone.
    void remove(int fd, EventHandler& handler) noexcept;
    // Waits at most `timeout_ms` (-1: without limit) until something is ready and collects it, at most kBatch of it.
    Error wait(int timeout_ms) noexcept;
    // Calls the handlers of what was collected.
    void deliver() noexcept;
    // Readable while there is something to collect: pollers nest.
    int fd() const noexcept { return fd_; }

    static constexpr int kBatch = 512;

private:
    struct Batch;
    void remember(int fd, EventHandler& handler);

    int fd_ = -1;
    uint32_t forks_ = 0;                   // of this process when it was opened
    std::vector<EventHandler*> watchers_;  // by descriptor
    Batch* batch_ = nullptr;
};

}  // namespace tern::loop
