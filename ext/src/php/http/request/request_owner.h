// What an exchange keeps for the handler of its port: see Exchange::handler_state().
#pragma once

#include <span>

#include "base/result.h"
#include "serve/exchange.h"

namespace tern::serve {
class WsSession;
}

namespace tern::php {

// The handler of a port's requests, as code on this side knows it.
class RequestOwner : public serve::RequestHandler {
public:
    // Responds to the request in any case. Messages go to the message callback, or, with `receives`, wait for recv().
    virtual Result<serve::WsSession*> upgrade(serve::Exchange& exchange, std::span<const http::Field> fields,
                                              bool receives) = 0;

protected:
    ~RequestOwner() = default;
};

class LateCalls;

struct HandlerState {
    RequestOwner* owner;     // null: the program has made the request itself
    LateCalls* abort_calls;  // of onAbort(); null: none. While it is set, the exchange reports its end.
    int64_t handler_id;      // the coroutine that works on it
    int64_t writer_id;       // the coroutine that waits until the client has received more
    int64_t reader_id;       // the coroutine that waits for more of the body
    bool client_gone;
    bool is_handshake;   // of a WebSocket with callbacks
    bool handles_abort;  // the handler is cancelled when the client has gone
    bool is_overdue;     // a page that the time limit has ended
};

inline HandlerState& handler_state(serve::Exchange& exchange) noexcept {
    return exchange.handler_state<HandlerState>();
}
inline const HandlerState& handler_state(const serve::Exchange& exchange) noexcept {
    return exchange.handler_state<HandlerState>();
}
inline RequestOwner* owner_of(const serve::Exchange& exchange) noexcept { return handler_state(exchange).owner; }

}  // namespace tern::php
