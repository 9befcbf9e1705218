// A socket pair that carries messages, each with one descriptor. It never blocks, and each message arrives whole.
#pragma once

#include <cerrno>
#include <span>
#include <sys/socket.h>
#include <sys/uio.h>

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

}  // namespace tern::proc
