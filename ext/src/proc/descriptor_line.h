// A socket pair that carries messages, each with one descriptor. It never blocks, and each message arrives whole.
#pragma once

#include <cerrno>
#include <cstdint>
#include <span>
#include <sys/socket.h>
#include <sys/uio.h>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace tern::proc {

struct DescriptorLine {
    // The system is out of memory for sockets, or has too many descriptors in transit. No event follows.
    static constexpr Error kSystemBusy = static_cast<Error>(ENOBUFS);

    Fd reader;
    Fd writer;

    Error open() noexcept;
    // server_pipe_buffer_full: the reader has not read for a while.
    Error send(std::span<const iovec> parts, int file) noexcept;
    // Returns the size; 0 with no descriptor: every writer is closed. protocol_error: the message is longer than the
    // parts.
    Result<size_t> receive(std::span<iovec> parts, int flags, Fd& file) noexcept;
    void drop() noexcept { (void)::recv(reader.get(), nullptr, 0, 0); }
};

// Duplicates of descriptors that the master requests from a worker, in each slot. A thread of the worker sends them, so
// that the master gets them while the PHP code of the worker blocks. The thread uses only what it gets: the master
// checks before and after the request that the number stands for what it needs.
class DescriptorRequests {
public:
    // For the master, before it forks.
    Error create(uint32_t slots) noexcept;
    void close() noexcept { slots_.clear(); }
    // For a forked process: it keeps only its own end.
    void keep_only(uint32_t slot) noexcept;

    // In a worker: starts the thread, which ends with the process.
    Error serve(uint32_t slot) noexcept;

    // In the master: the descriptor `number` of the process in that slot. timed_out: no thread has answered within
    // `timeout_ms`. bad_descriptor: there is no such descriptor.
    Result<Fd> request(uint32_t slot, int number, int64_t timeout_ms) noexcept;

private:
    static void* answer_requests(void* line);

    std::vector<DescriptorLine> slots_;  // the master has the reader; requests go the other way
    uint32_t last_ = 0;                  // the number of the last request
};

}  // namespace tern::proc
