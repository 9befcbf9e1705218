// Server::command(): what one process of a server asks another one to run, a message there, and as many back as the
// result takes. Every process of a server has one ServerCommands; the master answers and asks, too. Where no loop
// reads the messages to a process (in the master, in a process of the program's own outside of coroutines), it does
// so itself while it waits for a result.
#pragma once

#include <string>
#include <vector>

#include "base/list.h"
#include "coro/coroutine.h"
#include "loop/watch.h"
#include "php/bridge/compat.h"
#include "php/server/send_waits.h"
#include "php/server/task_client.h"
#include "worker/messenger.h"

namespace tern::php {

// How messages enter the program in a process that has a way of its own: the master.
class ProgramDoor {
public:
    virtual void enter_program(void (*body)(void* argument), void* argument) noexcept = 0;

protected:
    ~ProgramDoor() = default;
};

// What is known of a result by now. Its owner is who waits for it.
struct CommandResult : ListHook {
    uint64_t id = 0;
    uint32_t asked = 0;  // generation; 0: the master
    bool complete = false;
    Error error = Error::ok;
    Buffer text;
    coro::Coroutine* asker = nullptr;
};

class ServerCommands {
public:
    static constexpr int64_t kTimeoutMs = 10'000;  // with a process that does not answer
    static constexpr size_t kMostMessage = proc::Inboxes::kMaxPayload - 512;
    static constexpr size_t kMostName = 255;
    static constexpr size_t kMostResult = 64 << 20;

    // All outlive it.
    ServerCommands(ServerObject& server, worker::Messenger& messenger, TaskClient& tasks, SendWaits& waits) noexcept;
    ServerCommands(const ServerCommands&) = delete;
    ServerCommands& operator=(const ServerCommands&) = delete;

    // Runs it in the process that has this box, and waits for the result: its coroutine does, or throws where it cannot
    // and others would have to wait. coroutine_timed_out: no answer. server_worker_terminated: the process has ended.
    void ask(uint32_t box, Bytes name, Bytes message, CommandResult& result);

    // Messages of the two kinds. May run PHP code.
    void take_command(Bytes payload);
    void take_result(Bytes payload);
    // Who asked a process that is gone waits no longer.
    void look_for_dead();

    // For processes whose box is for these messages only, and for results of tasks in the master. Again when there is a
    // loop.
    void open_inbox() noexcept;
    // For the master.
    void use_door(ProgramDoor& door) noexcept { door_ = &door; }
    // The loop of a worker reads the messages.
    void read_by_worker() noexcept { has_reader_ = true; }
    // In a process that was forked off.
    void leave_in_child() noexcept;
    // At the master's top level: returns when `fd` is readable, or `timeout_ms` are over (-1: no limit), or earlier.
    void wait(int fd, int64_t timeout_ms) noexcept;

private:
    struct QuestionHead;
    struct Question;

    int inbox_fd() const noexcept;
    void watch_inbox() noexcept;  // with a loop
    void read_inbox();
    void read_messages();
    static void run(void* question);
    void reply(const QuestionHead& head, Error error, Bytes text) noexcept;
    bool wait_for_room(Error error, worker::RoomWait& room) noexcept;
    void on_woken();
    bool must_read_itself() const noexcept;
    void suspend(CommandResult& result, coro::Deadline until);
    void block(CommandResult& result, coro::Deadline until);
    void complete(CommandResult& result, Error error);

    ServerObject& server_;
    worker::Messenger& messenger_;
    TaskClient& tasks_;
    SendWaits& waits_;
    ProgramDoor* door_ = nullptr;  // null: the runtime's
    List<CommandResult> waiting_;
    uint64_t last_id_ = 0;
    Buffer room_;
    loop::Watch watch_;
    bool watched_ = false;
    bool has_reader_ = false;
};

}  // namespace tern::php
