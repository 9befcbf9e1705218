// How a Response is sent: whole, in pieces, or not at all.
#include "php/bridge/error.h"
#include "php/bridge/runtime.h"
#include "php/bridge/string_slice.h"
#include "php/class/coroutine.h"
#include "php/class/http_response.h"
#include "php/class/http_response_websocket.h"
#include "php/class/server.h"
#include "php/server/html_snippet.h"
#include "php/server/server_process.h"
#include "protocol/http/content.h"
#include "protocol/http/status.h"
#include "serve/answer.h"

namespace tern::php {

namespace {

bool fits_output_buffer(const zend_string* content) {
    int64_t most = process() == nullptr ? INT64_MAX : process()->server().config->output_buffer_size;
    if (content == nullptr || ZSTR_LEN(content) <= static_cast<uint64_t>(most)) return true;
    warn("%zu bytes are more than output_buffer_size", ZSTR_LEN(content));
    remember(Error::data_length_too_large);
    return false;
}

// Two coroutines in write() of one response: the second one is told, before it sends anything.
bool is_free_to_write(const serve::Exchange& exchange) {
    if (exchange.writer_id == 0) return true;
    zend_throw_error(nullptr, "coroutine " ZEND_LONG_FMT " waits in write() of this response already",
                     static_cast<zend_long>(exchange.writer_id));
    return false;
}

// For a caller that no coroutine can be suspended in.
bool block_for_client(serve::Exchange& exchange) {
    const Error error = exchange.responder()->wait_for_room(exchange);
    if (error != Error::ok) remember(error);
    return error == Error::ok;
}

bool has_room(serve::Exchange& exchange) {
    return !exchange.responder()->must_wait() || runtime()->may_suspend() || block_for_client(exchange);
}

// Waits until the client has taken enough. False: it went away, or the wait was cancelled.
bool wait_for_client(serve::Exchange& exchange, zval* return_value) {
    Runtime& all = *runtime();
    while (exchange.responder() != nullptr && exchange.responder()->must_wait()) {
        if (!all.may_suspend()) {
            if (block_for_client(exchange)) continue;
            ZVAL_FALSE(return_value);
            return false;
        }
        exchange.writer_id = all.current()->id();
        coro::Wake wake = all.scheduler.suspend(coro::Wait::response, coro::Deadline::never());
        exchange.writer_id = 0;
        if (!after_wait(all, wake, return_value)) return false;
    }
    if (exchange.responder() != nullptr || exchange.state() == serve::AnswerState::complete) return true;
    failure(Error::session_closed_by_client, return_value);
    return false;
}

bool has_trailers(ResponseObject& response) {
    const zval* slot = OBJ_PROP_NUM(&response.std, static_cast<uint32_t>(ResponseProperty::trailer));
    return Z_TYPE_P(slot) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(slot)) > 0;
}

// It has no chunked coding, so no trailers.
bool is_http10(const serve::Exchange& exchange) { return exchange.head.version == http::Version::http10; }

bool succeeded(Error error) {
    if (error != Error::ok) remember(error);
    return error == Error::ok;
}

// Sends one piece, the head before it if need be.
bool send_piece(ResponseObject& response, Slice piece) {
    if (response.exchange->state() == serve::AnswerState::none) {
        http::ResponseHead head = compose_head(response);
        const bool has_trailer_part = http::may_have_content(head.status) && has_trailers(response);
        if (has_trailer_part && !is_http10(*response.exchange)) announce_trailers(response, head);
        if (!succeeded(serve::start(*response.exchange, head))) return false;
    }
    return succeeded(serve::write(*response.exchange, std::move(piece)));
}

bool finish_stream(ResponseObject& response, zend_string* last) {
    if (!serve::write_last(*response.exchange, last == nullptr ? Slice() : keep(last))) {
        remember(Error::session_closed_by_client);
        return false;
    }
    FieldList trailers = collect_trailers(response);
    serve::Responder* responder = response.exchange->responder();
    return responder != nullptr && succeeded(responder->finish(*response.exchange, trailers.fields, trailers.count));
}

// Trailers need the chunked coding: with them an answer streams even when it is sent at once.
bool start_for_trailers(ResponseObject& response) {
    if (!has_trailers(response) || is_http10(*response.exchange)) return true;
    if (response.exchange->state() != serve::AnswerState::none) return true;
    return send_piece(response, Slice());
}

// What was refused is missing: no client may take the rest for the whole.
bool abort_incomplete(ResponseObject& response) {
    response.ended = true;
    TERN_G(log)->print(LogLevel::warning, "an answer is aborted: a part of it was longer than output_buffer_size");
    send_failure(*response.exchange, 500, {});
    return succeeded(Error::data_length_too_large);
}

}  // namespace

