#include "serve/files/open_beneath.h"

#include <climits>
#include <cstring>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace tern::serve {

namespace {

constexpr int64_t kSecond = 1'000'000'000;

int64_t nanoseconds(const timespec& time) noexcept { return time.tv_sec * kSecond + time.tv_nsec; }

int openat2(int root, const char* path, int flags, uint64_t resolve) noexcept {
    open_how how{};
    how.flags = static_cast<uint64_t>(flags);
    how.resolve = resolve;
    for (int attempt = 0;; ++attempt) {
        const long fd = ::syscall(SYS_openat2, root, path, &how, sizeof how);
        // A concurrent rename made the kernel unsure, so this tries again.
        if (fd < 0 && errno == EAGAIN && attempt < 4) continue;
        return static_cast<int>(fd);
    }
}

std::string descriptor_link(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

// The path that the file has now; "" without /proc.
std::string path_of(int fd) {
    std::string path(PATH_MAX, '\0');
    const ssize_t size = ::readlink(descriptor_link(fd).c_str(), path.data(), path.size());
    path.resize(size < 0 ? 0 : static_cast<size_t>(size));
    return path;
}

}  // namespace

FileStatus FileStatus::of(const struct stat& status) noexcept {
    return {status.st_dev,
            status.st_ino,
            static_cast<uint64_t>(status.st_size),
            nanoseconds(status.st_mtim),
            nanoseconds(status.st_ctim),
            S_ISREG(status.st_mode),
            S_ISDIR(status.st_mode)};
}

int64_t FileStatus::modified_s() const noexcept { return modified_ns / kSecond - (modified_ns % kSecond < 0 ? 1 : 0); }

Error RootDirectory::open(const char* path, Links links) noexcept {
    fd_ = Fd(::open(path, O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!fd_.open()) return last_error();
    links_ = links;
    if (links != Links::beneath) return Error::ok;
    Fd probe(openat2(fd_.get(), ".", O_PATH | O_CLOEXEC, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS));
    // Old kernels do not have the call, and some sandboxes forbid it.
    if (!probe.open() && (errno == ENOSYS || errno == EPERM)) links_ = Links::none;
    return Error::ok;
}

bool RootDirectory::is_at(const char* path) const noexcept {
    struct stat own {};
    struct stat there {};
    if (::stat(path, &there) < 0) return true;
    return ::fstat(fd_.get(), &own) == 0 && own.st_ino == there.st_ino && own.st_dev == there.st_dev;
}

Result<Fd> RootDirectory::open_at(const char* path, int flags) const noexcept {
    const char* relative = path[1] == '\0' ? "." : path + 1;
    int fd = -1;
    switch (links_) {
        case Links::beneath:
            fd = openat2(fd_.get(), relative, flags | O_CLOEXEC, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS);
            if (fd < 0 && errno == EXDEV) return open_if_beneath(relative, flags);
            break;
        case Links::none: return walk(relative, flags);
        case Links::any: fd = ::openat(fd_.get(), relative, flags | O_CLOEXEC); break;
    }
    if (fd < 0) return last_error();
    return Fd(fd);
}

// For links with an absolute target, or with more `..` than the root has: where they lead decides. That is asked of
// what was opened, so later changes of the links do not matter. O_PATH has no effect on devices and pipes.
Result<Fd> RootDirectory::open_if_beneath(const char* path, int flags) const noexcept {
    Fd place(::openat(fd_.get(), path, O_PATH | O_CLOEXEC));
    if (!place.open()) return last_error();
    std::string root = path_of(fd_.get());
    const std::string found = path_of(place.get());
    if (!root.ends_with('/')) root += '/';
    if (!found.starts_with(root) && found + '/' != root) return Error{EXDEV};
    if ((flags & O_PATH) != 0) return place;
    Fd file(::open(descriptor_link(place.get()).c_str(), flags | O_CLOEXEC));
    if (!file.open()) return last_error();
    return file;
}

// Opens segment by segment; none may be a link.
Result<Fd> RootDirectory::walk(const char* path, int flags) const noexcept {
    Fd folder;
    for (;;) {
        const int at = folder.open() ? folder.get() : fd_.get();
        const char* slash = std::strchr(path, '/');
        const size_t length = slash == nullptr ? std::strlen(path) : static_cast<size_t>(slash - path);
        const bool last = slash == nullptr || slash[1] == '\0';
        char name[NAME_MAX + 1];
        if (length > NAME_MAX) return static_cast<Error>(ENAMETOOLONG);
        std::memcpy(name, path, length);
        name[length] = '\0';
        const int wanted = last ? flags | (slash != nullptr ? O_DIRECTORY : 0) : O_PATH | O_DIRECTORY;
        Fd next(::openat(at, name, wanted | O_NOFOLLOW | O_CLOEXEC));
        if (!next.open()) return last_error();
        if (last) return next;
        folder = std::move(next);
        path = slash + 1;
    }
}

Result<FileStatus> RootDirectory::status(const char* path) const noexcept {
    struct stat status {};
    if (links_ == Links::any) {
        if (::fstatat(fd_.get(), path[1] == '\0' ? "." : path + 1, &status, 0) < 0) return last_error();
        return FileStatus::of(status);
    }
    Result<Fd> place = open_at(path, O_PATH);
    if (!place.ok()) return place.error();
    if (::fstat(place.value().get(), &status) < 0) return last_error();
    return FileStatus::of(status);
}

Result<Fd> RootDirectory::open_file(const char* path) const noexcept {
    return open_at(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
}

Result<Fd> RootDirectory::open_directory(const char* path) const noexcept {
    return open_at(path, O_RDONLY | O_DIRECTORY);
}

}  // namespace tern::serve
