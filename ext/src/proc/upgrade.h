// An upgrade: the master starts the program once more, as it was started itself, and passes it the listening sockets.
// When the new server is ready, it takes over. When it fails, nothing has changed. This class starts the new server and
// watches it as long as the old one lives; Predecessor is its counterpart there.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

#include "base/result.h"
#include "proc/control_channel.h"

namespace tern::proc {

// How this process was started: an upgrade starts the program in the same way again. It is read when PHP starts,
// because a program may change its title, its folder and its environment later.
struct StartCommand {
    std::vector<std::string> words;        // the program as it was typed, and its arguments; empty: not known
    std::vector<std::string> environment;  // NAME=value
    std::string folder;                    // with symbolic links, if $PWD has it so; empty: not known
};

// The command of this process. A launcher that has become the server replaces its words and its folder.
StartCommand& start_command() noexcept;
// Fills it from the system. Call it once.
void read_start_command() noexcept;

// Everything but the standard streams is closed by exec(), also what PHP has opened.
void close_others_on_exec() noexcept;

enum class UpgradeState : uint32_t { none, starting, failed, done };

// What the new server gets. The descriptors stay those of the old one, too.
struct UpgradePlan {
    struct Socket {
        int fd = -1;
        bool is_managed = false;  // see PassedSocket
        bool any_port = false;
    };
    std::string refusal;  // why there can be no upgrade; empty: it may begin
    std::vector<Socket> sockets;
    int arrivals = -1;  // where the new server receives idle connections
};

class Upgrade {
public:
    Upgrade() = default;
    Upgrade(const Upgrade&) = delete;
    Upgrade& operator=(const Upgrade&) = delete;

    // Makes the process of the new server, which waits for let_start(). It has until `deadline_ms` to take over.
    Error start(const UpgradePlan& plan, const StartCommand& command, int64_t deadline_ms) noexcept;
    // Call it when those who have to know of the process do. If this process dies before, no new server starts.
    void let_start() noexcept { (void)channel_.send({ControlKind::start, 0}); }
    // The new server has not taken over yet.
    bool running() const noexcept { return stage_ == Stage::starting || taking_over(); }
    // Between let_take_over() and `took_over`.
    bool taking_over() const noexcept { return stage_ == Stage::taking_over; }
    // Readable when look() has something to do; -1: never.
    int fd() const noexcept { return channel_.fd(); }
    pid_t pid() const noexcept { return pid_; }
    int64_t deadline_ms() const noexcept { return deadline_ms_; }

    // `died`: it had taken over.
    enum class News { none, ready, took_over, failed, died };
    // Call it on every event. After `failed` and `died`, none is running any more.
    News look(int64_t now_ms) noexcept;
    // Why it failed.
    const std::string& failure() const noexcept { return failure_; }
    // After `ready`: the new server is to take over.
    void let_take_over() noexcept;
    // Ends the new server, which has not taken over.
    void cancel() noexcept;
    // Reaps new servers that have failed.
    void reap() noexcept;
    // For a forked child.
    void leave() noexcept {
        stage_ = Stage::none;
        channel_.close();
    }

private:
    enum class Stage { none, starting, taking_over, serving };
    News look_at_start(int64_t now_ms) noexcept;
    News look_at_takeover(int64_t now_ms) noexcept;
    News look_at_service() noexcept;
    News kill_late() noexcept;
    News fail(std::string why) noexcept;
    void give_up() noexcept;
    static constexpr int64_t kExitMs = 2000;  // the time between the end of its channel and its exit

    ControlChannel channel_;
    pid_t pid_ = 0;
    int64_t deadline_ms_ = 0;
    Stage stage_ = Stage::none;
    std::string failure_;
    std::vector<pid_t> failed_;  // not reaped yet
};

}  // namespace tern::proc
