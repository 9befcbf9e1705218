#include <cerrno>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boundary/calls.h"
#include "boundary/thread_call.h"

namespace tern::boundary::calls {

namespace {

int sync_on_thread(int (*sync)(int), int fd) {
    Boundary* boundary = fd < 0 ? nullptr : gate(kFile);
    if (boundary == nullptr) return sync(fd);
    auto task = [held = FdHold(fd), sync]() noexcept -> long { return sync(held.get()); };
    return static_cast<int>(on_thread(*boundary, std::move(task), [=] { return long{sync(fd)}; }));
}

Boundary* gate_of_lock(int fd) noexcept {
    const bool is_async = of_thread != nullptr && of_thread->async_files.has(fd);
    return gate(is_async ? ~Groups{0} : kFile);
}

bool same_file(const struct stat& one, int fd) noexcept {
    struct stat other {};
    return fstat(fd, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

}  // namespace

// Tries again and again instead of using a thread: waiting threads could use up the pool, and the owner of the lock
// might need one. Also a cancelled caller can never get the lock afterwards.
int flock(int fd, int operation) {
    Boundary* boundary = (operation & (LOCK_NB | LOCK_UN)) != 0 ? nullptr : gate_of_lock(fd);
    if (boundary == nullptr) return ::flock(fd, operation);
    struct stat file {};
    Pause pause;
    for (;;) {
        const int result = ::flock(fd, operation | LOCK_NB);
        if (result == 0 || !would_block(errno)) return result;
        if (file.st_ino == 0 && fstat(fd, &file) != 0) return -1;
        const Next next = wait_time(*boundary, coro::Deadline::in(pause.next_ms()), coro::Wait::lock);
        if (next == Next::block) return ::flock(fd, operation);
        if (next == Next::fail) return -1;
        if (same_file(file, fd)) continue;
        errno = EBADF;
        return -1;
    }
}

int fsync(int fd) { return sync_on_thread(::fsync, fd); }

int fdatasync(int fd) { return sync_on_thread(::fdatasync, fd); }

}  // namespace tern::boundary::calls
