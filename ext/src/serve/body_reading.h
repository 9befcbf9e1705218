// Starts reading a request's body. For connections.
#pragma once

#include <memory>

#include "serve/exchange.h"
#include "serve/input_budget.h"

namespace tern::serve {

inline constexpr const char* kSilentBody =
    "the request body paused longer than http_body_timeout, or came slower than http_body_min_rate";

// The result may refuse the body: see BodyReader::refusal(). Limits and budget outlive the reader.
std::unique_ptr<BodyReader> make_body_reader(Exchange& exchange, const Limits& limits, BodyReader::Use use,
                                             InputBudget& budget) noexcept;

// Tells the handler that more of the body has arrived, if a handler has the request already.
void notify_of_body(Exchange& exchange, RequestHandler& handler) noexcept;

}  // namespace tern::serve
