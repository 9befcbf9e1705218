#include "proc/pid_file.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tern::proc {

namespace {

constexpr mode_t kPidMode = 0644;

Error refuse_if_held(const std::string& path) noexcept {
    // A link is replaced, whatever it leads to.
    int fd = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return errno == ENOENT || errno == ELOOP ? Error::ok : last_error();
    bool held = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(fd);
    return held ? static_cast<Error>(EBUSY) : Error::ok;
}

// What another user has made there could be written by that user later.
void remove_foreign(const std::string& path) noexcept {
    struct stat there {};
    if (lstat(path.c_str(), &there) == 0 && there.st_uid != geteuid()) unlink(path.c_str());
}

Error write_pid(int fd, pid_t pid) noexcept {
    char text[16];
    int length = std::snprintf(text, sizeof text, "%d", static_cast<int>(pid));
    ssize_t written = write(fd, text, static_cast<size_t>(length));
    if (written < 0) return last_error();
    return written == length ? Error::ok : static_cast<Error>(EIO);
}

Error publish(int fd, const std::string& aside, const std::string& path) noexcept {
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) return last_error();
    if (Error error = write_pid(fd, getpid()); !ok(error)) return error;
    return rename(aside.c_str(), path.c_str()) == 0 ? Error::ok : last_error();
}

}  // namespace

Error PidFile::create(const std::string& path) noexcept {
    TERN_CHECK(fd_ < 0);
    if (Error error = refuse_if_held(path); !ok(error)) return error;
    std::string aside = path + "." + std::to_string(getpid()) + ".new";
    remove_foreign(aside);
    int fd = open(aside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, kPidMode);
    if (fd < 0) return last_error();
    if (Error error = publish(fd, aside, path); !ok(error)) {
        close(fd);
        unlink(aside.c_str());
        return error;
    }
    path_ = path;
    creator_ = getpid();
    fd_ = fd;
    return Error::ok;
}

bool PidFile::is_still_ours() const noexcept {
    struct stat held {};
    struct stat named {};
    if (fstat(fd_, &held) != 0 || stat(path_.c_str(), &named) != 0) return false;
    return held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

void PidFile::remove() noexcept {
    if (fd_ < 0) return;
    if (creator_ == getpid() && is_still_ours()) unlink(path_.c_str());
    forget();
}

void PidFile::release() noexcept {
    if (fd_ >= 0) (void)flock(fd_, LOCK_UN);
}

void PidFile::forget() noexcept {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
}

Result<pid_t> PidFile::read(const std::string& path) noexcept {
    int fd = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return last_error();
    char text[32] = "";
    ssize_t length = ::read(fd, text, sizeof text - 1);
    close(fd);
    long pid = length > 0 ? std::strtol(text, nullptr, 10) : 0;
    if (pid <= 0) return Error::invalid_argument;
    return static_cast<pid_t>(pid);
}

}  // namespace tern::proc