serve::Responder* sendable(ResponseObject& response) {
    if (response.exchange == nullptr || response.detached || response.ended) {
        warn("the response has ended or was given up by detach()");
        remember(Error::wrong_operation);
        return nullptr;
    }
    // A process that was forked off has no connections.
    serve::Responder* responder = runtime() == nullptr ? nullptr : response.exchange->responder();
    if (responder == nullptr) remember(Error::session_closed_by_client);
    return responder;
}

void end_by_itself(ResponseObject& response) {
    if (response.exchange == nullptr || response.ended || response.detached) return;
    serve::Responder* responder = response.exchange->responder();
    if (responder == nullptr || runtime() == nullptr || runtime()->bailed) return;
    if (response.refused != Refused::nothing) {
        (void)abort_incomplete(response);
    } else if (response.exchange->state() == serve::AnswerState::streaming) {
        if (serve::write_last(*response.exchange, Slice())) {
            (void)response.exchange->responder()->finish(*response.exchange, nullptr, 0);
        }
    } else {
        (void)send_whole(response, Slice());
    }
}

bool send_whole(ResponseObject& response, Slice body) {
    response.ended = true;
    http::ResponseHead head = compose_head(response);
    if (body.empty() && response.exchange->is_head_request()) head.framing = http::Framing::unknown;
    return succeeded(serve::respond(*response.exchange, head, std::move(body)));
}

bool end_response(ResponseObject& response, zend_string* content) {
    if (response.refused == Refused::piece) return abort_incomplete(response);
    if (response.status == 101) return upgrade_by_end(response);
    if (!start_for_trailers(response)) return false;
    response.ended = true;
    if (response.exchange->state() == serve::AnswerState::streaming) {
        const bool sent = finish_stream(response, content);
        wake_writer(*response.exchange);  // another coroutine's: nobody else would
        return sent;
    }
    return send_whole(response, content == nullptr ? Slice() : keep(content));
}

void wake_writer(serve::Exchange& exchange) noexcept {
    coro::Coroutine* writer = exchange.writer_id == 0 ? nullptr : runtime()->scheduler.find(exchange.writer_id);
    if (writer != nullptr && writer->suspended()) runtime()->scheduler.resume(*writer, coro::Wake::resumed);
}

void send_failure(serve::Exchange& exchange, int status, Bytes text) {
    if (exchange.responder() == nullptr) return;
    if (exchange.state() == serve::AnswerState::streaming) {
        exchange.responder()->abort(exchange);
        return;
    }
    http::Field plain{"Content-Type", "text/plain; charset=utf-8"};
    http::ResponseHead head;
    head.status = status;
    head.fields = &plain;
    head.field_count = 1;
    (void)exchange.responder()->respond(exchange, head,
                                        Slice(text.empty() ? http::reason_phrase(status) : text, nullptr, nullptr));
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Http_Response, end) {
    zend_string* content = nullptr;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_STR_OR_NULL(content)
    ZEND_PARSE_PARAMETERS_END();
    ResponseObject* response = of<ResponseObject>(ZEND_THIS);
    if (sendable(*response) == nullptr) RETURN_FALSE;
    if (!fits_output_buffer(content)) {
        // Behind pieces it is one of them; alone, another answer may take its place.
        const bool streams = response->exchange->state() == tern::serve::AnswerState::streaming;
        if (response->refused == Refused::nothing) response->refused = streams ? Refused::piece : Refused::whole;
        RETURN_FALSE;
    }
    RETURN_BOOL(end_with_snippet(*response, content));
}

ZEND_METHOD(Swoole_Http_Response, write) {
    zend_string* content;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(content)
    ZEND_PARSE_PARAMETERS_END();
    ResponseObject* response = of<ResponseObject>(ZEND_THIS);
    if (sendable(*response) == nullptr) RETURN_FALSE;
    if (!is_free_to_write(*response->exchange)) RETURN_THROWS();
    if (!fits_output_buffer(content) || !has_room(*response->exchange)) {
        response->refused = Refused::piece;
        RETURN_FALSE;
    }
    if (!send_piece(*response, keep(content))) RETURN_FALSE;
    if (!wait_for_client(*response->exchange, return_value)) return;
    RETURN_TRUE;
}
