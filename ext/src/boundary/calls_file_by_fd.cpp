// Calls of PHP itself on regular files by descriptor. They run here if the kernel can answer from memory, and on a
// thread if they would wait for a disk or a server.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

#include "boundary/calls.h"
#include "boundary/storage.h"
#include "boundary/thread_call.h"

namespace tern::boundary::calls {

namespace {

constexpr off_t kPage = 4096;
constexpr size_t kMostPerThread = 256 * 1024;
constexpr off_t kCurrentPosition = -1;  // as in preadv2()
constexpr long kMoved = -2;

Boundary* file_gate(int fd) noexcept {
    Boundary* boundary = gate(kRegularFile);
    return boundary == nullptr || fd < 0 || boundary->kinds.of(fd) < FdKind::file ? nullptr : boundary;
}

ssize_t read_in_place(int fd, void* into, size_t bytes, off_t offset) noexcept {
    return offset == kCurrentPosition ? ::read(fd, into, bytes) : ::pread(fd, into, bytes, offset);
}

// EAGAIN: a thread must read it. If a file system cannot say what is in memory, its kind decides.
ssize_t read_in_memory(Boundary& boundary, int fd, void* into, size_t bytes, off_t offset) {
    iovec whole{into, bytes};
    const ssize_t got = preadv2(fd, &whole, 1, offset, RWF_NOWAIT);
    if (got >= 0 || (errno != EOPNOTSUPP && errno != ENOSYS)) return got;
    const Storage storage = storage_of(boundary, fd);
    if (storage == Storage::memory) return read_in_place(fd, into, bytes, offset);
    if (storage != Storage::unknown) errno = EAGAIN;
    return -1;
}

struct ReadTask {
    FdHold fd;
    std::unique_ptr<char[]> into;
    size_t bytes;
    off_t offset;
    long operator()() noexcept { return ::pread(fd.get(), into.get(), bytes, offset); }
};

// kMoved: another process changed the file's own position meanwhile.
long read_on_thread(Boundary& boundary, int fd, void* into, size_t bytes, off_t offset) {
    const off_t from = offset == kCurrentPosition ? ::lseek(fd, 0, SEEK_CUR) : offset;
    if (from < 0) return ::read(fd, into, bytes);
    bytes = std::min(bytes, kMostPerThread - static_cast<size_t>(from % kPage));  // at_end()
    ReadTask task{FdHold(fd), std::make_unique_for_overwrite<char[]>(bytes), bytes, from};
    return on_thread(
        boundary, std::move(task), [=] { return read_in_place(fd, into, bytes, offset); },
        [&boundary, fd, into, offset](ReadTask& done, long got) -> long {
            if (boundary.files.held.closing(fd)) {
                errno = EBADF;
                return -1;
            }
            if (offset == kCurrentPosition) {
                if (::lseek(fd, 0, SEEK_CUR) != done.offset) return kMoved;
                (void)::lseek(fd, got, SEEK_CUR);
            }
            std::memcpy(into, done.into.get(), static_cast<size_t>(got));
            return got;
        });
}

// Whether a short read found the end of the file: within the file, the kernel has whole pages.
bool at_end(int fd, off_t offset) noexcept {
    const off_t at = offset == kCurrentPosition ? ::lseek(fd, 0, SEEK_CUR) : offset;
    return at % kPage != 0;
}

// Reads all that a blocking read would. Bytes that were read before a failure count.
ssize_t read_all(Boundary& boundary, int fd, char* into, size_t bytes, off_t offset) {
    size_t done = 0;
    while (done < bytes) {
        long got = read_in_memory(boundary, fd, into + done, bytes - done, offset);
        if (got < 0 && errno == EAGAIN) got = read_on_thread(boundary, fd, into + done, bytes - done, offset);
        if (got == kMoved) continue;
        if (got < 0 && done == 0) return -1;
        if (got <= 0) break;
        done += static_cast<size_t>(got);
        if (offset != kCurrentPosition) offset += got;
        if (done < bytes && at_end(fd, offset)) break;
    }
    return static_cast<ssize_t>(done);
}

// Determined once. `file`: that failed; errno says why.
FdKind kind_of_file(Boundary& boundary, int fd) {
    const FdKind kind = boundary.kinds.of(fd);
    if (kind != FdKind::file) return kind;
    const Storage storage = storage_of(boundary, fd);
    if (storage == Storage::unknown) return FdKind::file;
    const FdKind found = storage == Storage::remote ? FdKind::remote_file : FdKind::near_file;
    boundary.kinds.refine(fd, found);
    return found;
}

struct WriteTask {
    FdHold fd;
    std::string data;
    long operator()() noexcept { return ::write(fd.get(), data.data(), data.size()); }
};

}  // namespace

ssize_t read_file(int fd, void* into, size_t bytes) {
    Boundary* boundary = bytes == 0 ? nullptr : file_gate(fd);
    if (boundary == nullptr) return calls::read(fd, into, bytes);
    return read_all(*boundary, fd, static_cast<char*>(into), bytes, kCurrentPosition);
}

ssize_t pread(int fd, void* into, size_t bytes, off_t offset) {
    Boundary* boundary = bytes == 0 || offset < 0 ? nullptr : file_gate(fd);
    if (boundary == nullptr) return ::pread(fd, into, bytes, offset);
    return read_all(*boundary, fd, static_cast<char*>(into), bytes, offset);
}

// The kernel writes to a disk later, so this need not wait. Uses the descriptor itself, so that O_APPEND works.
ssize_t write_file(int fd, const void* data, size_t bytes) {
    Boundary* boundary = fd == STDOUT_FILENO || fd == STDERR_FILENO ? nullptr : file_gate(fd);
    if (boundary == nullptr) return calls::write(fd, data, bytes);
    const FdKind kind = bytes == 0 ? FdKind::near_file : kind_of_file(*boundary, fd);
    if (kind == FdKind::file) return -1;
    if (kind == FdKind::near_file) return ::write(fd, data, bytes);
    WriteTask task{FdHold(fd), std::string(static_cast<const char*>(data), bytes)};
    return on_thread(*boundary, std::move(task), [=] { return ::write(fd, data, bytes); });
}

int ftruncate(int fd, off_t size) {
    Boundary* boundary = file_gate(fd);
    if (boundary == nullptr) return ::ftruncate(fd, size);
    auto task = [held = FdHold(fd), size]() noexcept -> long { return ::ftruncate(held.get(), size); };
    return static_cast<int>(on_thread(*boundary, std::move(task), [=] { return long{::ftruncate(fd, size)}; }));
}

// It is unknown how much is in memory, so a thread does it. PHP passes no offsets; with offsets it runs here.
ssize_t copy_file_range(int from, off_t* from_offset, int to, off_t* to_offset, size_t bytes, unsigned flags) {
    const bool own = from_offset == nullptr && to_offset == nullptr && file_gate(from) != nullptr;
    Boundary* boundary = own ? file_gate(to) : nullptr;
    if (boundary == nullptr) return ::copy_file_range(from, from_offset, to, to_offset, bytes, flags);
    auto task = [source = FdHold(from), target = FdHold(to), bytes, flags]() noexcept -> long {
        return ::copy_file_range(source.get(), nullptr, target.get(), nullptr, bytes, flags);
    };
    return on_thread(*boundary, std::move(task),
                     [=] { return ::copy_file_range(from, nullptr, to, nullptr, bytes, flags); });
}

ssize_t read_file_checked(int fd, void* into, size_t bytes, size_t room) {
    if (bytes > room) std::abort();
    return calls::read_file(fd, into, bytes);
}

}  // namespace tern::boundary::calls
