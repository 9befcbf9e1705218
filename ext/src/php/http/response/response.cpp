#include "php/http/response/response.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/slice.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/string_slice.h"
#include "php/http/port_host.h"
#include "php/http/request/request_owner.h"
#include "php/http/request/request_tracker.h"
#include "php/http/response/responders.h"
#include "php/http/server_link.h"
#include "php/http/websocket/websocket_peer.h"
#include "protocol/http/field.h"
#include "protocol/http/head.h"
#include "serve/connection.h"
#include "serve/exchange.h"
#include "serve/refusal.h"

namespace tern::php {

void ResponseObject::release(ResponseObject& response) {
    if (response.reason != nullptr) zend_string_release(response.reason);
    if (response.websocket != nullptr) response.websocket->release();
    if (response.exchange != nullptr) response.exchange->release();
}

void make_response(serve::Exchange& exchange, zval* into) {
    if (zend_object* idle = runtime() == nullptr ? nullptr : runtime()->idle_responses.take(); idle != nullptr) {
        ZVAL_OBJ(into, idle);
    } else {
        object_init_ex(into, classes.http_response);
    }
    ResponseObject* response = of<ResponseObject>(into);
    exchange.retain();
    response->exchange = &exchange;
    ZVAL_LONG(OBJ_PROP_NUM(&response->std, 0), exchange.session_id);
}

void drop_response(zval* given) {
    ResponseObject* response = of<ResponseObject>(given);
    if (!IdleObjects::is_reusable(response->std) || !response->ended || response->websocket != nullptr)
        return zval_ptr_dtor(given);
    ResponseObject::release(*response);
    std::memset(response, 0, offsetof(ResponseObject, std));
    constexpr auto kLast = static_cast<uint32_t>(ResponseProperty::trailer);
    IdleObjects::clear(OBJ_PROP_NUM(&response->std, 0), IS_NULL);
    IdleObjects::clear_all<kLast>(OBJ_PROP_NUM(&response->std, 1), IS_NULL);
    runtime()->idle_responses.keep(&response->std);
}

zval* property(ResponseObject& response, ResponseProperty which) {
    zval* slot = OBJ_PROP_NUM(&response.std, static_cast<uint32_t>(which));
    ZVAL_DEREF(slot);
    return slot;
}

HashTable* writable_array(zval* slot) {
    if (Z_TYPE_P(slot) != IS_ARRAY) {
        zval old;
        ZVAL_COPY_VALUE(&old, slot);
        array_init(slot);
        zval_ptr_dtor(&old);  // may run destructors of the program, which may use this object
    }
    SEPARATE_ARRAY(slot);
    return Z_ARRVAL_P(slot);
}

bool can_still_change(ResponseObject& response) {
    const bool is_websocket = response.websocket != nullptr;
    const bool has_ended = response.exchange == nullptr || (response.ended && !is_websocket);
    if (!has_ended && !is_websocket && response.exchange->state() == serve::ResponseState::none) return true;
    if (has_ended) warn("the response has ended: it cannot change any more");
    remember(Error::wrong_operation);
    return false;
}

// --- The head

namespace {

constexpr size_t kMostFields = 1000;

// Programs may write to the properties, so text that could split the head is left out.
void add_field(std::vector<http::Field>& list, Bytes name, const zval* value) {
    if (list.size() >= kMostFields || Z_TYPE_P(value) != IS_STRING) return;
    Bytes text = view(Z_STR_P(value));
    if (http::valid_field_name(name) && http::valid_field_value(text)) list.push_back({name, text});
}

// "Name: value", as a page has it whose head is sent as it is.
void add_line(std::vector<http::Field>& list, const zval* line) {
    if (list.size() >= kMostFields || Z_TYPE_P(line) != IS_STRING) return;
    const Bytes text = view(Z_STR_P(line));
    const size_t colon = std::min(text.find(':'), text.size());
    const Bytes value = trim_ows(text.substr(std::min(colon + 1, text.size())));
    if (http::valid_field_name(text.substr(0, colon)) && http::valid_field_value(value))
        list.push_back({text.substr(0, colon), value});
}

void add_fields(std::vector<http::Field>& list, zval* slot, bool has_lines) {
    if (Z_TYPE_P(slot) != IS_ARRAY) return;
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(slot), name, value) {
        ZVAL_DEREF(value);
        if (name == nullptr) {
            if (has_lines) add_line(list, value);
            continue;
        }
        if (Z_TYPE_P(value) != IS_ARRAY) {
            add_field(list, view(name), value);
            continue;
        }
        zval* one;
        ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), one) { add_field(list, view(name), one); }
        ZEND_HASH_FOREACH_END();
    }
    ZEND_HASH_FOREACH_END();
}

void add_cookies(std::vector<http::Field>& list, zval* slot) {
    if (Z_TYPE_P(slot) != IS_ARRAY) return;
    zval* value;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(slot), value) { add_field(list, "Set-Cookie", value); }
    ZEND_HASH_FOREACH_END();
}

// Looks for `close` in the options of a Connection field.
bool asks_to_close(Bytes options) {
    while (!options.empty()) {
        if (equals_lower(http::take_element(options), "close")) return true;
    }
    return false;
}

