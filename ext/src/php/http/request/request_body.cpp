#include "php/http/request/request_body.h"

#include <cstdarg>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/http/request/request_owner.h"
#include "protocol/http/head.h"

namespace tern::php {

namespace {

Error error_of(int status) noexcept {
    switch (status) {
        case 408: return Error::timed_out;
        case 413: return Error::data_length_too_large;
        case 500:
        case 507: return Error::system_call_fail;
        default: return Error::http_invalid_protocol;
    }
}

void throw_broken(const serve::Exchange& exchange) {
    if (const int status = exchange.body.failure(); status != 0) {
        const Bytes phrase = http::reason_phrase(status);
        throw_body_exception(error_of(status), "The body was refused with %d (%.*s)", status,
                             static_cast<int>(phrase.size()), phrase.data());
    } else if (exchange.state() == serve::ResponseState::complete) {
        throw_body_exception(Error::wrong_operation, "The response was sent before the body had arrived");
    } else {
        throw_body_exception(Error::session_closed_by_client, "The client has gone before the end of the body");
    }
}

// Throws and returns false when the calling coroutine must not wait.
bool may_wait(const serve::Exchange& exchange) {
    const int64_t reader_id = handler_state(exchange).reader_id;
    if (reader_id == 0) return must_be_in_coroutine(runtime());
    zend_throw_error(nullptr, "coroutine " ZEND_LONG_FMT " waits for the body of this request already",
                     static_cast<zend_long>(reader_id));
    return false;
}

BodyArrival suspend(serve::Exchange& exchange, coro::Deadline deadline) {
    Coroutines& coroutines = *php::coroutines();
    handler_state(exchange).reader_id = coroutines.current()->id();
    const coro::Wake wake = coroutines.scheduler.suspend(coro::Wait::body, deadline);
    handler_state(exchange).reader_id = 0;
    zval ignored;
    if (!after_wait(coroutines, wake, &ignored)) {
        if (EG(exception) == nullptr) throw_body_exception(Error::coroutine_canceled, "Coroutine was canceled");
        return BodyArrival::threw;
    }
    return wake == coro::Wake::timed_out ? BodyArrival::timed_out : BodyArrival::there;
}

bool is_there(const serve::RequestBody& body, bool whole) noexcept {
    return (!whole && body.available() > 0) || (!body.arriving() && !body.broken());
}

BodyArrival wait(serve::Exchange& exchange, bool whole, coro::Deadline deadline) {
    BodyArrival arrival = BodyArrival::there;
    while (!is_there(exchange.body, whole)) {
        if (exchange.body.broken()) {
            throw_broken(exchange);
            return BodyArrival::threw;
        }
        if (arrival == BodyArrival::timed_out) return arrival;
        if (!may_wait(exchange)) return BodyArrival::threw;
        exchange.responder()->read_on(exchange);  // this sends, so the connection may be lost here
        if (!exchange.body.arriving()) continue;
        arrival = suspend(exchange, deadline);
        if (arrival == BodyArrival::threw) return arrival;
    }
    return BodyArrival::there;
}

}  // namespace

BodyArrival wait_for_piece(serve::Exchange& exchange, coro::Deadline deadline) {
    return wait(exchange, false, deadline);
}

BodyArrival wait_for_whole(serve::Exchange& exchange, coro::Deadline deadline) {
    if (exchange.body.in_window() && !exchange.body.broken()) {
        if (exchange.responder() == nullptr) {
            throw_body_exception(Error::wrong_operation,
                                 "The response has ended, and the body was not asked for before");
            return BodyArrival::threw;
        }
        if (exchange.body.arriving() && !may_wait(exchange)) return BodyArrival::threw;
        exchange.responder()->gather_body(exchange);
    }
    return wait(exchange, true, deadline);
}

void wake_body_reader(Coroutines& coroutines, serve::Exchange& exchange) {
    const int64_t reader_id = handler_state(exchange).reader_id;
    if (reader_id == 0) return;
    coro::Coroutine* reader = coroutines.scheduler.find(reader_id);
    if (reader != nullptr && reader->suspended()) coroutines.scheduler.resume(*reader, coro::Wake::resumed);
}

void throw_body_exception(Error error, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    zend_string* text = zend_vstrpprintf(0, format, arguments);
    va_end(arguments);
    remember(error);
    zend_throw_exception(classes.body_exception, ZSTR_VAL(text), number(error));
    zend_string_release(text);
}

}  // namespace tern::php
