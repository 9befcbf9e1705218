#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "boundary/calls.h"
#include "boundary/gate.h"
#include "coro/fd_wait.h"

namespace tern::boundary::calls {

namespace {

// Wakes those that wait for the descriptor, whose number may mean another file from now on.
void forget(int fd) noexcept {
    if (of_thread == nullptr || fd < 0) return;
    of_thread->fds.on_close(fd);
    coro::wake_closed(of_thread->scheduler, fd);
    of_thread->kinds.forget(fd);
    of_thread->async_files.forget(fd);
    if (of_thread->canceled_fd == fd) of_thread->canceled_fd = -1;
}

}  // namespace

int close(int fd) {
    forget(fd);
    const HeldFds::Close when = of_thread == nullptr || fd < 0 ? HeldFds::Close::now : of_thread->files.held.close(fd);
    if (when == HeldFds::Close::now) return ::close(fd);
    if (when == HeldFds::Close::later) return 0;
    errno = EBADF;
    return -1;
}

// What can be opened anywhere, and neither read nor written: O_PATH. Without room for one more descriptor, at least the
// other side of a socket sees the end.
void close_file(int fd) {
    if (of_thread != nullptr && of_thread->files.held.close_file(fd) != HeldFds::Close::now) return;
    const int nothing = ::open("/", O_PATH | O_CLOEXEC);
    if (nothing < 0) {
        forget(fd);
        (void)::shutdown(fd, SHUT_RDWR);
        return;
    }
    (void)calls::dup3(nothing, fd, O_CLOEXEC);
    ::close(nothing);
}

int fclose(FILE* stream) {
    forget(fileno(stream));
    return ::fclose(stream);
}

int dup2(int from, int to) {
    if (from != to) forget(to);
    return ::dup2(from, to);
}

int dup3(int from, int to, int flags) {
    forget(to);
    return ::dup3(from, to, flags);
}

// The loader searches a bare name along the caller's own path, and finds the caller by its return address. So such a
// call is a tail call, and the loaded object is found at the next check.
void* dlopen(const char* path, int mode) {
    if (path != nullptr && std::strchr(path, '/') == nullptr) return ::dlopen(path, mode);
    void* object = ::dlopen(path, mode);
    replace_in_new_objects();
    return object;
}

#ifdef __GLIBC__  // musl has none
void* dlmopen(long space, const char* path, int mode) {
    if (path != nullptr && std::strchr(path, '/') == nullptr) return ::dlmopen(space, path, mode);
    void* object = ::dlmopen(space, path, mode);
    replace_in_new_objects();
    return object;
}
#endif

}  // namespace tern::boundary::calls
