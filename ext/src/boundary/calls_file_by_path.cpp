// Calls of PHP itself on regular files by path. They run here if the kernel finds the path in memory and nothing
// changes, and on a thread otherwise.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>

#include "boundary/calls.h"
#include "boundary/storage.h"
#include "boundary/thread_call.h"

namespace tern::boundary::calls {

namespace {

// A path, resolved now: the program may change its directory before a thread uses it.
struct Path {
    explicit Path(const char* path) : text(path) {
        if (path[0] != '/') base = Fd(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    }
    int at() const noexcept { return base.open() ? base.get() : AT_FDCWD; }
    const char* name() const noexcept { return text.c_str(); }

    std::string text;
    Fd base;
};

Boundary* path_gate(const char* path) noexcept { return path == nullptr ? nullptr : gate(kRegularFile); }

// `boundary` null: `found`.
Lookup look(Boundary* boundary, const char* path, bool follow) {
    return boundary == nullptr ? Lookup::found : look_up(*boundary, path, follow);
}

// Opens a file or a directory. Opening a FIFO waits for a process at its other end, perhaps for ever, so a thread must
// not do it.
struct OpenTask {
    Path path;
    int flags;
    mode_t mode;
    Fd opened{};  // closed here if the caller does not take it
    bool other = false;

    long operator()() noexcept {
        struct stat found {};
        other = (flags & O_NONBLOCK) == 0 && fstatat(path.at(), path.name(), &found, 0) == 0 &&
                !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode);
        if (other) return 0;
        opened = Fd(::openat(path.at(), path.name(), flags, mode));
        return opened.open() ? 0 : -1;
    }
};

int open_with(const char* path, int flags, mode_t mode) {
    Boundary* boundary = path_gate(path);
    const bool changes = (flags & O_TRUNC) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    if (boundary == nullptr) return ::open(path, flags, mode);
    const Lookup lookup = changes ? Lookup::waits : look_up(*boundary, path, (flags & O_NOFOLLOW) == 0);
    if (lookup == Lookup::canceled) return -1;
    const bool creates = lookup == Lookup::missing && (flags & O_CREAT) != 0;
    if (lookup != Lookup::waits && !creates) return ::open(path, flags, mode);
    const auto open_here = [=]() -> long { return ::open(path, flags, mode); };
    return static_cast<int>(
        on_thread(*boundary, OpenTask{Path(path), flags, mode}, open_here,
                  [=](OpenTask& done, long) -> long { return done.other ? open_here() : done.opened.release(); }));
}

int stat_with(const char* path, struct stat* into, int flags) {
    Boundary* boundary = path_gate(path);
    const Lookup lookup = look(boundary, path, flags == 0);
    if (lookup == Lookup::canceled) return -1;
    if (lookup != Lookup::waits) return ::fstatat(AT_FDCWD, path, into, flags);
    struct StatTask {
        Path path;
        int flags;
        struct stat found {};
        long operator()() noexcept { return ::fstatat(path.at(), path.name(), &found, flags); }
    };
    return static_cast<int>(on_thread(
        *boundary, StatTask{Path(path), flags}, [=] { return long{::fstatat(AT_FDCWD, path, into, flags)}; },
        [=](StatTask& done, long) {
            *into = done.found;
            return 0L;
        }));
}

// Calls `call(directory, path)`; on a thread with a copy of the path.
template <class Call>
int change(const char* path, Call call) {
    Boundary* boundary = path_gate(path);
    const auto here = [=]() -> long { return call(AT_FDCWD, path); };
    if (boundary == nullptr) return static_cast<int>(here());
    auto task = [copy = Path(path), call]() noexcept -> long { return call(copy.at(), copy.name()); };
    return static_cast<int>(on_thread(*boundary, std::move(task), here));
}

}  // namespace

int open(const char* path, int flags, ...) {
    mode_t mode = 0;
    if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE) {
        va_list rest;
        va_start(rest, flags);
        mode = va_arg(rest, mode_t);
        va_end(rest);
    }
    return open_with(path, flags, mode);
}

int open_checked(const char* path, int flags) {
    if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE) std::abort();
    return open_with(path, flags, 0);
}

int stat(const char* path, struct stat* into) { return stat_with(path, into, 0); }

int lstat(const char* path, struct stat* into) { return stat_with(path, into, AT_SYMLINK_NOFOLLOW); }

// Checks with the real user's rights, as in libc: the process's, and so the thread's.
int access(const char* path, int mode) {
    Boundary* boundary = path_gate(path);
    const Lookup lookup = look(boundary, path, true);
    if (lookup == Lookup::canceled) return -1;
    if (lookup != Lookup::waits) return ::access(path, mode);
    auto task = [copy = Path(path), mode]() noexcept -> long { return ::faccessat(copy.at(), copy.name(), mode, 0); };
    return static_cast<int>(on_thread(*boundary, std::move(task), [=] { return long{::access(path, mode)}; }));
}

int unlink(const char* path) {
    return change(path, [](int at, const char* name) { return ::unlinkat(at, name, 0); });
}

int rmdir(const char* path) {
    return change(path, [](int at, const char* name) { return ::unlinkat(at, name, AT_REMOVEDIR); });
}

int mkdir(const char* path, mode_t mode) {
    return change(path, [mode](int at, const char* name) { return ::mkdirat(at, name, mode); });
}

int rename(const char* from, const char* to) {
    Boundary* boundary = to == nullptr ? nullptr : path_gate(from);
    if (boundary == nullptr) return ::rename(from, to);
    auto task = [source = Path(from), target = Path(to)]() noexcept -> long {
        return ::renameat(source.at(), source.name(), target.at(), target.name());
    };
    return static_cast<int>(on_thread(*boundary, std::move(task), [=] { return long{::rename(from, to)}; }));
}

}  // namespace tern::boundary::calls
