#include "php/http/response/response_sending.h"

#include "base/slice.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/error.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/string_slice.h"
#include "php/http/port_host.h"
#include "php/http/request/request_owner.h"
#include "php/http/response/responders.h"
#include "php/http/response/response_fields.h"
#include "php/http/websocket/websocket_peer.h"
#include "protocol/http/head.h"
#include "serve/answer.h"
#include "serve/connection.h"

namespace tern::php {

namespace {

bool has_trailers(ResponseObject& response) {
    const zval* slot = OBJ_PROP_NUM(&response.std, static_cast<uint32_t>(ResponseProperty::trailer));
    return Z_TYPE_P(slot) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(slot)) > 0;
}

// HTTP/1.0 has no chunked coding, so it has no trailers.
bool is_http10(const serve::Exchange& exchange) { return exchange.head.version == http::Version::http10; }

bool succeeded(Error error) {
    if (error != Error::ok) remember(error);
    return error == Error::ok;
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

// Trailers need the chunked coding: with them even a response that is sent at once is streamed.
bool start_for_trailers(ResponseObject& response) {
    if (!has_trailers(response) || is_http10(*response.exchange)) return true;
    if (response.exchange->state() != serve::AnswerState::none) return true;
    return send_piece(response, Slice());
}

// A refused piece is missing: the client must not take the rest for a complete response.
bool abort_incomplete(ResponseObject& response) {
    response.ended = true;
    TERN_G(log)->print(LogLevel::warning, "a response is aborted: a part of it was longer than output_buffer_size");
    send_failure(*response.exchange, 500, {});
    return succeeded(Error::data_length_too_large);
}

bool has_empty_length(const ResponseObject& response) {
    const zval* header = OBJ_PROP_NUM(&response.std, static_cast<uint32_t>(ResponseProperty::header));
    if (Z_TYPE_P(header) != IS_ARRAY) return false;
    const zval* length = zend_hash_str_find_deref(Z_ARRVAL_P(header), ZEND_STRL("Content-Length"));
    return length != nullptr && Z_TYPE_P(length) == IS_STRING && Z_STRLEN_P(length) == 0;
}

// With an empty Content-Length the program sends the rest of the body with Server::send(), and ends it with
// Server::close(). Null: it has none, or there is no connection of HTTP/1 in this process.
serve::Connection* open_ended_connection(const ResponseObject& response) {
    const bool fits = response.ending == Ending::open && response.exchange->state() == serve::AnswerState::none;
    if (!fits || !has_empty_length(response) || port_host() == nullptr) return nullptr;
    serve::Connection* found = port_host()->find_connection(response.exchange->session_id);
    return found != nullptr && found->protocol() == shm::Protocol::http1 ? found : nullptr;
}

bool begin_raw_response(ResponseObject& response, serve::Connection& connection, zend_string* content) {
    serve::Exchange& exchange = *response.exchange;
    http::ResponseHead head = compose_head(response);
    drop_empty_coding(head);
    response.ended = exchange.detached = true;
    const bool has_content = http::frame(head, exchange.is_head_request(), http::Framing::close);
    Buffer out;
    append_response_head(out, head);
    if (has_content && content != nullptr) out.append(view(content));
    return succeeded(connection.send_raw(slice_of(std::move(out))));
}

}  // namespace

bool send_piece(ResponseObject& response, Slice piece) {
    if (response.exchange->state() == serve::AnswerState::none) {
        http::ResponseHead head = compose_head(response);
        const bool has_trailer_part = http::may_have_content(head.status) && has_trailers(response);
        if (has_trailer_part && !is_http10(*response.exchange)) announce_trailers(response, head);
        if (!succeeded(serve::start(*response.exchange, head))) return false;
    }
    return succeeded(serve::write(*response.exchange, std::move(piece)));
}

serve::Responder* sendable(ResponseObject& response) {
    if (response.exchange == nullptr || response.detached || response.ended) {
        warn("the response has ended or was given up by detach()");
        remember(Error::wrong_operation);
        return nullptr;
    }
    // A forked process has no connections.
    serve::Responder* responder = runtime() == nullptr ? nullptr : response.exchange->responder();
    if (responder == nullptr) remember(Error::session_closed_by_client);
    return responder;
}

void end_by_itself(ResponseObject& response) {
    if (response.exchange == nullptr || response.ended || response.detached) return;
    serve::Responder* responder = response.exchange->responder();
    if (responder == nullptr || runtime() == nullptr || coroutines()->bailed) return;
    if (response.ending == Ending::cut || response.ending == Ending::refused) {
        (void)abort_incomplete(response);
    } else if (response.exchange->state() == serve::AnswerState::streaming) {
        if (serve::write_last(*response.exchange, Slice())) {
            (void)response.exchange->responder()->finish(*response.exchange, nullptr, 0);
        }
    } else {
        if (response.status == 0) response.status = 500;
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
    if (response.ending != Ending::usual) [[unlikely]] {
        if (response.ending == Ending::cut) return abort_incomplete(response);
        serve::Connection* connection = open_ended_connection(response);
        if (connection != nullptr) return begin_raw_response(response, *connection, content);
    }
    if (response.status == 101) return upgrade_by_end(response);
    if (!start_for_trailers(response)) return false;
    response.ended = true;
    if (response.exchange->state() == serve::AnswerState::streaming) {
        const bool sent = finish_stream(response, content);
        wake_writer(*response.exchange);  // wakes a write() of another coroutine, which nothing else would wake
        return sent;
    }
    return send_whole(response, content == nullptr ? Slice() : keep(content));
}

bool block_for_client(serve::Exchange& exchange) {
    const Error error = exchange.responder()->wait_for_room(exchange);
    if (error != Error::ok) remember(error);
    return error == Error::ok;
}

bool wait_for_client(serve::Exchange& exchange, zval* return_value) {
    Coroutines& coroutines = *php::coroutines();
    while (exchange.responder() != nullptr && exchange.responder()->must_wait()) {
        if (!coroutines.may_suspend()) {
            if (block_for_client(exchange)) continue;
            ZVAL_FALSE(return_value);
            return false;
        }
        handler_state(exchange).writer_id = coroutines.current()->id();
        coro::Wake wake = coroutines.scheduler.suspend(coro::Wait::response, coro::Deadline::never());
        handler_state(exchange).writer_id = 0;
        if (!after_wait(coroutines, wake, return_value)) return false;
    }
    if (exchange.responder() != nullptr || exchange.state() == serve::AnswerState::complete) return true;
    failure(Error::session_closed_by_client, return_value);
    return false;
}

void wake_writer(serve::Exchange& exchange) noexcept {
    const int64_t writer_id = handler_state(exchange).writer_id;
    coro::Coroutine* writer = writer_id == 0 ? nullptr : coroutines()->scheduler.find(writer_id);
    if (writer != nullptr && writer->suspended()) coroutines()->scheduler.resume(*writer, coro::Wake::resumed);
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
