// Process 1 of a container, and any child subreaper, becomes the parent of processes whose own parents have ended.
// It must wait for them, or they stay as zombies until no process can be started.
//
// Processes that the program has started itself are left to it: those from before the server, for good, and later ones
// for a while. Nothing here waits.
#pragma once

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace tern::proc {

class AdoptedChildren {
public:
    static constexpr int64_t kNever = INT64_MAX;

    // Before the first worker is forked.
    void open() noexcept;
    // A child has ended.
    void notice() noexcept { looks_ = active_; }
    // Waits for those that no other code has waited for.
    void reap(int64_t now_ms) noexcept;
    // When reap() has something to do; kNever: not before notice().
    int64_t next_ms() const noexcept { return next_ms_; }

private:
    static constexpr int64_t kGraceMs = 300;  // for the program to wait for a child that it has started
    struct Ended {
        pid_t pid;
        int64_t since_ms;
    };
    int64_t noticed_ms(pid_t pid, int64_t now_ms) const noexcept;

    bool active_ = false;
    bool looks_ = false;
    int64_t next_ms_ = kNever;
    std::vector<pid_t> of_program_;
    std::vector<Ended> ended_;
};

}  // namespace tern::proc
