// The kernel's lock on a file (flock): it ends with whoever has it, and nothing tells the next one of that. Every
// process has a description of the file of its own, so that forked children neither have their parent's lock nor free
// it. A child that never uses it keeps the parent's description open, and the parent's lock with it, until it ends.
#pragma once

#include "shm/lock.h"

namespace tern::shm {

class FileLock final : public Lock {
public:
    FileLock() = default;
    ~FileLock() override;
    // Makes the file when there is none.
    Error open(const char* path) noexcept;

    Error prepare() noexcept override;
    Taken try_take(Mode mode, Waiting waiting) noexcept override;
    Taken take(Mode mode, int64_t until_ms) noexcept override;
    void share_again() noexcept override;
    void give_back() noexcept override;
    bool give_back_of_any() noexcept override;
    bool has_alone() const noexcept override;
    uint32_t times_shared() const noexcept override;

private:
    bool taken_already(Mode mode) const noexcept;
    Taken taken(Mode mode) noexcept;

    int fd_ = -1;
    uint64_t process_ = 0;  // whose description it is
    uint32_t times_shared_ = 0;
    bool alone_ = false;
};

}  // namespace tern::shm
