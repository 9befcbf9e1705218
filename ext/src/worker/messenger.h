// Sends messages from this process to the other processes of its server: to a worker, to one process, to the worker of
// a session, to a slot. Every process has one; the master's becomes a worker's after the fork. Messages of one sender
// to one inbox arrive in order.
//
// ok says that the message is in the receiver's inbox, not that it was read. session_not_exist: nobody has the session.
// server_no_idle_worker: nobody is there, or not yet again. server_pipe_buffer_full: the inbox is full, and nothing was
// sent. data_length_too_large: above the limit of the kind.
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
    // It fails, too, but this process is woken when there is room: its own inbox is readable then. See RoomWait.
    wake,
};

class Messenger {
public:
    static constexpr size_t kMaxSessionPayload = proc::Inboxes::kMaxPayload - 64;
    // How long a sender that has to wait tries again after kSystemBusy, which nobody tells the end of.
    static constexpr int64_t kSystemAgainMs = 10;

    // Both outlive it. At first it is the master's.
    Messenger(proc::SharedState& state, proc::Inboxes& inboxes) noexcept : state_(state), inboxes_(inboxes) {}
    Messenger(const Messenger&) = delete;
    Messenger& operator=(const Messenger&) = delete;

    // In a forked worker.
    void become(const proc::WorkerIdentity& worker) noexcept;
    bool is_master() const noexcept { return worker_id_ < 0; }
    // -1: the master.
    int worker_id() const noexcept { return worker_id_; }
    // 0: the master.
    uint32_t generation() const noexcept { return generation_; }
    // Of the inbox that this process reads. The master's is behind those of the slots.
    uint32_t slot() const noexcept { return is_master() ? master_slot() : slot_; }
    uint32_t master_slot() const noexcept { return state_.slot_count(); }
    proc::SharedState& state() noexcept { return state_; }
    const proc::SharedState& state() const noexcept { return state_; }
    proc::Inboxes& inboxes() noexcept { return inboxes_; }

    // To whoever is in that slot.
    Error send(uint32_t slot, proc::MessageKind kind, Bytes first, Bytes second, Bytes third = {},
               OnFull on_full = OnFull::fail) noexcept;
    // To whoever is worker `worker_id` when it arrives; or first to one process, while it lives. `body` of any length
    // up to MessageBody::kMost.
    Error send_to_worker(int worker_id, proc::MessageHead head, Bytes first, Bytes body,
                         OnFull on_full = OnFull::fail) noexcept;
    Error send_to_process(uint32_t generation, int worker_id, proc::MessageHead head, Bytes first, Bytes body,
                          OnFull on_full = OnFull::fail) noexcept;
    // In the name of a worker that is gone.
    Error send_as(int from_worker, uint32_t generation, int worker_id, proc::MessageHead head, Bytes first, Bytes body,
                  OnFull on_full) noexcept;

    // To the worker that has the session.
    Error push(const PushHead& head, Bytes payload) noexcept;
    Error disconnect(const DisconnectHead& head, Bytes reason) noexcept;
    Error close_session(int64_t session_id, bool reset) noexcept;
    // Bytes for a connection of the program's own protocol, at most kMaxSessionPayload.
    Error send_to_session(int64_t session_id, Bytes bytes, OnFull on_full = OnFull::fail) noexcept;
    // The same of any length, for a process without a loop of its own: it waits until there is room, the master never.
    Error send_to_session_blocking(int64_t session_id, Bytes bytes, int64_t timeout_ms) noexcept;

    // A message that came to this process and is for another one.
    void forward(const proc::Message& message, Log& log) noexcept;
    // The session has been handed over since the sender looked.
    void forward_to_owner(const proc::Message& message, int64_t session_id, Log& log) noexcept;

    // The slot of that process, else of the process that has its worker id now; -1: nobody.
    int slot_of_receiver(uint32_t generation, int worker_id) const noexcept;

    // What a program is told.
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

// Blocks until an inbox may have room, for a sender outside of coroutines:
//
//     RoomWait room(messenger, until_ms);
//     do error = messenger.send(..., OnFull::wake);
//     while (room.wait_after(error));
//
// The wake-up of a message that arrives meanwhile is given back at the end, so that whoever reads it looks.
class RoomWait {
public:
    RoomWait(Messenger& messenger, int64_t until_ms) noexcept : messenger_(messenger), until_ms_(until_ms) {}
    RoomWait(const RoomWait&) = delete;
    RoomWait& operator=(const RoomWait&) = delete;
    ~RoomWait();

    // False: it has gone, or failed for good, or the time is over.
    bool wait_after(Error error) noexcept {
        if (!is_temporary(error) || over()) return false;
        wait(error);
        return true;
    }

    // The parts, for a sender that suspends instead: what may succeed later,
    static bool is_temporary(Error error) noexcept;
    bool over() const noexcept { return wake_up_ms(Error::ok) <= monotonic_ms(); }
    // when to try again at the latest,
    int64_t wake_up_ms(Error error) const noexcept;
    // and the wait.
    void wait(Error error) noexcept;

private:
    Messenger& messenger_;
    const int64_t until_ms_;
    bool has_waited_ = false;
};

}  // namespace tern::worker
