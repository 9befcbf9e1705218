// The socket pair between the master and one worker process. Its end of file is a message, too: a worker learns that
// the master has died (then it drains and leaves), and the master learns that the worker has. It never blocks, and each
// message arrives whole.
#pragma once

#include <cstdint>

#include "base/fd.h"
#include "base/result.h"

namespace tern::proc {

enum class ControlKind : uint32_t {
    // worker -> master
    ready = 1,  // workerStart returned, and the worker accepts connections; value 1: it stands in, without the program
    recycle_me = 2,  // max_request reached: replace me, then drain me
    drained = 3,     // nothing is in flight any more, and the worker leaves now
    // Requests of the program. A signal would fail once a worker has dropped its privileges.
    ask_reload = 4,
    ask_shutdown = 5,
    ask_stop = 6,   // value: worker id
    detach_me = 7,  // for a process of a pool: replace me, and supervise me no more
    // For user processes whose number follows the work. Both count, so their order does not matter: a process may be
    // asked for while its predecessor still ends.
    ask_start = 8,    // value: worker id; one more process is wanted
    ask_no_more = 9,  // value: worker id; one less is: its process ends now, and is not replaced
    ask_upgrade = 10,
    // master -> worker, and old master -> its successor, which is not wanted any more
    drain = 16,  // accept no more, finish what is in flight, then leave; value: DrainReason
    reopen_logs = 17,
    // In an upgrade: old master -> its successor, which has sent `ready` with its pid; then successor -> its workers
    take_over = 18,
    start = 19,  // old master -> the process that becomes its successor: others know of it
    // successor -> old master
    took_over = 20,
    goes_alone = 21,  // it ends by itself, or has a successor of its own: its end is no death
};

enum class DrainReason : int32_t {
    none = 0,
    reload = 1,
    shutdown = 2,
    recycle = 3,
    stop = 4,
    master_gone = 5,
    upgrade = 6
};

struct ControlMessage {
    ControlKind kind = ControlKind::ready;
    int32_t value = 0;
};

class ControlChannel {
public:
    ControlChannel() = default;
    explicit ControlChannel(Fd fd) noexcept : fd_(std::move(fd)) {}

    struct Pair;
    static Result<Pair> open_pair() noexcept;

    int fd() const noexcept { return fd_.get(); }
    bool open() const noexcept { return fd_.get() >= 0; }
    void close() noexcept { fd_ = Fd(); }

    // would_block: the peer has not read for a long while. broken_pipe: the peer has ended.
    Error send(ControlMessage message) noexcept;
    // would_block: there is no message yet. broken_pipe: end of file.
    Result<ControlMessage> receive() noexcept;

private:
    Fd fd_;
};

struct ControlChannel::Pair {
    ControlChannel master;
    ControlChannel worker;
};

}  // namespace tern::proc
