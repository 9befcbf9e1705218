#include "boundary/thread_state.h"

#include <charconv>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tern::boundary {

namespace {

enum class Waits : uint8_t {
    time,
    descriptors,
    one_descriptor,  // the first argument
    child,
    other,  // no group makes it cooperative
};

struct Row {
    long number;
    const char* name;
    Waits waits;
};

constexpr Row kRows[] = {
    {SYS_nanosleep, "nanosleep", Waits::time},
    {SYS_clock_nanosleep, "clock_nanosleep", Waits::time},
    {SYS_ppoll, "poll", Waits::descriptors},
    {SYS_pselect6, "select", Waits::descriptors},
    {SYS_epoll_pwait, "epoll_wait", Waits::descriptors},
#ifdef SYS_poll  // of older architectures
    {SYS_poll, "poll", Waits::descriptors},
    {SYS_select, "select", Waits::descriptors},
    {SYS_epoll_wait, "epoll_wait", Waits::descriptors},
#endif
    {SYS_connect, "connect", Waits::one_descriptor},
    {SYS_accept, "accept", Waits::one_descriptor},
    {SYS_accept4, "accept", Waits::one_descriptor},
    {SYS_recvfrom, "recv", Waits::one_descriptor},
    {SYS_recvmsg, "recvmsg", Waits::one_descriptor},
    {SYS_sendto, "send", Waits::one_descriptor},
    {SYS_sendmsg, "sendmsg", Waits::one_descriptor},
    {SYS_read, "read", Waits::one_descriptor},
    {SYS_readv, "readv", Waits::one_descriptor},
    {SYS_write, "write", Waits::one_descriptor},
    {SYS_writev, "writev", Waits::one_descriptor},
    {SYS_wait4, "wait", Waits::child},
    {SYS_flock, "flock", Waits::other},
    {SYS_fcntl, "fcntl", Waits::other},
    {SYS_fsync, "fsync", Waits::other},
    {SYS_fdatasync, "fdatasync", Waits::other},
    {SYS_openat, "open", Waits::other},
    {SYS_pread64, "pread", Waits::other},
    {SYS_pwrite64, "pwrite", Waits::other},
    {SYS_futex, "futex", Waits::other},
    {SYS_waitid, "waitid", Waits::other},
};

Groups groups_of_descriptor(int fd) noexcept {
    struct stat found {};
    if (fstat(fd, &found) != 0) return 0;
    switch (found.st_mode & S_IFMT) {
        case S_IFSOCK: return groups_of_socket(fd);
        case S_IFIFO: return kStdio | kProc;
        case S_IFCHR: return kStdio;
        default: return 0;
    }
}

Groups groups_of_wait(Waits waits, uint64_t argument) noexcept {
    switch (waits) {
        case Waits::time: return kSleep;
        case Waits::descriptors: return kAnyDescriptor;
        case Waits::one_descriptor: return groups_of_descriptor(static_cast<int>(argument));
        case Waits::child: return kChild;
        case Waits::other: break;
    }
    return 0;
}

}  // namespace

int open_call_file() noexcept { return ::open("/proc/thread-self/syscall", O_RDONLY | O_CLOEXEC); }

BlockedCall blocked_call(int call_file) noexcept {
    char line[256];
    const ssize_t length = call_file < 0 ? -1 : pread(call_file, line, sizeof line, 0);
    return length <= 0 ? BlockedCall{} : parse_blocked_call({line, static_cast<size_t>(length)});
}

BlockedCall parse_blocked_call(Bytes line) noexcept {
    if (line.starts_with("running")) return {nullptr, true, 0};
    const char* end = line.data() + line.size();
    long number = -1;
    const std::from_chars_result parsed = std::from_chars(line.data(), end, number);
    constexpr ptrdiff_t kPrefix = 3;  // " 0x"
    if (parsed.ec != std::errc() || end - parsed.ptr <= kPrefix) return {};
    uint64_t argument = 0;
    (void)std::from_chars(parsed.ptr + kPrefix, end, argument, 16);
    for (const Row& row : kRows) {
        if (row.number == number) return {row.name, false, groups_of_wait(row.waits, argument)};
    }
    return {};
}

int open_times_file() noexcept { return ::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC); }

// Two numbers of nanoseconds, and the number of times that the thread was given a processor.
ThreadTimes thread_times(int times_file) noexcept {
    constexpr int64_t kMs = 1'000'000;
    char line[96];
    const ssize_t length = times_file < 0 ? -1 : pread(times_file, line, sizeof line, 0);
    if (length <= 0) return {};
    const char* end = line + length;
    int64_t ran_ns = 0;
    int64_t queued_ns = 0;
    const std::from_chars_result first = std::from_chars(line, end, ran_ns);
    if (first.ec != std::errc() || first.ptr == end) return {};
    (void)std::from_chars(first.ptr + 1, end, queued_ns);
    return {ran_ns / kMs, queued_ns / kMs};
}

}  // namespace tern::boundary
