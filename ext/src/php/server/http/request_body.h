// Waiting for the body of a request that is handled while it arrives. These suspend, and throw a
// Tern\Http\BodyException for a body that will not come. The caller has a reference on the exchange.
#pragma once

#include "php/bridge/waiting.h"
#include "serve/exchange.h"

namespace tern::php {

enum class BodyArrival : uint8_t { there, timed_out, threw };

// Until some of it can be taken, or all of it has been.
BodyArrival wait_for_piece(serve::Exchange& exchange, coro::Deadline deadline);
// Has it gathered, and waits until it is whole. Taken apart or in memory or in a file: as RequestBody says.
BodyArrival wait_for_whole(serve::Exchange& exchange, coro::Deadline deadline);

// Whether it is there to be read whole, without waiting.
inline bool is_whole(const serve::RequestBody& body) noexcept {
    return !body.in_window() && !body.arriving() && !body.broken();
}

// Of HttpDispatch: wakes who waits.
void wake_body_reader(Coroutines& coroutines, serve::Exchange& exchange);

[[gnu::format(printf, 2, 3)]] void throw_body_exception(Error error, const char* format, ...);

}  // namespace tern::php
