// An upgrade: the master starts the program once more, as it was started itself, and passes it the listening sockets.
// When the new server is ready, it takes over. When it fails, nothing has changed. This class starts the new server and
// watches it until then; Predecessor is its counterpart there.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

#include "proc/control_channel.h"
#include "proc/start_command.h"

namespace tern::proc {

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

    // The new server has until `deadline_ms` to be ready.
    Error start(const UpgradePlan& plan, const StartCommand& command, int64_t deadline_ms) noexcept;
    bool running() const noexcept { return running_; }
    // Readable when the new server has reported; -1 after that.
    int fd() const noexcept { return channel_.fd(); }
    pid_t pid() const noexcept { return pid_; }
    int64_t deadline_ms() const noexcept { return deadline_ms_; }

    enum class News { none, ready, failed };
    // Call it on every event, while an upgrade is running. After `failed`, none is running any more.
    News look(int64_t now_ms) noexcept;
    // Why it failed.
    const std::string& failure() const noexcept { return failure_; }
    // After `ready`: the new server takes over.
    void let_take_over() noexcept;
    // Ends the new server, which has not taken over.
    void cancel() noexcept;
    // Reaps new servers that have failed.
    void reap() noexcept;
    // For a forked child.
    void leave() noexcept {
        running_ = false;
        channel_.close();
    }

private:
    News fail(std::string why) noexcept;
    static constexpr int64_t kExitMs = 2000;  // the time between the end of its channel and its exit

    ControlChannel channel_;
    pid_t pid_ = 0;
    int64_t deadline_ms_ = 0;
    bool running_ = false;
    std::string failure_;
    std::vector<pid_t> failed_;  // not reaped yet
};

}  // namespace tern::proc
