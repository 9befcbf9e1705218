#include "boundary/storage.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boundary/thread_call.h"

namespace tern::boundary {

namespace {

// openat2() with RESOLVE_CACHED (Linux 5.12), which the headers of older systems lack.
constexpr long kOpenat2 = 437;
constexpr uint64_t kResolveCached = 0x20;
struct OpenHow {
    uint64_t flags;
    uint64_t mode;
    uint64_t resolve;
};

// Fails with EAGAIN if the kernel would need a disk or a server.
int open_cached(const char* path, int flags) noexcept {
    const OpenHow how{static_cast<uint64_t>(flags | O_PATH | O_CLOEXEC), 0, kResolveCached};
    return static_cast<int>(syscall(kOpenat2, AT_FDCWD, path, &how, sizeof how));
}

// From the kernel's memory, without a request to a server. 0: it is unknown.
uint64_t device_of(int fd) noexcept {
    struct statx found {};
    if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_TYPE, &found) != 0) return 0;
    return uint64_t{found.stx_dev_major} << 32 | found.stx_dev_minor;
}

// `path_fd` (O_PATH) belongs to the thread: closing it affects no locks. unknown: cancelled, errno says so.
Storage learn(Boundary& boundary, Fd path_fd, uint64_t device) {
    struct Ask {
        Fd fd;
        long operator()() noexcept { return static_cast<long>(ask_storage(fd.get())); }
    };
    constexpr long kNotAsked = 0;
    const long answer = on_thread(boundary, Ask{std::move(path_fd)}, [] { return kNotAsked; });
    if (answer < 0) return Storage::unknown;
    if (answer == kNotAsked) return Storage::disk;
    boundary.files.storages.add(device, static_cast<Storage>(answer));
    return static_cast<Storage>(answer);
}

}  // namespace

Storage storage_of(Boundary& boundary, int fd) {
    const int before = errno;
    const uint64_t device = device_of(fd);
    Storage storage = boundary.files.storages.find(device);
    if (storage == Storage::unknown) {
        const FdHold held(fd);
        char path[32];
        (void)std::snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        storage = learn(boundary, Fd(::open(path, O_PATH | O_CLOEXEC)), device);
        if (storage != Storage::unknown && boundary.files.held.closing(fd)) {
            errno = EBADF;
            return Storage::unknown;
        }
    }
    if (storage != Storage::unknown) errno = before;
    return storage;
}

Lookup look_up(Boundary& boundary, const char* path, bool follow) {
    if (boundary.files.warm.has(path, follow)) return Lookup::found;
    const int before = errno;
    Fd fd(open_cached(path, follow ? 0 : O_NOFOLLOW));
    const int error = std::exchange(errno, before);
    if (!fd.open()) return error == ENOENT || error == ENOTDIR || error == EACCES ? Lookup::missing : Lookup::waits;
    const uint64_t device = device_of(fd.get());
    Storage storage = boundary.files.storages.find(device);
    if (storage == Storage::unknown) storage = learn(boundary, std::move(fd), device);
    if (storage == Storage::unknown) return Lookup::canceled;
    errno = before;
    if (storage == Storage::remote) return Lookup::waits;
    boundary.files.warm.add(path, follow);
    return Lookup::found;
}

}  // namespace tern::boundary
