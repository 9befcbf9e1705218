#include "boundary/fd_kind.h"

#include <cerrno>
#include <sys/stat.h>

namespace tern::boundary {

FdKind FdKinds::look(int fd) noexcept {
    const int before = errno;
    struct stat found {};
    const bool open = fd >= 0 && fstat(fd, &found) == 0;
    errno = before;
    if (!open) return FdKind::file;  // the real call reports the error
    FdKind kind = FdKind::file;
    switch (found.st_mode & S_IFMT) {
        case S_IFSOCK: kind = FdKind::socket; break;
        case S_IFIFO:
        case 0: kind = FdKind::pipe; break;  // 0: an event counter, inotify and the like
        case S_IFCHR: kind = FdKind::terminal; break;
        default: break;
    }
    const auto index = static_cast<size_t>(fd);
    if (index >= kinds_.size()) kinds_.resize(index + 1, FdKind::unknown);
    return kinds_[index] = kind;
}

}  // namespace tern::boundary
