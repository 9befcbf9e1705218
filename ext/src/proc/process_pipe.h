// The socket pair between a process and a child that it forks: each writes to its own end and reads what the other
// wrote. Both processes keep both ends, so that a child that is started again has the same pipe. So there is no end of
// file when the peer ends; a process handle reports that: reader_peer(), writer_peer().
#pragma once

#include <sys/types.h>

#include "base/bytes.h"
#include "base/fd.h"
#include "base/result.h"

namespace tern::proc {

class ProcessPipe {
public:
    enum class Kind : int { none = 0, stream = 1, datagram = 2 };
    enum class Close : int { all = 0, parent_end = 1, child_end = 2, reading = 3, writing = 4 };

    Error open(Kind kind, size_t buffer_bytes) noexcept;
    Kind kind() const noexcept { return kind_; }
    // The descriptor of this side; -1: it is closed.
    int fd() const noexcept { return in_child_ ? child_.get() : parent_.get(); }
    int child_fd() const noexcept { return child_.get(); }
    int parent_fd() const noexcept { return parent_.get(); }
    // Handles of the peer process, readable when it has ended. -1: the peer is not known. There are two, as one
    // coroutine that reads and one that writes may wait at the same time.
    int reader_peer() const noexcept { return reader_peer_.get(); }
    int writer_peer() const noexcept { return writer_peer_.get(); }
    bool peer_has_ended() const noexcept;
    void set_peer(pid_t pid) noexcept;

    // Parent 0: the peer is not known.
    void become_child(pid_t parent) noexcept;
    bool in_child() const noexcept { return in_child_; }
    // Makes this side of the pipe the standard input and output.
    Error take_over_stdio() noexcept;
    Error close(Close what) noexcept;

    // Never waits: would_block. A datagram is sent whole or not at all; of a stream as much as there is room for.
    Result<size_t> send(Bytes data) noexcept;
    // 0: an empty datagram, or the end of the stream.
    Result<size_t> receive(char* into, size_t size) noexcept;

private:
    Kind kind_ = Kind::none;
    bool in_child_ = false;
    Fd parent_;
    Fd child_;
    bool peer_is_lost_ = false;  // it had ended before there was a handle of it
    Fd reader_peer_;
    Fd writer_peer_;
};

}  // namespace tern::proc
