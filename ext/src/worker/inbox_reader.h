// Reads the inbox of a worker on its loop, and calls the handler for each message. Connections are read first, as a
// message may be about a connection that is still in transit. A message for another worker is forwarded. A task is
// entered in the ledger before it is taken. While no more tasks may run, they stay in the inbox.
#pragma once

#include <deque>

#include "loop/loop.h"
#include "loop/poller.h"
#include "proc/inbox.h"
#include "worker/messenger.h"

namespace tern::worker {

// Messages that a worker has taken from its inbox and cannot handle yet, in the order of arrival. Either the worker
// waits for a result outside of coroutines, or it stops and leaves the messages to its successor.
class HeldMessages {
public:
    static constexpr size_t kMostBytes = 16 << 20;

    void push(proc::Message&& message) {
        bytes_ += sizeof(proc::OwnedMessage) + message.payload.size();
        messages_.push_back(proc::OwnedMessage::of(std::move(message)));
    }
    // Call it only when there is a message.
    proc::OwnedMessage pop() {
        proc::OwnedMessage first = std::move(messages_.front());
        messages_.pop_front();
        bytes_ -= sizeof(proc::OwnedMessage) + first.payload.size();
        return first;
    }
    bool empty() const noexcept { return messages_.empty(); }
    size_t count() const noexcept { return messages_.size(); }
    // True: the reader must take no more messages.
    bool full() const noexcept { return bytes_ > kMostBytes; }

private:
    std::deque<proc::OwnedMessage> messages_;
    size_t bytes_ = 0;
};

// What this worker does with messages. The loop calls these functions. They may run PHP code unless the comment says
// otherwise. A payload is valid until the call returns; a handler that runs PHP must not read it afterwards.
class MessageHandler {
public:
    virtual void handle(proc::Message& message) = 0;
    // A task for this worker; `at` is its place in the inbox. False: no more tasks may run, and this one stays in the
    // inbox. Runs no PHP.
    virtual bool begin_task(const proc::Message& message, uint64_t at) noexcept = 0;
    // Runs the task of begin_task(), which has been taken from the inbox.
    virtual void run_task(const proc::Message& message) = 0;
    // Another process has woken this worker: an inbox may have room, or a process has begun or ended.
    virtual void on_woken() = 0;
    // The inbox is empty. So a process that has ended will not send a missing reply any more.
    virtual void on_empty() = 0;
    // True after a fatal error: no PHP may run here any more.
    virtual bool failed() const noexcept = 0;

protected:
    ~MessageHandler() = default;
};

// A result that a caller outside of coroutines waits for.
class ResultWait {
public:
    virtual bool complete() const noexcept = 0;
    // True: this was an awaited result, and no PHP code ran.
    virtual bool take(const proc::Message& message) = 0;

protected:
    ~ResultWait() = default;
};

class InboxReader {
public:
    // All outlive it.
    InboxReader(Messenger& messenger, loop::Loop& loop, MessageHandler& handler, Log& log) noexcept;
    InboxReader(const InboxReader&) = delete;
    InboxReader& operator=(const InboxReader&) = delete;

    // `runs_tasks`: a task worker. Its turns are short, so that it soon reads messages of the master.
    Error open(bool runs_tasks) noexcept;
    // No message is taken until read_on(). Senders still wake the process.
    void stop_reading() noexcept;
    void read_on() noexcept;
    // Leaves all messages in the inbox to the successor.
    void leave_to_successor() noexcept;
    // From now on only results are handled. Other messages are held until return_held().
    void handle_results_only() noexcept { results_only_ = true; }

    // True: this worker must read the inbox before it ends.
    bool has_unread() const noexcept;
    bool has_held() const noexcept { return !held_.empty(); }
    // Puts the held messages back into the inbox. The master forwards them when this process has ended.
    void return_held() noexcept;

    // For a caller outside of coroutines: takes messages until the wait is complete or the time is over (-1: no limit).
    // Other messages are held for the loop.
    void read_results(ResultWait& wait, int64_t until_ms);

private:
    static constexpr int kMessagesPerTurn = 64;
    static constexpr int64_t kTasksPerTurnMs = 5;

    void on_sockets() noexcept;
    void on_ring() noexcept;
    void read_ring() noexcept;
    bool read_one() noexcept;
    void receive(proc::Message& message) noexcept;
    void handle_held() noexcept;
    void hold(proc::Message& message);
    bool read_one_result(ResultWait& wait);

    Messenger& messenger_;
    proc::Inboxes& inboxes_;
    loop::Loop& loop_;
    MessageHandler& handler_;
    Log& log_;
    Buffer room_;
    HeldMessages held_;
    loop::Watch socket_watch_;
    loop::Watch ring_watch_;
    bool runs_tasks_ = false;
    bool reads_ = true;
    bool leaves_to_successor_ = false;
    bool results_only_ = false;
};

}  // namespace tern::worker
