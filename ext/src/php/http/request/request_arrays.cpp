// The arrays of a request, built by PHP's own rules for names, nesting and limits.
#include <algorithm>

#include "php/engine/compat/engine.h"
#include "php/engine/header_names.h"
#include "php/http/port_host.h"
#include "php/http/request/request_object.h"
#include "php/isolation/state/uploads.h"
#include "protocol/http/cookie.h"
#include "serve/connection.h"
#include "serve/origin.h"

namespace tern::php {

namespace {

zend_string* lower_case(Bytes text) {
    zend_string* lower = zend_string_alloc(text.size(), false);
    for (size_t i = 0; i < text.size(); ++i) ZSTR_VAL(lower)[i] = ascii_lower(text[i]);
    ZSTR_VAL(lower)[text.size()] = '\0';
    return lower;
}

// A repeated field becomes a list (RFC 9110 5.3); cookies are joined as cookies.
void append_value(zval* existing, Bytes name, Bytes more) {
    bool cookie = equals_lower(name, "cookie");
    Bytes between = cookie ? Bytes("; ") : Bytes(", ");
    zend_string* joined = zend_string_concat3(Z_STRVAL_P(existing), Z_STRLEN_P(existing), between.data(),
                                              between.size(), more.data(), more.size());
    zval_ptr_dtor_str(existing);
    ZVAL_STR(existing, joined);
}

// Returns the place of a value, which is null if it is new. PHP treats a name like 123 as a number; no known name is
// one.
zval* place_of(HashTable* fields, Bytes name) {
    if (zend_string* known = known_header_name(name); known != nullptr) return zend_hash_lookup(fields, known);
    zend_string* lower = lower_case(name);
    zval* place = zend_symtable_find(fields, lower);
    if (place == nullptr) place = zend_symtable_update(fields, lower, &EG(uninitialized_zval));
    zend_string_release(lower);
    return place;
}

void build_header(const http::RequestHead& head, zval* into) {
    array_init_size(into, head.field_count);
    for (uint32_t i = 0; i < head.field_count; ++i) {
        http::Field field = head.fields[i];
        // The authority of an absolute-form target replaces the field (RFC 9112 3.2.2).
        if (equals_lower(field.name, "host")) field.value = head.host;
        zval* value = place_of(Z_ARRVAL_P(into), field.name);
        if (Z_TYPE_P(value) == IS_STRING) {
            append_value(value, field.name, field.value);
        } else {
            ZVAL_STRINGL_FAST(value, field.value.data(), field.value.size());
        }
    }
}

void add_bytes(zval* into, const char* key, Bytes value) { add_assoc_stringl(into, key, value.data(), value.size()); }

// Adds the path without percent-encoding.
void add_path_info(zval* into, Bytes path) {
    zend_string* decoded = zend_string_init(path.data(), path.size(), false);
    ZSTR_LEN(decoded) = php_raw_url_decode(ZSTR_VAL(decoded), ZSTR_LEN(decoded));
    add_assoc_str(into, "path_info", decoded);
}

void add_peer_address(zval* into, const shm::SessionOrigin& origin) {
    char text[serve::kMaxIpText];
    size_t length = serve::write_ip(origin, text);
    add_bytes(into, "remote_addr", Bytes(text, length));
}

// "": a unix socket, or the connection has ended. Over FastCGI that of the web server.
void add_own_address(zval* into, const serve::Exchange& exchange) {
    if (exchange.fastcgi != nullptr) {
        const Bytes given = exchange.fastcgi->parameters.find("SERVER_ADDR");
        return add_bytes(into, "server_addr", given.data() == nullptr ? Bytes("") : given);
    }
    PortHost* host = port_host();
    const serve::Connection* own = host == nullptr ? nullptr : host->find_connection(exchange.session_id);
    char text[serve::kMaxIpText];
    add_bytes(into, "server_addr", Bytes(text, own == nullptr ? 0 : serve::write_local_ip(own->fd(), text)));
}

// Adds TLS facts under nginx's names.
void add_tls(zval* into, const net::TlsFacts& tls) {
    add_bytes(into, "ssl_protocol", tls.protocol);
    add_bytes(into, "ssl_cipher", tls.cipher);
    if (!tls.server_name.empty()) add_bytes(into, "ssl_server_name", tls.server_name);
    add_bytes(into, "ssl_session_reused", tls.resumed ? "r" : ".");
    add_bytes(into, "ssl_client_verify", tls.client_verify);
    if (tls.client_pem.empty()) return;
    add_bytes(into, "ssl_client_s_dn", tls.client_subject);
    add_bytes(into, "ssl_client_i_dn", tls.client_issuer);
    add_bytes(into, "ssl_client_serial", tls.client_serial);
    add_bytes(into, "ssl_client_fingerprint", tls.client_fingerprint);
    add_bytes(into, "ssl_client_v_start", tls.client_not_before);
    add_bytes(into, "ssl_client_v_end", tls.client_not_after);
    add_bytes(into, "ssl_client_raw_cert", tls.client_pem);
}

Bytes name_of(http::Version version) {
    switch (version) {
        case http::Version::http10: return "HTTP/1.0";
        case http::Version::http11: return "HTTP/1.1";
        case http::Version::http2: break;
    }
    return "HTTP/2";
}

void build_server(const serve::Exchange& exchange, zval* into) {
    const http::RequestHead& head = exchange.head;
    array_init_size(into, 16);
    if (head.query.data() != nullptr) add_bytes(into, "query_string", head.query);  // empty: a bare '?'
    add_bytes(into, "request_method", head.method);
    add_bytes(into, "request_uri", head.path);
    add_path_info(into, head.path);
    add_assoc_long(into, "request_time", exchange.received_us / 1'000'000);
    add_assoc_double(into, "request_time_float", static_cast<double>(exchange.received_us) / 1e6);
    add_bytes(into, "server_protocol", name_of(head.version));
    add_assoc_long(into, "server_port", exchange.origin.server_port);
    add_assoc_long(into, "remote_port", exchange.origin.remote_port);
    add_own_address(into, exchange);
    add_peer_address(into, exchange.origin);
    if (exchange.origin.secure != 0) add_bytes(into, "https", "on");
    if (exchange.tls != nullptr) add_tls(into, *exchange.tls);
    if (!exchange.forwarded_host.empty()) add_bytes(into, "server_name", exchange.forwarded_host);
    add_assoc_long(into, "master_time", exchange.received_us / 1'000'000);
}

// Parses pairs as PHP parses a query string: nesting, url-decoding, max_input_vars.
void build_pairs(Bytes text, zval* into) {
    if (text.empty()) return;
    array_init(into);
    sapi_module.treat_data(PARSE_STRING, estrndup(text.data(), text.size()), into);
}

// One more variable. False, after PHP's own warning: there are max_input_vars.
bool has_room(zend_long& count) {
    if (++count <= PG(max_input_vars)) return true;
    php_error_docref(nullptr, E_WARNING,
                     "Input variables exceeded " ZEND_LONG_FMT
                     ". To increase the limit change max_input_vars in php.ini.",
                     PG(max_input_vars));
    return false;
}

void build_cookie(const http::RequestHead& head, zval* into) {
    zend_long count = 0;
    for (uint32_t i = 0; i < head.field_count; ++i) {
        if (!equals_lower(head.fields[i].name, "cookie")) continue;
        if (Z_TYPE_P(into) != IS_ARRAY) array_init(into);
        http::CookieReader reader(head.fields[i].value);
        http::CookiePair pair;
        while (reader.next(pair)) {
            if (!has_room(count)) return;
            char* name = estrndup(pair.name.data(), pair.name.size());
            char* value = estrndup(pair.value.data(), pair.value.size());
            size_t length = php_raw_url_decode(value, pair.value.size());
            if (!zend_symtable_str_exists(Z_ARRVAL_P(into), name, pair.name.size())) {
                php_register_variable_safe(name, value, length, into);
            }
            efree(name);
            efree(value);
        }
    }
}

bool is_urlencoded(const http::RequestHead& head) noexcept {
    Bytes type = head.find("content-type");
    return equals_lower(trim_ows(type.substr(0, type.find(';'))), "application/x-www-form-urlencoded");
}

void build_form_fields(const serve::Form& form, zval* into) {
    if (form.fields().empty()) return;
    array_init(into);
    zend_long count = 0;
    for (const serve::FormField& field : form.fields()) {
        if (!has_room(count)) return;
        char* name = estrndup(field.name.data(), field.name.size());
        php_register_variable_safe(name, field.value.data(), field.value.size(), into);
        efree(name);
    }
}

void build_post(RequestObject& request, zval* into) {
    const serve::RequestBody& body = request.exchange->body;
    if (!request.parse_post) return;
    if (body.form() != nullptr) return build_form_fields(*body.form(), into);
    if (!is_urlencoded(request.exchange->head) || body.size() == 0 || body.exceeds_form()) return;
    array_init(into);
    char* text = static_cast<char*>(emalloc(body.size() + 1));
    text[body.size()] = '\0';
    if (body.read(text, 0, body.size()) != Error::ok) {
        efree(text);
        return;
    }
    sapi_module.treat_data(PARSE_STRING, text, into);
}

void add_variable(Bytes name, zval* value, zval* into) {
    char* copy = estrndup(name.data(), name.size());
    php_register_variable_ex(copy, value, into);
    efree(copy);
}

// What `$_FILES` has of one file. `as_php`: the name is without folders, and full_path has them.
void describe_file(const serve::FormFile& file, bool as_php, zval* into) {
    using Outcome = serve::FormFile::Outcome;
    array_init_size(into, 6);
    if (as_php) {
        add_assoc_str(into, "name", php_basename(file.file_name.data(), file.file_name.size(), nullptr, 0));
        add_bytes(into, "full_path", file.file_name);
    } else {
        add_bytes(into, "name", file.file_name);
    }
    add_bytes(into, "type", file.outcome == Outcome::none ? Bytes() : Bytes(file.type));
    add_bytes(into, "tmp_name", file.path);
    add_assoc_long(into, "error", static_cast<int>(file.outcome));
    add_assoc_long(into, "size", file.outcome == Outcome::complete ? file.size : 0);
}

// The file a[b] as [a][b][name].
void add_file(const serve::FormFile& file, zval* into) {
    zval entry;
    describe_file(file, false, &entry);
    add_variable(file.name, &entry, into);
}

// The file a[b] as [a][name][b].
void add_file_as_php(const serve::FormFile& file, zval* into) {
    const Bytes name = file.name;
    const size_t bracket = std::min(name.find('['), name.size());
    zval entry;
    describe_file(file, true, &entry);
    zend_string* key = nullptr;
    zval* value = nullptr;
    ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL(entry), key, value) {
        Z_TRY_ADDREF_P(value);
        smart_str nested{};
        smart_str_appendl(&nested, name.data(), bracket);
        smart_str_appendc(&nested, '[');
        smart_str_append(&nested, key);
        smart_str_appendc(&nested, ']');
        smart_str_appendl(&nested, name.data() + bracket, name.size() - bracket);
        add_variable(view(nested.s), value, into);
        smart_str_free(&nested);
    }
    ZEND_HASH_FOREACH_END();
    zval_ptr_dtor(&entry);
}

void build_files(const RequestObject& request, zval* into) {
    serve::Form* form = request.exchange->body.form();
    if (!request.parse_files || form == nullptr || form->files().empty()) return;
    register_uploads(*form);
    array_init(into);
    for (const serve::FormFile& file : form->files()) {
        request.nest_files_as_php ? add_file_as_php(file, into) : add_file(file, into);
    }
}

void build_tmpfiles(const RequestObject& request, zval* into) {
    serve::Form* form = request.exchange->body.form();
    if (!request.parse_files || form == nullptr || form->files().empty()) return;
    register_uploads(*form);
    array_init(into);
    for (const serve::FormFile& file : form->files()) {
        if (!file.path.empty()) add_next_index_stringl(into, file.path.data(), file.path.size());
    }
}

}  // namespace

bool is_in_body(const serve::Exchange& exchange, RequestProperty which) noexcept {
    switch (which) {
        case RequestProperty::post: return exchange.body.is_form() || is_urlencoded(exchange.head);
        case RequestProperty::files:
        case RequestProperty::tmpfiles: return exchange.body.is_form();
        default: return false;
    }
}

void build_request_array(RequestObject& request, RequestProperty which, zval* into) {
    ZVAL_NULL(into);
    if (request.exchange == nullptr) return;
    const http::RequestHead& head = request.exchange->head;
    switch (which) {
        case RequestProperty::header: return build_header(head, into);
        case RequestProperty::server: return build_server(*request.exchange, into);
        case RequestProperty::cookie: return request.parse_cookie ? build_cookie(head, into) : (void)0;
        case RequestProperty::get: return build_pairs(head.query, into);
        case RequestProperty::files: return build_files(request, into);
        case RequestProperty::post: return build_post(request, into);
        case RequestProperty::tmpfiles: return build_tmpfiles(request, into);
        case RequestProperty::fd:
        case RequestProperty::stream_id: return;
    }
}

}  // namespace tern::php
