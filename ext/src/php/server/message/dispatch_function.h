// The program's own dispatch_func: it chooses the worker that handles a packet, an event of a connection or a datagram.
// Called in the worker that accepted the connection or received the datagram, outside of coroutines: later packets wait
// for its decision.
#pragma once

#include "php/http/program_callback.h"
#include "php/server/server_object.h"

namespace tern::php {

class DispatchFunction {
public:
    // What happened, as the function is told.
    enum class Event : uint8_t { packet = 0, datagram = 1, close = 3, connect = 4 };
    // Results of the function that are no worker.
    static constexpr int kDiscard = -1;
    static constexpr int kClose = -2;
    static constexpr int kOwn = -3;  // the worker that has the connection

    static constexpr size_t kMostShown = 8192;  // bytes of a packet that the function gets

    explicit DispatchFunction(ServerObject& server) noexcept;
    bool exists() const noexcept { return function_.exists(); }
    // False: it is not callable.
    bool prepare() noexcept { return function_.prepare(); }

    // The number of a worker, or one of the above. kDiscard also for an exception, which is logged, and, with a warning
    // in the log, for a number that no worker has. For a datagram, `id` is a number of the sender's address.
    int choose(Event event, int64_t id, Bytes packet) noexcept;

private:
    static void call(void* choice);

    ServerObject& server_;
    ProgramCallback function_;
};

}  // namespace tern::php
