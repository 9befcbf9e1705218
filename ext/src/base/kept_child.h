// A child process that this extension has started and reaps itself: wait() of the program never sees its end. A forked
// process has no part in its parent's children.
#pragma once

#include <memory>
#include <sys/types.h>
#include <utility>

#include "base/fd.h"
#include "base/list.h"

namespace tern {

class KeptChild final : private ListHook {
public:
    // What the child needs of this process as long as it runs.
    struct Held {
        Held() = default;
        Held(const Held&) = delete;
        Held& operator=(const Held&) = delete;
        virtual ~Held() = default;
    };

    explicit KeptChild(pid_t pid) noexcept;
    KeptChild(const KeptChild&) = delete;
    KeptChild& operator=(const KeptChild&) = delete;

    pid_t pid() const noexcept { return pid_; }
    // Readable when it has ended; -1: the system has no more descriptors.
    int handle() const noexcept { return handle_.get(); }
    // False in processes that the owner has forked.
    bool is_own() const noexcept;
    // Returns true when it has ended. In processes that the owner has forked it does nothing.
    bool try_reap() noexcept;
    // The same in any process, without its exit code.
    bool has_ended() noexcept;
    // Blocks until it has ended.
    void reap() noexcept;
    // The exit code when it has ended; 128 and the signal that ended it, as in a shell; 0 before. 255: other code has
    // reaped it.
    int exit_code() const noexcept { return exit_code_; }

    // Deletes it when the child has ended.
    void hold(std::unique_ptr<Held> held) noexcept { held_ = std::move(held); }

    // The child of this process that has not been reaped; null: there is no such child.
    static KeptChild* find(pid_t pid) noexcept;
    // Reaps those that have ended, and returns how many are left.
    static size_t reap_ended() noexcept;
    // Deletes it as soon as it has ended. Children that are left when the process ends are the system's.
    void abandon() noexcept;

private:
    friend class List<KeptChild>;
    static List<KeptChild>& all() noexcept;
    void note(int exit_code) noexcept;

    pid_t pid_;
    pid_t owner_;
    Fd handle_;
    int exit_code_ = 0;
    std::unique_ptr<Held> held_;
    bool reaped_ = false;
    bool abandoned_ = false;
};

}  // namespace tern
