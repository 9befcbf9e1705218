// A library that calls libc in each way that an object can: by its procedure table, by an address that it takes, and by
// one in read-only data. Built with RELRO, as distributions build everything.
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {
struct Operations {
    ssize_t (*receive)(int, void*, size_t, int);
};
}  // namespace

extern "C" {

extern const Operations probe_operations;
const Operations probe_operations = {recv};

int probe_usleep(useconds_t us) { return usleep(us); }
int probe_poll(pollfd* fds, nfds_t count, int timeout_ms) { return poll(fds, count, timeout_ms); }
ssize_t probe_send(int fd, const void* data, size_t bytes) { return send(fd, data, bytes, 0); }
ssize_t probe_recv(int fd, void* into, size_t bytes, int flags) {
    return probe_operations.receive(fd, into, bytes, flags);
}
ssize_t probe_read(int fd, void* into, size_t bytes) { return read(fd, into, bytes); }
ssize_t probe_write(int fd, const void* data, size_t bytes) { return write(fd, data, bytes); }
int probe_connect(int fd, const sockaddr* address, socklen_t length) { return connect(fd, address, length); }
int probe_accept(int fd) { return accept(fd, nullptr, nullptr); }
int probe_close(int fd) { return close(fd); }
int probe_fsync(int fd) { return fsync(fd); }
long probe_getpid() { return syscall(SYS_getpid); }
int (*probe_taken_sleep())(useconds_t) { return usleep; }
}
