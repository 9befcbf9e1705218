// Reads the inbox of a worker on its loop, and hands each message to the handler that it is for: connections first, as
// a message may be about one that is on its way. A message for another worker is forwarded. Tasks are entered in the
// ledger before they are taken; where no more may run, they stay in the inbox.
#pragma once

#include "loop/loop.h"
#include "loop/watch.h"
#include "worker/held_messages.h"
#include "worker/messenger.h"

namespace tern::worker {

// What this worker does with messages. All of this is called on the loop, and may run PHP code, except where it says
// otherwise. A payload lives until the call returns; a handler that runs PHP has no use for it afterwards.
class MessageHandler {
public:
    virtual void handle(proc::Message& message) = 0;
    // A task that this worker is to run; `at` is its place in the inbox. False: no more may run, it stays there. Runs
    // no PHP.
    virtual bool begin_task(const proc::Message& message, uint64_t at) noexcept = 0;
    // The task of begin_task(), which is not in the inbox any more.
    virtual void run_task(const proc::Message& message) = 0;
    // Somebody has woken this worker: another inbox may have room, or another process has begun or ended.
    virtual void on_woken() = 0;
    // All that was sent has been read: a process that has ended will not send the reply that somebody waits for.
    virtual void on_empty() = 0;
    // Nothing may run here any more.
    virtual bool failed() const noexcept = 0;

protected:
    ~MessageHandler() = default;
};

// A result that somebody waits for outside of coroutines.
class ResultWait {
public:
    virtual bool complete() const noexcept = 0;
    // True: it was a result that somebody waits for, and nothing of the program ran.
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

    // `runs_tasks`: of a task worker, whose turns are short, as the master may have something to say.
    Error open(bool runs_tasks) noexcept;
    // No message is taken until read_on(). The process is still woken.
    void stop_reading() noexcept;
    void read_on() noexcept;
    // What is in the inbox is the successor's.
    void leave_to_successor() noexcept;
    // From now on only results are handled; the other messages are held for return_held().
    void handle_results_only() noexcept { results_only_ = true; }

    // Something may be there that this worker has to read before it ends.
    bool has_unread() const noexcept;
    bool has_held() const noexcept { return !held_.empty(); }
    // Back to the inbox, of which the master takes care when this process has ended.
    void return_held() noexcept;

    // Outside of coroutines: takes messages until the wait is complete, or the time is over (-1: no limit). Other
    // messages are held for the loop.
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
