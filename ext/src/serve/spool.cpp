#include "serve/spool.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <unistd.h>

namespace tern::serve {

Error write_all(int fd, Bytes bytes) noexcept {
    while (!bytes.empty()) {
        ssize_t count = ::write(fd, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return last_error();
        bytes.remove_prefix(static_cast<size_t>(count));
    }
    return Error::ok;
}

Error Spool::append(Bytes bytes, const Limits& limits) noexcept {
    size_ += bytes.size();
    if (!in_file() && size_ > limits.body_memory_bytes) {
        if (Error error = move_to_file(limits); error != Error::ok) return error;
    }
    if (in_file()) return write_all(file_.get(), bytes);
    memory_.append(bytes);
    return Error::ok;
}

Error Spool::move_to_file(const Limits& limits) noexcept {
    file_ = Fd(::open(limits.upload_dir.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (!file_.open()) {  // a file system without O_TMPFILE
        std::string path = limits.upload_dir + "/tern.body.XXXXXX";
        file_ = Fd(::mkostemp(path.data(), O_CLOEXEC));
        if (!file_.open()) return last_error();
        (void)::unlink(path.c_str());
    }
    Error error = write_all(file_.get(), memory_.view());
    memory_.release();
    return error;
}

Error Spool::read(char* into, uint64_t from, size_t count) const noexcept {
    if (!in_file()) {
        if (count > 0) std::memcpy(into, memory_.data() + from, count);
        return Error::ok;
    }
    for (size_t done = 0; done < count;) {
        ssize_t got = ::pread(file_.get(), into + done, count - done, static_cast<off_t>(from + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return got < 0 ? last_error() : Error::broken_pipe;
        done += static_cast<size_t>(got);
    }
    return Error::ok;
}

Result<size_t> Spool::copy_some(int fd, uint64_t from) const noexcept {
    const size_t count = std::min<uint64_t>(size_ - from, kMostPerCopy);
    if (!in_file()) {
        Error error = write_all(fd, memory_.view().substr(from, count));
        if (error != Error::ok) return error;
        return count;
    }
    for (auto offset = static_cast<off_t>(from);;) {
        ssize_t copied = ::sendfile(fd, file_.get(), &offset, count);
        if (copied > 0) return static_cast<size_t>(copied);
        if (copied == 0) return Error::broken_pipe;
        if (errno != EINTR) return last_error();
    }
}

}  // namespace tern::serve
