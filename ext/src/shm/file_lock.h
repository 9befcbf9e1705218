// The kernel's lock on a file (flock): it ends with its owner, without an event for the next one. Every process opens
// the file itself, so that forked children neither have their parent's lock nor release it. A child that never uses the
// lock keeps the parent's open file, and so the parent's lock, until it ends.
#pragma once

#include "shm/lock.h"

namespace tern::shm {

class FileLock final : public Lock {
public:
    FileLock() = default;
    ~FileLock() override;
    // Makes the file if it does not exist.
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
    uint64_t process_ = 0;  // the process that opened it
    uint32_t times_shared_ = 0;
    bool alone_ = false;
};

}  // namespace tern::shm
