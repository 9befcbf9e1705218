// Tern\Internal\Client\Http2Connection: the fields of a request.
#include "php/http/client/http2_connection.h"
#include "protocol/http/char_class.h"
#include "protocol/http/number.h"

namespace tern::php {

namespace {

constexpr const char* kSend = "Swoole\\Coroutine\\Http2\\Client::send(): Argument #1 ($request)";

// In values of fields: no controls but HTAB (RFC 9110 5.5).
bool is_value(Bytes text) noexcept {
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x20 && byte != '\t') || byte == 0x7f) return false;
    }
    return true;
}

// Neither spaces nor controls.
bool is_target(Bytes text) noexcept {
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= 0x20 || byte == 0x7f) return false;
    }
    return !text.empty();
}

// Null after an exception.
zend_string* text_of(zend_string* name, zval* value, Http2FieldText& text) {
    if (EXPECTED(Z_TYPE_P(value) == IS_STRING)) return Z_STR_P(value);
    if (Z_TYPE_P(value) == IS_ARRAY || Z_TYPE_P(value) == IS_OBJECT || Z_TYPE_P(value) == IS_RESOURCE) {
        zend_type_error("%s header \"%s\" must be of type string|int|float|bool|null or a list of these, %s given",
                        kSend, ZSTR_VAL(name), zend_zval_type_name(value));
        return nullptr;
    }
    zend_string* made = zval_get_string(value);
    if (Z_ISUNDEF(text.strings)) array_init(&text.strings);
    add_next_index_str(&text.strings, made);
    return made;
}

// Fields that are not sent as given: those that HTTP/2 does not have, and those that are made otherwise.
bool is_left_out(Bytes name, Bytes value, const Http2Request& request) noexcept {
    if (equals_lower(name, "host")) return true;
    if (equals_lower(name, "te")) return !equals_lower(trim_ows(value), "trailers");
    if (equals_lower(name, "content-length")) return !request.open;
    return http::h2::is_field_of_http1(name);
}

bool add_field(http::h2::FieldList& list, const Http2Request& request, zend_string* name, zval* value,
               Http2FieldText& text) {
    zend_string* given = text_of(name, value, text);
    if (given == nullptr) return false;
    if (!is_value(view(given))) {
        zend_value_error("%s header \"%s\" must not contain control characters", kSend, ZSTR_VAL(name));
        return false;
    }
    if (!is_left_out(view(name), view(given), request)) list.add(view(name), trim_ows(view(given)));
    return true;
}

bool add_fields(http::h2::FieldList& list, const Http2Request& request, zend_string* name, zval* value,
                Http2FieldText& text) {
    if (name == nullptr || ZSTR_LEN(name) == 0 || !http::all_in(view(name), http::kTokenChar)) {
        zend_value_error("%s header \"%s\" must have a name of letters, digits and !#$%%&'*+-.^_`|~", kSend,
                         name == nullptr ? "" : ZSTR_VAL(name));
        return false;
    }
    ZVAL_DEREF(value);
    if (Z_TYPE_P(value) == IS_NULL) return true;
    if (Z_TYPE_P(value) != IS_ARRAY) return add_field(list, request, name, value, text);
    zval* one;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), one) {
        ZVAL_DEREF(one);
        if (!add_field(list, request, name, one, text)) return false;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

// The Host field of the program, or the host that the client is connected to.
Bytes authority_of(const Http2Request& request) {
    zend_string* name;
    zval* value;
    if (request.headers == nullptr) return view(request.authority);
    ZEND_HASH_FOREACH_STR_KEY_VAL(request.headers, name, value) {
        ZVAL_DEREF(value);
        const bool is_host = name != nullptr && equals_lower(view(name), "host");
        if (is_host && Z_TYPE_P(value) == IS_STRING && Z_STRLEN_P(value) > 0) return view(Z_STR_P(value));
    }
    ZEND_HASH_FOREACH_END();
    return view(request.authority);
}

bool check_line(const Http2Request& request, Bytes authority) {
    const Bytes method = view(request.method);
    if (method.empty() || !http::all_in(method, http::kTokenChar) || method == "CONNECT") {
        zend_value_error("%s method must be a name of letters other than CONNECT, \"%s\" given", kSend,
                         ZSTR_VAL(request.method));
    } else if (!is_target(view(request.path))) {
        zend_value_error("%s path must not be empty nor contain spaces or control characters, \"%s\" given", kSend,
                         ZSTR_VAL(request.path));
    } else if (!is_target(authority)) {
        zend_value_error("%s header \"host\" must not be empty nor contain spaces or control characters", kSend);
    } else if (!is_value(view(request.cookie))) {
        zend_value_error("%s cookies must not contain control characters", kSend);
    } else {
        return true;
    }
    return false;
}

}  // namespace

bool fill_fields(http::h2::FieldList& list, const Http2Request& request, Http2FieldText& text) {
    const Bytes authority = authority_of(request);
    if (!check_line(request, authority)) return false;
    list.clear();
    list.add(":method", view(request.method));
    list.add(":scheme", view(request.scheme));
    list.add(":authority", authority);
    list.add(":path", view(request.path));
    zend_string* name;
    zval* value;
    if (request.headers != nullptr) {
        ZEND_HASH_FOREACH_STR_KEY_VAL(request.headers, name, value) {
            if (!add_fields(list, request, name, value, text)) return false;
        }
        ZEND_HASH_FOREACH_END();
    }
    if (ZSTR_LEN(request.cookie) > 0) list.add("cookie", view(request.cookie));
    if (ZSTR_LEN(request.body) == 0 || request.open) return true;
    const char* end = http::write_decimal(text.length, ZSTR_LEN(request.body));
    list.add("content-length", Bytes(text.length, static_cast<size_t>(end - text.length)));
    return true;
}

}  // namespace tern::php
