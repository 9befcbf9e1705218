#include "proc/thread_register.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace tern::proc {

namespace {

constexpr off_t kMostThreads = 1 << 16;

struct flock lock_from(off_t first, off_t count) noexcept {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = first;
    lock.l_len = count;
    return lock;
}

}  // namespace

ThreadRegister& ThreadRegister::of_process() noexcept {
    static ThreadRegister one;
    return one;
}

int ThreadRegister::fd() noexcept {
    if (!file_.open()) file_ = Fd(::memfd_create("tern threads", MFD_CLOEXEC));
    return file_.get();
}

void ThreadRegister::inherit(int fd) noexcept { file_ = Fd(fd); }

void ThreadRegister::enter() noexcept {
    for (off_t place = 0; file_.open() && place < kMostThreads; ++place) {
        struct flock lock = lock_from(place, 1);
        if (::fcntl(file_.get(), F_SETLK, &lock) == 0 || (errno != EAGAIN && errno != EACCES)) return;
    }
}

std::vector<pid_t> ThreadRegister::others() const noexcept {
    std::vector<pid_t> found;
    for (off_t place = 0; file_.open() && place < kMostThreads; ++place) {
        struct flock lock = lock_from(place, 0);
        if (::fcntl(file_.get(), F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) break;
        if (lock.l_start != place) {  // the system names any of them, not the first
            lock = lock_from(place, 1);
            if (::fcntl(file_.get(), F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) continue;
        }
        found.push_back(lock.l_pid);
    }
    return found;
}

}  // namespace tern::proc
