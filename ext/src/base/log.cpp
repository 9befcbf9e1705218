#include "base/log.h"

#include <climits>
#include <cstdarg>
#include <cstdio>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

namespace tern {

void Log::print(LogLevel level, const char* format, ...) noexcept {
    if (!wants(level)) return;
    char message[kMaxMessage];
    va_list arguments;
    va_start(arguments, format);
    int length = std::vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    size_t kept = static_cast<size_t>(length) < sizeof message ? static_cast<size_t>(length) : sizeof message - 1;
    sink_->write(level, Bytes(message, kept));
}

namespace {

constexpr int kMostLinks = 40;  // as the kernel follows
constexpr int kFlags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY;

Result<Fd> opened(int fd) noexcept {
    if (fd < 0) return last_error();
    return Fd(fd);
}

Error check_owner(int link) noexcept {
    struct stat status {};
    if (::fstat(link, &status) != 0) return last_error();
    const bool trusted = status.st_uid == 0 || status.st_uid == ::geteuid();
    return trusted ? Error::ok : static_cast<Error>(EPERM);
}

// The links of /proc lead to open files, which may have no path: /dev/stdout.
bool is_of_proc(int link) noexcept {
    struct statfs system {};
    return ::fstatfs(link, &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

Error follow(int link, std::string& path) noexcept {
    std::string target(PATH_MAX, '\0');
    const ssize_t length = ::readlinkat(link, "", target.data(), target.size());
    if (length < 0) return last_error();
    target.resize(static_cast<size_t>(length));
    const size_t name = target.starts_with('/') ? 0 : path.rfind('/') + 1;  // npos + 1 is 0
    path.replace(name, std::string::npos, target);
    return Error::ok;
}

}  // namespace

Result<Fd> open_log(std::string path, mode_t mode) noexcept {
    for (int links = 0; links < kMostLinks; ++links) {
        Result<Fd> file = opened(::open(path.c_str(), kFlags | O_NOFOLLOW | O_NONBLOCK, mode));
        if (file.ok()) (void)::fcntl(file.value().get(), F_SETFL, O_APPEND);  // what is written waits for the reader
        if (file.ok() || number(file.error()) != ELOOP) return file;
        // The checks are about the link itself, whatever happens to its path meanwhile.
        const Fd link(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
        if (!link.open()) return last_error();
        if (is_of_proc(link.get())) return opened(::open(path.c_str(), kFlags, mode));
        if (const Error error = check_owner(link.get()); error != Error::ok) return error;
        if (const Error error = follow(link.get(), path); error != Error::ok) return error;
    }
    return static_cast<Error>(ELOOP);
}

}  // namespace tern
