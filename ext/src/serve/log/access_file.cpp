#include "serve/log/access_file.h"

#include <climits>
#include <fcntl.h>
#include <sys/stat.h>

#include "base/log.h"

namespace tern::serve {

namespace {

constexpr mode_t kMode = 0644;

// The number of the stream, since such a name cannot be opened when it is a socket, as under systemd.
int standard_stream(Bytes path) noexcept {
    if (path == "-" || path == "php://stdout" || path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "php://stderr" || path == "/dev/stderr") return STDERR_FILENO;
    return -1;
}

// A program may change its directory; reopening must find the same file.
std::string absolute(const std::string& path) {
    char directory[1024];
    if (path.starts_with('/') || ::getcwd(directory, sizeof directory) == nullptr) return path;
    return std::string(directory) + '/' + path;
}

// The bytes up to the last line end within `most`. A line that is longer counts whole.
size_t whole_lines(Bytes lines, size_t most) noexcept {
    if (lines.size() <= most) return lines.size();
    size_t end = lines.substr(0, most).rfind('\n');
    if (end == Bytes::npos) end = lines.find('\n', most);
    return end == Bytes::npos ? lines.size() : end + 1;
}

}  // namespace

Error AccessFile::open(const std::string& path) noexcept {
    path_ = path;
    standard_ = standard_stream(path);
    if (path.empty()) return Error::ok;
    if (standard_ >= 0) {
        look_at_kind();
        return Error::ok;
    }
    path_ = absolute(path);
    return reopen();
}

Error AccessFile::reopen() noexcept {
    if (path_.empty() || standard_ >= 0) return Error::ok;
    Result<Fd> file = open_log(path_, kMode);
    if (!file.ok()) return file.error();
    file_ = std::move(file.value());
    look_at_kind();
    return Error::ok;
}

Error AccessFile::follow() noexcept {
    if (!is_file_ || standard_ >= 0) return Error::ok;
    struct stat named {};
    const bool is_there = ::stat(path_.c_str(), &named) == 0;
    if (is_there && named.st_ino == inode_ && named.st_dev == device_) return Error::ok;
    return reopen();
}

void AccessFile::look_at_kind() noexcept {
    struct stat status {};
    is_file_ = fstat(fd(), &status) == 0 && S_ISREG(status.st_mode);
    device_ = status.st_dev;
    inode_ = status.st_ino;
}

Result<size_t> AccessFile::write_some(Bytes lines) noexcept {
    const Bytes piece = is_file_ ? lines : lines.substr(0, whole_lines(lines, PIPE_BUF));
    for (;;) {
        const ssize_t count = ::write(fd(), piece.data(), piece.size());
        if (count > 0) return static_cast<size_t>(count);
        if (count == 0) return static_cast<Error>(EIO);
        if (errno != EINTR) return last_error();
    }
}

}  // namespace tern::serve
