// Messages in the inboxes of workers that have left, forwarded to the current workers with the same ids. None is lost
// because an inbox is full: it is sent when there is room, and until then the slot gets no new process. The reader of a
// full inbox makes fd() readable when there is room, and so does a new worker.
//
// A sender that looked up a slot may write after the worker has left. So the inbox is read until the slot has a process
// again.
#pragma once

#include <string>
#include <vector>

#include "proc/inbox.h"
#include "proc/shared_state.h"

namespace tern::proc {

class OrphanedMessages {
public:
    OrphanedMessages(SharedState& state, Inboxes& inboxes) noexcept : state_(state), inboxes_(inboxes) {}
    OrphanedMessages(const OrphanedMessages&) = delete;
    OrphanedMessages& operator=(const OrphanedMessages&) = delete;

    Error open() noexcept;
    void close() noexcept { late_ = Fd(); }
    // Readable when there is something to deliver().
    int fd() const noexcept { return late_.get(); }

    // Starts with a slot that has no process any more.
    void add(uint32_t slot) noexcept;
    // Stops with a slot that gets a process, which reads the inbox from now on.
    void unwatch(uint32_t slot) noexcept;
    // Forwards the messages that could not be forwarded before, and those that arrived late.
    void deliver() noexcept;
    bool empty() const noexcept { return slots_.empty(); }
    // True: the system had no descriptor or buffer, and no event says when it has one. Call deliver() after some time.
    bool needs_time() const noexcept { return needs_time_; }
    bool is_of(uint32_t slot) const noexcept;

private:
    void look_for_late() noexcept;
    bool watch(uint32_t slot) noexcept;
    bool empty_box(uint32_t slot) noexcept;
    bool empty_line(uint32_t slot) noexcept;
    bool empty_ring(uint32_t slot) noexcept;
    bool pass_on_held() noexcept;
    Error forward(uint32_t to, const Message& message) noexcept;

    SharedState& state_;
    Inboxes& inboxes_;
    Fd late_;  // epoll: the inboxes that were emptied, and the master's own event
    std::vector<uint32_t> slots_;
    Buffer room_;
    OwnedMessage held_;  // a message with a socket, which cannot be put back
    bool needs_time_ = false;
};

}  // namespace tern::proc