// The program has set none, and none is added.
bool has_no_fields(const ResponseObject& response) noexcept {
    const zval* header = OBJ_PROP_NUM(&response.std, static_cast<uint32_t>(ResponseProperty::header));
    const zval* cookie = OBJ_PROP_NUM(&response.std, static_cast<uint32_t>(ResponseProperty::cookie));
    return Z_TYPE_P(header) == IS_NULL && Z_TYPE_P(cookie) == IS_NULL && response.exchange->account == nullptr;
}

// No small letter begins a word, and no other letter is a capital.
bool is_formatted(Bytes name) noexcept {
    if (http::is_usual_name(name)) return true;
    char wrong = 'a';  // the first of 26 letters
    for (char c : name) {
        if (static_cast<unsigned char>(c - wrong) < 26) return false;
        wrong = c == '-' ? 'a' : 'A';
    }
    return true;
}

}  // namespace

zend_string* format_field_name(zend_string* name) {
    return is_formatted(view(name)) ? zend_string_copy(name) : format_field_name(view(name));
}

zend_string* format_field_name(Bytes name) {
    zend_string* formatted = zend_string_alloc(name.size(), false);
    bool word_begins = true;
    for (size_t i = 0; i < name.size(); ++i) {
        char lower = ascii_lower(name[i]);
        ZSTR_VAL(formatted)[i] = word_begins && lower >= 'a' && lower <= 'z' ? static_cast<char>(lower - 32) : lower;
        word_begins = name[i] == '-';
    }
    ZSTR_VAL(formatted)[name.size()] = '\0';
    return formatted;
}

FieldList collect_fields(ResponseObject& response) {
    std::vector<http::Field>& list = runtime()->fields;
    list.clear();
    add_fields(list, property(response, ResponseProperty::header), response.exchange->fastcgi != nullptr);
    add_cookies(list, property(response, ResponseProperty::cookie));
    if (response.exchange->account != nullptr) add_server_timing(*response.exchange, list);
    bool closes = false;
    for (const http::Field& field : list) {
        closes = closes || (equals_lower(field.name, "connection") && asks_to_close(field.value));
    }
    return {list.data(), list.size(), closes};
}

FieldList collect_trailers(ResponseObject& response) {
    std::vector<http::Field>& list = runtime()->fields;
    list.clear();
    add_fields(list, property(response, ResponseProperty::trailer), false);
    std::erase_if(list, [](const http::Field& field) { return !http::may_be_trailer(field.name); });
    return {list.data(), list.size(), false};
}

void announce_trailers(ResponseObject& response, http::ResponseHead& head) {
    std::vector<http::Field>& list = runtime()->fields;
    for (const http::Field& field : list) {
        if (equals_lower(field.name, "trailer")) return;
    }
    zend_string* name;
    ZEND_HASH_FOREACH_STR_KEY(Z_ARRVAL_P(property(response, ResponseProperty::trailer)), name) {
        const bool fits = name != nullptr && http::valid_field_name(view(name)) && http::may_be_trailer(view(name));
        if (fits && list.size() < kMostFields) list.push_back({"Trailer", view(name)});
    }
    ZEND_HASH_FOREACH_END();
    head.fields = list.data();
    head.field_count = list.size();
}

void drop_empty_coding(http::ResponseHead& head) {
    std::vector<http::Field>& list = runtime()->fields;
    std::erase_if(list, [](const http::Field& field) {
        return field.value.empty() && equals_lower(field.name, "content-encoding");
    });
    head.fields = list.data();
    head.field_count = list.size();
}

http::ResponseHead compose_head(ResponseObject& response) {
    http::ResponseHead head;
    // Only end() can answer with 101: see upgrade_by_end().
    head.status = response.status < 200 ? 200 : response.status;
    if (response.reason != nullptr) head.reason = view(response.reason);
    if (has_no_fields(response)) {
        runtime()->fields.clear();  // the caller may add some
        return head;
    }
    FieldList list = collect_fields(response);
    head.fields = list.fields;
    head.field_count = list.count;
    head.keep_alive = !list.closes;
    // Compression needs to know of it.
    if (response.exchange->compression == nullptr) drop_empty_coding(head);
    return head;
}

// --- Sending

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
    if (response.exchange->state() != serve::ResponseState::none) return true;
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
    const bool fits = response.ending == Ending::open && response.exchange->state() == serve::ResponseState::none;
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
    if (response.exchange->state() == serve::ResponseState::none) {
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
    } else if (response.exchange->state() == serve::ResponseState::streaming) {
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
    if (response.exchange->state() == serve::ResponseState::streaming) {
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
    if (exchange.responder() != nullptr || exchange.state() == serve::ResponseState::complete) return true;
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
    if (exchange.state() == serve::ResponseState::streaming) {
        exchange.responder()->abort(exchange);
        return;
    }
    constexpr http::Field kFields[] = {{"Content-Type", "text/plain; charset=utf-8"}, serve::kRetryAfter};
    http::ResponseHead head;
    head.status = status;
    head.fields = kFields;
    head.field_count = 1 + (status == 503);
    (void)exchange.responder()->respond(exchange, head,
                                        Slice(text.empty() ? http::reason_phrase(status) : text, nullptr, nullptr));
}

// --- The methods that send it

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
        const bool streams = response->exchange->state() == tern::serve::ResponseState::streaming;
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
    if (response->exchange->state() != tern::serve::ResponseState::streaming) return;
    response->exchange->responder()->abort(*response->exchange);
}
