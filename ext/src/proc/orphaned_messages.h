// Messages in the boxes of workers that have left, on their way to those who have the worker ids now. None is lost
// because a box is full: it goes when there is room, and until then nobody else gets the slot. The readers of full
// boxes make fd() readable when there is room, and so does a new worker.
//
// Who looked up a slot may write when its worker has left: the boxes are read until a process is there again.
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

    // A slot without a process.
    void add(uint32_t slot) noexcept;
    // One that somebody gets, who reads its box from now on.
    void unwatch(uint32_t slot) noexcept;
    // What did not go before, and what came late.
    void deliver() noexcept;
    bool empty() const noexcept { return slots_.empty(); }
    // The system has refused a descriptor or a buffer, and nobody tells when it has one: deliver() after some time.
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
    Fd late_;  // epoll: the boxes that were emptied, and the master's own event
    std::vector<uint32_t> slots_;
    Buffer room_;
    OwnedMessage held_;  // of a line, with its socket: those cannot be put back
    bool needs_time_ = false;
};

}  // namespace tern::proc
