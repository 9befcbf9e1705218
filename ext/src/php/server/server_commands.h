// Server::command(): one process of a server runs a command in another one. The request is one message; the result is
// as many messages as its size needs. Every process of a server has one ServerCommands, the master too. In a process
// without a loop that reads its inbox (the master, or a user process outside of coroutines), ServerCommands reads the
// inbox itself while it waits for a result.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "base/list.h"
#include "coro/coroutine.h"
#include "loop/poller.h"
#include "php/engine/compat/engine.h"
#include "php/server/message/send_waits.h"
#include "php/server/server_object.h"
#include "php/server/task/task_client.h"
#include "worker/messenger.h"

namespace tern::php {

// Runs commands in the program. A process that enters the program in its own way, the master, implements it.
class CommandEntry {
public:
    virtual void enter_program(void (*body)(void* argument), void* argument) noexcept = 0;

protected:
    ~CommandEntry() = default;
};

// The part of a result that has arrived so far. The waiting caller owns it.
struct CommandResult : ListHook {
    uint64_t id = 0;
    uint32_t target = 0;  // generation; 0: the master
    bool complete = false;
    Error error = Error::ok;
    Buffer text;
    coro::Coroutine* waiter = nullptr;
};

class ServerCommands {
public:
    static constexpr int64_t kTimeoutMs = 10'000;  // for the reply of the other process
    static constexpr size_t kMostMessage = proc::Inboxes::kMaxPayload - 512;
    static constexpr size_t kMostName = 255;
    static constexpr size_t kMostResult = 64 << 20;

    // All outlive it.
    ServerCommands(ServerObject& server, worker::Messenger& messenger, TaskClient& tasks, SendWaits& waits) noexcept;
    ServerCommands(const ServerCommands&) = delete;
    ServerCommands& operator=(const ServerCommands&) = delete;

    // Runs the command in the process of this slot and waits for the result: the coroutine is suspended. Throws outside
    // of coroutines where blocking would stop others. coroutine_timed_out: no reply. server_worker_terminated: the
    // process has ended.
    void request(uint32_t slot, Bytes name, Bytes message, CommandResult& result);

    // Handle one message of the respective kind. They may run PHP code.
    void take_command(Bytes payload);
    void take_result(Bytes payload);
    // Completes requests to processes that have ended, with an error.
    void fail_dead_targets();

    // For processes without a worker's loop: their inbox has only these messages and, in the master, results of tasks.
    // Call it again once there is a loop.
    void open_inbox() noexcept;
    // The master sets its own way into the program.
    void enter_by(CommandEntry& entry) noexcept { entry_ = &entry; }
    // From now on a worker's loop reads the inbox.
    void read_by_worker() noexcept { has_reader_ = true; }
    // Call it in a forked child.
    void leave_in_child() noexcept;
    // For the master's main loop. Returns when `fd` is readable or after `timeout_ms` (-1: no limit), or earlier.
    void wait(int fd, int64_t timeout_ms) noexcept;

private:
    struct CommandHead;
    struct IncomingCommand;

    int inbox_fd() const noexcept;
    void watch_inbox() noexcept;  // with a loop
    void read_inbox();
    void read_messages();
    static void run(void* command);
    void reply(const CommandHead& head, Error error, Bytes text) noexcept;
    void on_woken();
    bool must_read_itself() const noexcept;
    void suspend(CommandResult& result, coro::Deadline until);
    void block(CommandResult& result, coro::Deadline until);
    void complete(CommandResult& result, Error error);

    ServerObject& server_;
    worker::Messenger& messenger_;
    TaskClient& tasks_;
    SendWaits& waits_;
    CommandEntry* entry_ = nullptr;  // null: the runtime's
    List<CommandResult> waiting_;
    uint64_t last_id_ = 0;
    Buffer room_;
    loop::Watch watch_;
    bool watched_ = false;
    bool has_reader_ = false;
};

// The commands of a server, as added by addCommand().

// The processes that run a command: the published SWOOLE_SERVER_COMMAND_* numbers, and one of our own.
enum : zend_long { kMaster = 2, kReactor = 4, kEventWorker = 8, kTaskWorker = 16, kManager = 32 };
constexpr zend_long kAllTypes = kMaster | kReactor | kEventWorker | kTaskWorker | kManager;
constexpr zend_long kUserProcess = 256;  // for Tern\Internal\Admin\Questions, not for programs

// Null: there is no command with that name.
const zval* find_command(const ServerObject& server, Bytes name) noexcept;

// Takes over the callback's reference. `types`: a mask of the processes that run it.
void add_command(ServerObject& server, zend_string* name, zend_long types, zval* callback);
zend_long command_types(const zval* command) noexcept;

// Calls the command with the server and `message`. Ok: `result` is a string. An exception stays pending. The caller
// releases `result` in any case.
Error run_command(ServerObject& server, const zval* command, zval* message, zval* result);

}  // namespace tern::php
