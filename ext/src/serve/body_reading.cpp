#include "serve/body_reading.h"

namespace tern::serve {

std::unique_ptr<BodyReader> make_body_reader(Exchange& exchange, const Limits& limits, BodyReader::Use use,
                                             InputBudget& budget) noexcept {
    http::RequestHead& head = exchange.head;
    auto reader = std::make_unique<BodyReader>(head, exchange.body, limits, use, &budget);
    if (reader->refusal() != 0 || !reader->decodes()) return reader;
    // These fields describe the coded body, not the decoded one that the handler gets.
    head.drop("content-encoding");
    head.drop("content-length");
    head.chunked = true;  // the decoded length is unknown before the end
    head.content_length = 0;
    return reader;
}

void notify_of_body(Exchange& exchange, RequestHandler& handler) noexcept {
    if (exchange.linked()) return;
    exchange.retain();
    handler.on_body(exchange);
    exchange.release();
}

}  // namespace tern::serve
