#include "serve/answer.h"

#include "base/slice.h"

namespace tern::serve {

namespace {

// A response that has begun cannot report an error to the client, so the connection is aborted.
Error break_off(Exchange& exchange) {
    exchange.responder()->abort(exchange);
    return Error::no_memory;
}

}  // namespace

Error respond(Exchange& exchange, http::ResponseHead& head, Slice body) {
    if (exchange.compression != nullptr && exchange.compression->concerns(head, body.size())) {
        const Bytes coded = exchange.compression->code(exchange.head, head, body.view());
        if (!coded.empty()) body = copy_of(coded);
    }
    return exchange.responder()->respond(exchange, head, std::move(body));
}

Error start(Exchange& exchange, http::ResponseHead& head) {
    if (exchange.compression != nullptr) exchange.coded = exchange.compression->start(exchange.head, head);
    return exchange.responder()->start(exchange, head);
}

Error write(Exchange& exchange, Slice piece) {
    if (exchange.coded != nullptr && !piece.empty()) {
        Buffer out;
        if (!exchange.coded->encoder().flush(piece.view(), out)) return break_off(exchange);
        piece = slice_of(std::move(out));
    }
    return exchange.responder()->write(exchange, std::move(piece));
}

bool write_last(Exchange& exchange, Slice piece) {
    if (exchange.coded != nullptr) {
        Buffer out;
        const bool finished = exchange.coded->encoder().finish(piece.view(), out);
        exchange.coded.reset();
        if (!finished) return break_off(exchange) == Error::ok;
        piece = slice_of(std::move(out));
    }
    if (!piece.empty()) (void)exchange.responder()->write(exchange, std::move(piece));
    return exchange.responder() != nullptr;
}

}  // namespace tern::serve
