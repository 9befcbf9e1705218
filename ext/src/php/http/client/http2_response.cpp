// Tern\Internal\Client\Http2Connection: the objects that receive() fills.
#include "php/engine/header_names.h"
#include "php/http/client/http2_connection.h"

extern "C" {  // it needs PHP's other headers before it
#include <ext/standard/url.h>
}

namespace tern::php {

namespace {

// The properties of Swoole\Http2\Response, in the order of their declaration.
enum class Property : uint8_t { stream_id, error_code, status, pipeline, headers, set_cookie_headers, cookies, data };

zval* slot(zend_object* response, Property which) noexcept {
    return OBJ_PROP_NUM(response, static_cast<uint32_t>(which));
}

// What names the parts of the response that fields go to.
struct Fields {
    HashTable* headers;
    zval* set_cookie_headers;
    HashTable* cookies;
};

zend_string* name_of(Bytes name) {
    zend_string* known = known_header_name(name);
    return known != nullptr ? known : zend_string_init(name.data(), name.size(), false);
}

// "name=value; attributes": the value is decoded.
void add_cookie(HashTable* cookies, Bytes line) {
    const Bytes pair = line.substr(0, line.find(';'));
    const size_t mark = pair.find('=');
    if (mark == Bytes::npos) return;
    const Bytes name = trim_ows(pair.substr(0, mark));
    const Bytes value = trim_ows(pair.substr(mark + 1));
    zval decoded;
    ZVAL_STRINGL(&decoded, value.data(), value.size());
    Z_STRLEN(decoded) = php_url_decode(Z_STRVAL(decoded), Z_STRLEN(decoded));
    zend_symtable_str_update(cookies, name.data(), name.size(), &decoded);
}

// Fields of one name become one, as RFC 9110 5.3 allows; but not Set-Cookie.
void add_header(HashTable* headers, Bytes name, Bytes value) {
    zend_string* key = name_of(name);
    zval made;
    const zval* before = name == "set-cookie" ? nullptr : zend_symtable_find(headers, key);
    if (before == nullptr) {
        ZVAL_STRINGL_FAST(&made, value.data(), value.size());
    } else {
        ZVAL_STR(&made,
                 zend_string_concat3(Z_STRVAL_P(before), Z_STRLEN_P(before), ", ", 2, value.data(), value.size()));
    }
    zend_symtable_update(headers, key, &made);
    zend_string_release(key);
}

void add_field(const Fields& fields, Bytes name, Bytes value) {
    add_header(fields.headers, name, value);
    if (name != "set-cookie") return;
    add_next_index_stringl(fields.set_cookie_headers, value.data(), value.size());
    add_cookie(fields.cookies, value);
}

}  // namespace

void fill_response(const client::Http2Stream& stream, zend_object* into) {
    const Bytes body = stream.body();
    ZVAL_LONG(slot(into, Property::stream_id), stream.id());
    ZVAL_LONG(slot(into, Property::error_code), static_cast<zend_long>(stream.error()));
    ZVAL_LONG(slot(into, Property::status), stream.status());
    ZVAL_BOOL(slot(into, Property::pipeline), !stream.ended());
    if (!body.empty()) ZVAL_STRINGL(slot(into, Property::data), body.data(), body.size());
    if (!stream.has_fields()) return;
    array_init(slot(into, Property::headers));
    array_init(slot(into, Property::set_cookie_headers));
    array_init(slot(into, Property::cookies));
    const Fields fields{Z_ARRVAL_P(slot(into, Property::headers)), slot(into, Property::set_cookie_headers),
                        Z_ARRVAL_P(slot(into, Property::cookies))};
    stream.each_field([&fields](Bytes name, Bytes value) { add_field(fields, name, value); });
}

}  // namespace tern::php
