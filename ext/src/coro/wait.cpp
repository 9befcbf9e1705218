#include "coro/coroutine.h"

namespace tern::coro {

const char* describe(Wait wait) noexcept {
    switch (wait) {
        case Wait::nothing: return "nothing";
        case Wait::yield: return "resume()";
        case Wait::sleep: return "a time to pass";
        case Wait::response: return "a client to read";
        case Wait::body: return "more of a request's body";
        case Wait::message: return "a message of a WebSocket";
        case Wait::channel_push: return "room in a channel";
        case Wait::channel_pop: return "a value of a channel";
        case Wait::channels: return "one of several channels";
        case Wait::join: return "other coroutines to end";
        case Wait::group: return "other coroutines";
        case Wait::lock: return "a lock";
        case Wait::atomic: return "a number to become 1";
        case Wait::event: return "a descriptor";
        case Wait::task: return "a task worker";
        case Wait::offload: return "a thread";
        case Wait::name: return "the addresses of a name";
        case Wait::process: return "a child process";
        case Wait::signal: return "a signal";
        case Wait::turn: return "its next time slice";
        case Wait::suspension:
        case Wait::background: return "an event of its event loop";
    }
    return "nothing";
}

}  // namespace tern::coro
