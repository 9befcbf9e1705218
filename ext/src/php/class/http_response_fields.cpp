// What a Response says in its head: header(), cookie(), trailer(), and the list made of them.
#include "php/bridge/error.h"
#include "php/bridge/runtime.h"
#include "php/class/http_response.h"
#include "php/class/http_response_websocket.h"
#include "php/server/request_accounting.h"
#include "protocol/http/field.h"
#include "protocol/http/field_rules.h"

namespace tern::php {

namespace {

constexpr size_t kMostFields = 1000;

// Programs may write to the properties: what could split the head is left out.
void add_field(std::vector<http::Field>& list, Bytes name, const zval* value) {
    if (list.size() >= kMostFields || Z_TYPE_P(value) != IS_STRING) return;
    Bytes text = view(Z_STR_P(value));
    if (http::valid_field_name(name) && http::valid_field_value(text)) list.push_back({name, text});
}

void add_fields(std::vector<http::Field>& list, zval* slot) {
    if (Z_TYPE_P(slot) != IS_ARRAY) return;
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(slot), name, value) {
        ZVAL_DEREF(value);
        if (name == nullptr) continue;
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

// "content-type" to "Content-Type".
zend_string* format_name(Bytes name) {
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

// Text of a field value in `into`, or false after a warning or an exception.
bool convert_value(const char* name, zval* given, zval* into) {
    zend_string* text = zval_try_get_string(given);
    if (text == nullptr) return false;
    Bytes trimmed = trim_ows(view(text));
    if (!http::valid_field_value(view(text))) {
        warn("the value of header \"%s\" has a line break or NUL in it", name);
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
        if (!convert_value(name, one, &text)) {
            zval_ptr_dtor(into);
            return false;
        }
        zend_hash_next_index_insert(Z_ARRVAL_P(into), &text);
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

// Of a Connection field's options.
bool asks_to_close(Bytes options) {
    while (!options.empty()) {
        if (equals_lower(http::take_element(options), "close")) return true;
    }
    return false;
}

}  // namespace

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
        zval_ptr_dtor(&old);  // may run the program's destructors, which may look here
    }
    SEPARATE_ARRAY(slot);
    return Z_ARRVAL_P(slot);
}

bool can_still_change(ResponseObject& response) {
    const char* why = nullptr;
    if (response.exchange == nullptr || response.ended) {
        why = "the response has ended";
    } else if (response.exchange->state() != serve::AnswerState::none) {
        why = "the head was sent";
    }
    if (why == nullptr) return true;
    warn("%s: it cannot change any more", why);
    remember(Error::wrong_operation);
    return false;
}

FieldList collect_fields(ResponseObject& response) {
    std::vector<http::Field>& list = runtime()->fields;
    list.clear();
    add_fields(list, property(response, ResponseProperty::header));
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
    add_fields(list, property(response, ResponseProperty::trailer));
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
    zend_string* name = format ? format_name(view(key)) : zend_string_copy(key);
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
    zend_string* name = format_name(view(key));
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
