#include "boundary/whole_file.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/uio.h>
#include <unistd.h>

#include "boundary/file_state.h"

namespace tern::boundary {

namespace {

constexpr size_t kFirstRead = 64 * 1024;
constexpr size_t kMostPerRead = 16 * 1024 * 1024;

Error write_all(int fd, Bytes content) noexcept {
    while (!content.empty()) {
        ssize_t written = ::write(fd, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return last_error();
        content.remove_prefix(static_cast<size_t>(written));
    }
    return Error::ok;
}

Error lock(int fd, int operation) noexcept {
    while (flock(fd, operation) != 0) {
        if (errno != EINTR) return last_error();
    }
    return Error::ok;
}

}  // namespace

Result<size_t> read_in_memory(int fd, char* into, size_t room, off_t offset) noexcept {
    iovec part{into, room};
    ssize_t got = preadv2(fd, &part, 1, offset, RWF_NOWAIT);
    const bool unknown = got < 0 && (errno == EOPNOTSUPP || errno == ENOSYS);
    if (unknown && ask_storage(fd) == Storage::memory) got = pread(fd, into, room, offset);
    if (got >= 0) return static_cast<size_t>(got);
    return unknown || errno == EINTR ? Error::would_block : last_error();
}

size_t read_small(int fd, char* into, size_t room) noexcept {
    iovec part{into, room};
    const ssize_t got = preadv2(fd, &part, 1, 0, RWF_NOWAIT);
    return got > 0 && static_cast<size_t>(got) < room ? static_cast<size_t>(got) : 0;
}

Error replace_content(int fd, Bytes content, off_t old_size, bool append) noexcept {
    if (Error error = write_all(fd, content); error != Error::ok) return error;
    const auto size = static_cast<off_t>(content.size());
    if (append || old_size <= size) return Error::ok;
    return ftruncate(fd, size) == 0 ? Error::ok : last_error();
}

void FileRead::work() noexcept {
    if (locked_) error_ = lock(fd_.get(), LOCK_SH);
    if (error_ == Error::ok) error_ = read_all();
    if (error_ != Error::ok) content_.release();
    fd_.reset();
}

// The size is a hint: files of /proc have none, and others may grow meanwhile.
Error FileRead::read_all() noexcept {
    struct stat file {};
    if (fstat(fd_.get(), &file) != 0) return last_error();
    if (S_ISREG(file.st_mode) && static_cast<size_t>(file.st_size) > limit_) return Error::file_too_large;
    size_t wanted = std::max(kFirstRead, static_cast<size_t>(file.st_size) + 1);
    for (;;) {
        wanted = std::min({wanted, kMostPerRead, limit_ - content_.size() + 1});
        char* into = content_.extend(wanted);
        ssize_t got = ::read(fd_.get(), into, wanted);
        const Error error = got < 0 ? last_error() : Error::ok;
        content_.shrink(wanted - static_cast<size_t>(std::max<ssize_t>(got, 0)));
        if (got == 0) return Error::ok;
        if (got < 0 && error != static_cast<Error>(EINTR)) return error;
        if (content_.size() > limit_) return Error::file_too_large;
        wanted = std::max(kFirstRead, content_.size());
    }
}

void FilePrefetch::work() noexcept {
    constexpr size_t kPiece = 64 * 1024;
    const auto piece = std::make_unique<char[]>(kPiece);
    while (size_ > 0) {
        ssize_t got = pread(fd_.get(), piece.get(), std::min(size_, kPiece), offset_);
        if (got <= 0) break;
        offset_ += got;
        size_ -= static_cast<size_t>(got);
    }
    fd_.reset();
}

void FileWrite::work() noexcept {
    error_ = write_all();
    std::string().swap(content_);
}

Error FileWrite::write_all() noexcept {
    const Fd fd(::open(path_.c_str(), flags_, 0666));
    if (!fd.open()) return last_error();
    if (locked_) {
        if (Error error = lock(fd.get(), LOCK_EX); error != Error::ok) return error;
    }
    struct stat file {};
    if (fstat(fd.get(), &file) != 0) return last_error();
    return replace_content(fd.get(), content_, S_ISREG(file.st_mode) ? file.st_size : 0, (flags_ & O_APPEND) != 0);
}

}  // namespace tern::boundary
