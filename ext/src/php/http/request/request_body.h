// Waits for the body of a request that is handled while it arrives. These functions suspend, and throw a
// Tern\Http\BodyException if the body will not arrive. The caller has a reference to the exchange.
#pragma once

#include "php/engine/fiber/waiting.h"
#include "serve/exchange.h"

namespace tern::php {

enum class BodyArrival : uint8_t { there, timed_out, threw };

// Waits until some of the body is available, or all of it was taken.
BodyArrival wait_for_piece(serve::Exchange& exchange, coro::Deadline deadline);
// Gathers the body and waits until it is complete. RequestBody says whether it is a form, in memory or in a file.
BodyArrival wait_for_whole(serve::Exchange& exchange, coro::Deadline deadline);

// True: the whole body can be read without waiting.
inline bool is_whole(const serve::RequestBody& body) noexcept {
    return !body.in_window() && !body.arriving() && !body.broken();
}

// For HttpDispatch: wakes the waiting coroutine.
void wake_body_reader(Coroutines& coroutines, serve::Exchange& exchange);

[[gnu::format(printf, 2, 3)]] void throw_body_exception(Error error, const char* format, ...);

}  // namespace tern::php
