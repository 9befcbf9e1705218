#include "net/idle_socket.h"

#include <cerrno>
#include <sys/socket.h>
#include <sys/stat.h>

namespace tern::net {

namespace {

constexpr int kDescriptorBits = 24;  // the kernel's limit is usually 2^20, and inodes of sockets have 32 bits

enum class Seen : uint8_t { nothing, input, end };  // end: or another socket

Seen look_at(int64_t name) noexcept {
    const int fd = descriptor_of(name);
    if (name == 0 || name_socket(fd) != name) return Seen::end;
    char byte;
    const ssize_t size = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (size > 0) return Seen::input;
    return size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? Seen::nothing : Seen::end;
}

}  // namespace

int64_t name_socket(int fd) noexcept {
    struct stat what;
    if (fd < 0 || fd >> kDescriptorBits != 0) return 0;
    if (fstat(fd, &what) != 0 || !S_ISSOCK(what.st_mode)) return 0;
    return static_cast<int64_t>((static_cast<uint64_t>(what.st_ino) << kDescriptorBits) | static_cast<uint64_t>(fd));
}

int descriptor_of(int64_t name) noexcept { return static_cast<int>(name & ((1 << kDescriptorBits) - 1)); }

bool is_quiet(int64_t name) noexcept { return look_at(name) == Seen::nothing; }

bool has_ended(int64_t name) noexcept { return look_at(name) == Seen::end; }

}  // namespace tern::net
