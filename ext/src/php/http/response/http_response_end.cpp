// The methods of Response that send it: whole, in pieces, or not at all.
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/string_slice.h"
#include "php/http/request/request_owner.h"
#include "php/http/response/response_object.h"
#include "php/http/response/response_sending.h"
#include "php/http/server_link.h"
#include "serve/answer.h"

namespace tern::php {

namespace {

bool fits_output_buffer(const zend_string* content) {
    if (content == nullptr || server_link() == nullptr || !server_link()->config().limits_output) return true;
    if (ZSTR_LEN(content) <= static_cast<uint64_t>(server_link()->config().output_buffer_size)) return true;
    TERN_G(log)->print(LogLevel::warning, "%zu bytes of a response are more than output_buffer_size",
                       ZSTR_LEN(content));
    remember(Error::data_length_too_large);
    return false;
}

// Only one coroutine may be in write() of a response: a second one gets an Error before it sends anything.
bool is_free_to_write(const serve::Exchange& exchange) {
    const int64_t writer_id = handler_state(exchange).writer_id;
    if (writer_id == 0) return true;
    zend_throw_error(nullptr, "coroutine " ZEND_LONG_FMT " waits in write() of this response already",
                     static_cast<zend_long>(writer_id));
    return false;
}

bool has_room(serve::Exchange& exchange) {
    return !exchange.responder()->must_wait() || coroutines()->may_suspend() || block_for_client(exchange);
}

}  // namespace

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
        // After pieces it counts as a refused piece; otherwise another response may replace it.
        const bool streams = response->exchange->state() == tern::serve::AnswerState::streaming;
        if (response->ending != Ending::cut) response->ending = streams ? Ending::cut : Ending::refused;
        RETURN_FALSE;
    }
    if (has_html_snippet()) [[unlikely]]
        RETURN_BOOL(end_with_snippet(*response, content));
    RETURN_BOOL(end_response(*response, content));
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
        response->ending = Ending::cut;
        RETURN_FALSE;
    }
    if (!send_piece(*response, keep(content))) RETURN_FALSE;
    if (!wait_for_client(*response->exchange, return_value)) return;
    RETURN_TRUE;
}

// Its writer is not woken: it is the caller.
ZEND_FUNCTION(Tern_Internal_abort_response) {
    zval* given;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_OBJECT_OF_CLASS(given, classes.http_response)
    ZEND_PARSE_PARAMETERS_END();
    ResponseObject* response = of<ResponseObject>(given);
    if (runtime() == nullptr || response->exchange == nullptr || response->exchange->responder() == nullptr) return;
    if (response->exchange->state() != tern::serve::AnswerState::streaming) return;
    response->exchange->responder()->abort(*response->exchange);
}
