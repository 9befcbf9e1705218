#include "shm/file_lock.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/pause.h"
#include "shm/process_name.h"

namespace tern::shm {

namespace {

int operation(Lock::Mode mode) noexcept { return mode == Lock::Mode::exclusive ? LOCK_EX : LOCK_SH; }

void sleep_ms(int64_t ms) noexcept {
    const timespec time{ms / 1'000, ms % 1'000 * 1'000'000};
    (void)nanosleep(&time, nullptr);
}

}  // namespace

FileLock::~FileLock() {
    if (fd_ >= 0) close(fd_);
}

Error FileLock::open(const char* path) noexcept {
    TERN_CHECK(fd_ < 0);
    fd_ = ::open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd_ < 0) return last_error();
    process_ = this_process_name();
    return Error::ok;
}

// Opens the same file, whatever happened to its path.
Error FileLock::prepare() noexcept {
    const uint64_t self = this_process_name();
    if (self == process_) return Error::ok;
    char path[40];
    std::snprintf(path, sizeof path, "/proc/self/fd/%d", fd_);
    const int fresh = ::open(path, O_RDWR | O_CLOEXEC);
    if (fresh < 0) return last_error();
    close(fd_);
    fd_ = fresh;
    process_ = self;
    times_shared_ = 0;
    alone_ = false;
    return Error::ok;
}

// flock() would convert this process's lock to the other mode instead.
bool FileLock::taken_already(Mode mode) const noexcept {
    return alone_ || (mode == Mode::exclusive && times_shared_ > 0);
}

Taken FileLock::taken(Mode mode) noexcept {
    if (mode == Mode::exclusive) {
        alone_ = true;
    } else {
        ++times_shared_;
    }
    return Taken::yes;
}

Taken FileLock::try_take(Mode mode, Waiting) noexcept {
    if (taken_already(mode)) return Taken::no;
    if (times_shared_ == 0 && flock(fd_, operation(mode) | LOCK_NB) != 0) return Taken::no;
    return taken(mode);
}

Taken FileLock::take(Mode mode, int64_t until_ms) noexcept {
    if (until_ms < 0 && !taken_already(mode) && times_shared_ == 0) {
        while (flock(fd_, operation(mode)) != 0) {
            if (errno != EINTR) return Taken::no;
        }
        return taken(mode);
    }
    Pause pause;
    for (;;) {
        if (const Taken result = try_take(mode, Waiting::no); result != Taken::no) return result;
        const int64_t left = until_ms - monotonic_ms();
        if (left <= 0) return Taken::no;
        sleep_ms(std::min(pause.next_ms(), left));
    }
}

void FileLock::share_again() noexcept { ++times_shared_; }

void FileLock::give_back() noexcept {
    TERN_CHECK(process_ == this_process_name());
    if (times_shared_ > 0 && --times_shared_ > 0) return;
    alone_ = false;
    (void)flock(fd_, LOCK_UN);
}

bool FileLock::give_back_of_any() noexcept {
    if (!has_alone()) return false;
    give_back();
    return true;
}

bool FileLock::has_alone() const noexcept { return alone_ && process_ == this_process_name(); }

uint32_t FileLock::times_shared() const noexcept { return process_ == this_process_name() ? times_shared_ : 0; }

}  // namespace tern::shm
