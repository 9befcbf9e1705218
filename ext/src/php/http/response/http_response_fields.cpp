// The methods of Response for the head: header(), cookie(), trailer(), and the resulting list of fields.
#include "php/engine/error.h"
#include "php/http/request/request_tracker.h"
#include "php/http/response/response.h"
#include "php/http/websocket/websocket_peer.h"
#include "protocol/http/field.h"

namespace tern::php {

namespace {

// Without white space around it and line ends behind it.
Bytes trim_value(Bytes text) noexcept {
    if (!text.empty() && text.front() > ' ' && text.back() > ' ') return text;  // most have none
    const size_t last = text.find_last_not_of(" \t\r\n");
    return trim_ows(text.substr(0, last == Bytes::npos ? 0 : last + 1));
}

// Puts the text of a field value into `into`, without white space around it. False after a warning or an exception.
bool convert_value(const char* name, zval* given, zval* into) {
    zend_string* text = zval_try_get_string(given);
    if (text == nullptr) return false;
    Bytes trimmed = trim_value(view(text));
    if (!http::valid_field_value(trimmed)) {
        warn("the value of header \"%s\" has a line break or NUL in it", name);
        remember(Error::invalid_params);
        zend_string_release(text);
        return false;
    }
    if (trimmed.size() != ZSTR_LEN(text)) {
        ZVAL_STRINGL(into, trimmed.data(), trimmed.size());
        zend_string_release(text);
    } else {
        ZVAL_STR(into, text);
    }
    return true;
}

bool convert_list(const char* name, HashTable* given, zval* into) {
    array_init_size(into, zend_hash_num_elements(given));
    zval* one;
    ZEND_HASH_FOREACH_VAL(given, one) {
        zval text;
        if (Z_TYPE_P(one) == IS_NULL) continue;
        if (!convert_value(name, one, &text)) {
            zval_ptr_dtor(into);
            return false;
        }
        zend_hash_next_index_insert(Z_ARRVAL_P(into), &text);
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Http_Response, header) {
    zend_string* key;
    zval* value;
    bool format = true;
    ZEND_PARSE_PARAMETERS_START(2, 3)
    Z_PARAM_STR(key)
    Z_PARAM_ZVAL(value)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(format)
    ZEND_PARSE_PARAMETERS_END();
    ResponseObject* response = of<ResponseObject>(ZEND_THIS);
    if (!can_still_change(*response)) RETURN_FALSE;
    if (!tern::http::valid_field_name(view(key))) {
        warn("\"%s\" is not a header name", ZSTR_VAL(key));
        return failure(Error::invalid_params, return_value);
    }
    zval text;
    ZVAL_NULL(&text);
    bool fits = true;
    if (Z_TYPE_P(value) == IS_ARRAY) {
        fits = convert_list(ZSTR_VAL(key), Z_ARRVAL_P(value), &text);
    } else if (Z_TYPE_P(value) != IS_NULL) {
        fits = convert_value(ZSTR_VAL(key), value, &text);
    }
    if (!fits) RETURN_FALSE;
    HashTable* fields = writable_array(property(*response, ResponseProperty::header));
    zend_string* name = format ? format_field_name(key) : zend_string_copy(key);
    const bool is_empty = Z_TYPE(text) == IS_STRING && Z_STRLEN(text) == 0;
    if (is_empty && tern::equals_lower(view(key), "content-length") && response->ending == Ending::usual) {
        response->ending = Ending::open;
    }
    if (Z_TYPE(text) == IS_NULL) {
        zend_hash_del(fields, name);
    } else {
        zend_hash_update(fields, name, &text);
    }
    zend_string_release(name);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Http_Response, trailer) {
    zend_string* key;
    zend_string* value;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(key)
    Z_PARAM_STR(value)
    ZEND_PARSE_PARAMETERS_END();
    ResponseObject* response = of<ResponseObject>(ZEND_THIS);
    if (response->exchange == nullptr || response->ended) RETURN_FALSE;
    if (!tern::http::valid_field_name(view(key)) || !tern::http::valid_field_value(view(value))) {
        warn("\"%s\" is not a trailer name, or its value has a line break or NUL in it", ZSTR_VAL(key));
        return failure(Error::invalid_params, return_value);
    }
    if (!tern::http::may_be_trailer(view(key))) {
        warn("\"%s\" cannot be a trailer: it has to be known before the body", ZSTR_VAL(key));
        return failure(Error::invalid_params, return_value);
    }
    zend_string* name = format_field_name(key);
    zval text;
    ZVAL_STR_COPY(&text, value);
    zend_hash_update(writable_array(property(*response, ResponseProperty::trailer)), name, &text);
    zend_string_release(name);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Http_Response, initHeader) {
    ZEND_PARSE_PARAMETERS_NONE();
    ResponseObject* response = of<ResponseObject>(ZEND_THIS);
    if (response->exchange == nullptr || response->ended) RETURN_FALSE;
    for (ResponseProperty which : {ResponseProperty::header, ResponseProperty::cookie, ResponseProperty::trailer}) {
        (void)writable_array(property(*response, which));
    }
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Http_Response, status) {
    zend_long code;
    zend_string* reason = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(code)
    Z_PARAM_OPTIONAL
    Z_PARAM_STR(reason)
    ZEND_PARSE_PARAMETERS_END();
    ResponseObject* response = of<ResponseObject>(ZEND_THIS);
    if (!can_still_change(*response)) RETURN_FALSE;
    if ((code < 200 && !(code == 101 && asks_for_websocket(*response))) || code > 999) {
        warn("the status must be between 200 and 999, " ZEND_LONG_FMT " given", code);
        return failure(Error::invalid_params, return_value);
    }
    if (reason != nullptr && !tern::http::valid_field_value(view(reason))) {
        warn("the reason has a line break or NUL in it");
        return failure(Error::invalid_params, return_value);
    }
    response->status = static_cast<int>(code);
    if (response->reason != nullptr) zend_string_release(response->reason);
    response->reason = reason == nullptr || ZSTR_LEN(reason) == 0 ? nullptr : zend_string_copy(reason);
    RETURN_TRUE;
}
