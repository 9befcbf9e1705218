#include "shm/process_name.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

namespace tern::shm {

namespace {

struct Status {
    char state = '?';    // Z and X are dead
    uint32_t start = 0;  // in ticks; 0: unknown, as /proc may be missing or hidden
};

// The first thread started with its process. QEMU invents /proc/<own number>/stat, where a forked process has the start
// time of its parent, but not this file.
Status status_of(pid_t pid) noexcept {
    char path[48];
    std::snprintf(path, sizeof path, "/proc/%d/task/%d/stat", static_cast<int>(pid), static_cast<int>(pid));
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return {};
    char text[512];
    const ssize_t bytes = read(fd, text, sizeof text - 1);
    close(fd);
    text[bytes < 0 ? 0 : bytes] = '\0';
    // The process title may contain anything, but ends with the last parenthesis; the time is the 20th field after
    // that.
    const char* at = std::strrchr(text, ')');
    if (at == nullptr || std::strlen(at) < 3) return {};
    const char state = at[2];
    for (int word = 0; at != nullptr && word < 20; ++word) at = std::strchr(at + 1, ' ');
    return {state, at == nullptr ? 0 : static_cast<uint32_t>(std::strtoull(at, nullptr, 10))};
}

pid_t pid_of(uint64_t name) noexcept { return static_cast<pid_t>((name & kProcessNameBits) >> 32); }

uint64_t known_name = 0;  // 0: not read since the fork

bool forgets_in_children() noexcept {
    return pthread_atfork(nullptr, nullptr, [] { known_name = 0; }) == 0;
}

// Without a fork handler (there was no memory) every call has to read it again.
uint64_t look_up() noexcept {
    static const bool may_keep = forgets_in_children();
    const pid_t pid = getpid();
    const uint64_t name = static_cast<uint64_t>(pid) << 32 | status_of(pid).start;
    if (may_keep) known_name = name;
    return name;
}

}  // namespace

uint64_t this_process_name() noexcept {
    const uint64_t known = known_name;
    return __builtin_expect(known != 0, 1) ? known : look_up();
}

bool is_surely_dead(uint64_t process_name) noexcept { return kill(pid_of(process_name), 0) != 0 && errno == ESRCH; }

bool is_dead(uint64_t process_name) noexcept {
    if (is_surely_dead(process_name)) return true;
    const Status now = status_of(pid_of(process_name));
    if (now.state == 'Z' || now.state == 'X') return true;
    const auto start = static_cast<uint32_t>(process_name);
    return now.start != 0 && start != 0 && now.start != start;
}

}  // namespace tern::shm
