// Sends messages from this process to other processes of its server: to a worker, to one process, to the worker of a
// session, or to a slot. Every process has one Messenger; a forked worker continues to use the master's. Messages of
// one sender to one inbox arrive in order.
//
// ok means that the message is in the receiver's inbox, not that it was read. session_not_exist: no worker has the
// session. server_no_idle_worker: the receiver does not run, or has not started again yet. server_pipe_buffer_full: the
// inbox is full, and nothing was sent. data_length_too_large: the message is above the limit of its kind.
#pragma once

#include "base/clock.h"
#include "base/log.h"
#include "proc/shared_state.h"
#include "proc/worker_process.h"
#include "worker/messages.h"

namespace tern::worker {

// What happens when an inbox is full.
enum class OnFull : uint8_t {
    fail,
    // The call fails, too, but this process is woken when there is room: its own inbox becomes readable. See RoomWait.
    wake,
};

class Messenger {
public:
    static constexpr size_t kMaxSessionPayload = proc::Inboxes::kMaxPayload - 64;
    // A waiting sender tries again after this time when the error is kSystemBusy, as no event says when that is over.
    static constexpr int64_t kSystemAgainMs = 10;
    static constexpr int64_t kNobodyAgainMs = 50;  // while the receiver does not run

    // Both outlive it. At first it is the Messenger of the master.
    Messenger(proc::SharedState& state, proc::Inboxes& inboxes) noexcept : state_(state), inboxes_(inboxes) {}
    Messenger(const Messenger&) = delete;
    Messenger& operator=(const Messenger&) = delete;

    // Call it in a forked worker.
    void become(const proc::WorkerIdentity& worker) noexcept;
    bool is_master() const noexcept { return worker_id_ < 0; }
    // -1: the master.
    int worker_id() const noexcept { return worker_id_; }
    // 0: the master.
    uint32_t generation() const noexcept { return generation_; }
    // The slot of the inbox that this process reads. The master's slot comes after those of the workers.
    uint32_t slot() const noexcept { return is_master() ? master_slot() : slot_; }
    uint32_t master_slot() const noexcept { return state_.slot_count(); }
    proc::SharedState& state() noexcept { return state_; }
    const proc::SharedState& state() const noexcept { return state_; }
    proc::Inboxes& inboxes() noexcept { return inboxes_; }

    // Sends to the process in that slot.
    Error send(uint32_t slot, proc::MessageKind kind, Bytes first, Bytes second, Bytes third = {},
               OnFull on_full = OnFull::fail) noexcept;
    // Sends to the process that is worker `worker_id` when the message arrives. The second form prefers the process of
    // that generation while it lives. `body` may have up to MessageBody::kMost bytes.
    Error send_to_worker(int worker_id, proc::MessageHead head, Bytes first, Bytes body,
                         OnFull on_full = OnFull::fail) noexcept;
    Error send_to_process(uint32_t generation, int worker_id, proc::MessageHead head, Bytes first, Bytes body,
                          OnFull on_full = OnFull::fail) noexcept;
    // The second form, in the name of another worker.
    Error send_as(int from_worker, uint32_t generation, int worker_id, proc::MessageHead head, Bytes first, Bytes body,
                  OnFull on_full) noexcept;

    // These send to the worker that has the session.
    Error push(const PushHead& head, Bytes payload) noexcept;
    Error disconnect(const DisconnectHead& head, Bytes reason) noexcept;
    Error close_session(int64_t session_id, bool reset) noexcept;
    // A step of a response. Blocks while the inbox is full, until `timeout_ms`; in the master it never waits.
    Error respond(const ResponseStepHead& head, Bytes fields, Bytes body, int64_t timeout_ms);
    // Bytes for a connection of the program's own protocol, at most kMaxSessionPayload.
    Error send_to_session(int64_t session_id, Bytes bytes, OnFull on_full = OnFull::fail) noexcept;
    // The same for any length, in a process without a loop. It waits until there is room; in the master it never waits.
    Error send_to_session_blocking(int64_t session_id, Bytes bytes, int64_t timeout_ms) noexcept;

    // Forwards a message that this process got and that is for another one.
    void forward(const proc::Message& message, Log& log) noexcept;
    // Forwards a message whose session has changed its owner since it was sent.
    void forward_to_owner(const proc::Message& message, int64_t session_id, Log& log) noexcept;

    // The slot of that process, or else of the process that has its worker id now; -1: there is none.
    int slot_of_receiver(uint32_t generation, int worker_id) const noexcept;

    // The error that the program sees.
    static Error error_for_program(Error error) noexcept {
        return error == proc::Inboxes::kSystemBusy ? Error::server_pipe_buffer_full : error;
    }

private:
    Error send_to_owner(int64_t session_id, proc::MessageHead head, Bytes first, Bytes second, OnFull on_full) noexcept;
    template <class Try>
    Error try_to_send(uint32_t slot, OnFull on_full, Try once) noexcept;

    proc::SharedState& state_;
    proc::Inboxes& inboxes_;
    int worker_id_ = -1;
    uint32_t generation_ = 0;
    uint32_t slot_ = 0;
};

// Blocks until an inbox may have room. For a sender outside of coroutines:
//
//     RoomWait room(messenger, until_ms);
//     do error = messenger.send(..., OnFull::wake);
//     while (room.wait_after(error));
//
// While it waits, it may consume the wake-up of an arriving message. It wakes the process again at the end, so that the
// message is read.
class RoomWait {
public:
    RoomWait(Messenger& messenger, int64_t until_ms) noexcept : messenger_(messenger), until_ms_(until_ms) {}
    RoomWait(const RoomWait&) = delete;
    RoomWait& operator=(const RoomWait&) = delete;
    ~RoomWait();

    // Returns false when the message was sent, when sending failed for good, or when the time is over.
    bool wait_after(Error error) noexcept {
        if (!is_temporary(error) || over()) return false;
        wait(error);
        return true;
    }

    // For a sender that suspends instead of blocking. True: sending may succeed later.
    static bool is_temporary(Error error) noexcept;
    bool over() const noexcept { return wake_up_ms(Error::ok) <= monotonic_ms(); }
    // The latest time to try again.
    int64_t wake_up_ms(Error error) const noexcept;
    // Blocks until then, or until this process is woken.
    void wait(Error error) noexcept;

private:
    Messenger& messenger_;
    const int64_t until_ms_;
    bool has_waited_ = false;
};

}  // namespace tern::worker
