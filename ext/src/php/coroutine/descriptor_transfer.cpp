#include "php/coroutine/descriptor_transfer.h"

#include <unistd.h>

#include "coro/fd_wait.h"
#include "php/engine/fiber/coroutines.h"

namespace tern::php {

namespace {

// After so many reads other coroutines have their turn.
constexpr int kReadsPerTurn = 16;
constexpr size_t kMostPerRead = 64 * 1024;

Error wait_for(Coroutines& coroutines, int fd, loop::Events wanted) noexcept {
    return coro::wait_ready(coroutines.scheduler, fd, wanted, coro::Wait::event, coro::Deadline::never()).error();
}

}  // namespace

Error read_to_end(Coroutines& coroutines, int fd, GrowingString& into, size_t most) {
    for (int reads = 1;; ++reads) {
        const size_t room = into.make_room();
        if (room == 0 || into.size > most) return Error::file_too_large;
        const ssize_t got = ::read(fd, into.end(), room < kMostPerRead ? room : kMostPerRead);
        if (got == 0) return Error::ok;
        if (got > 0) into.size += static_cast<size_t>(got);
        if (got > 0 && reads % kReadsPerTurn != 0) continue;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno != EAGAIN) return last_error();
        if (Error error = wait_for(coroutines, fd, loop::kReadable); error != Error::ok) return error;
    }
}

Error write_to_end(Coroutines& coroutines, int fd, Bytes content) noexcept {
    while (!content.empty()) {
        const ssize_t written = ::write(fd, content.data(), content.size());
        if (written >= 0) {
            content.remove_prefix(static_cast<size_t>(written));
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN) return last_error();
        if (Error error = wait_for(coroutines, fd, loop::kWritable); error != Error::ok) return error;
    }
    return Error::ok;
}

}  // namespace tern::php
