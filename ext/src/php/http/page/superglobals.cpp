#include <cstring>
#include <utility>

#include "php/http/page/page.h"
#include "php/http/page/web_request.h"
#include "php/http/request/request_object.h"
#include "php/isolation/state/auto_globals.h"
#include "php/isolation/state/request_globals.h"

namespace tern::php {

namespace {

constexpr const char* kOfCommandLine[] = {"argv", "argc"};

// Texts of code outside, which may have another heap. Interned ones stay there.
void add_outer(HashTable* variables, zend_string* name, const zval* value) {
    zval copied;
    const bool has_heap = Context::running()->has_own_heap();
    if (has_heap && Z_TYPE_P(value) == IS_STRING && Z_REFCOUNTED_P(value)) {
        ZVAL_STRINGL(&copied, Z_STRVAL_P(value), Z_STRLEN_P(value));
    } else {
        ZVAL_COPY(&copied, value);
    }
    if (!has_heap || ZSTR_IS_INTERNED(name)) return (void)zend_hash_update(variables, name, &copied);
    zend_hash_str_update(variables, ZSTR_VAL(name), ZSTR_LEN(name), &copied);
}

char* copy(Bytes text) { return estrndup(text.data(), text.size()); }

// Several lines of Cookie are one list (RFC 9113 8.2.3).
char* copy_cookies(const http::RequestHead& head) {
    smart_str all{};
    for (uint32_t i = 0; i < head.field_count; ++i) {
        if (!equals_lower(head.fields[i].name, "cookie")) continue;
        if (all.s != nullptr) smart_str_appends(&all, "; ");
        smart_str_appendl(&all, head.fields[i].value.data(), head.fields[i].value.size());
    }
    smart_str_0(&all);
    char* text = all.s == nullptr ? nullptr : copy(view(all.s));
    smart_str_free(&all);
    return text;
}

void describe_request(const Script& script) {
    const serve::Exchange& exchange = *script.request->exchange;
    const http::RequestHead& head = exchange.head;
    sapi_request_info& info = SG(request_info);
    info.request_method = copy(head.method);
    info.query_string = copy(head.query);
    info.request_uri = copy(head.path);
    info.path_translated = script.file == nullptr ? nullptr : copy(view(script.file));
    info.cookie_data = copy_cookies(head);
    info.content_type = copy(head.find("content-type"));
    info.content_length = static_cast<zend_long>(exchange.body.size() - script.body_begin());
    info.proto_num = 1000;  // as under PHP-FPM: Location of a POST makes it 302
    // Those of the server's command line are not for scripts: with register_argc_argv PHP makes them of the query.
    info.argc = 0;
    info.argv = nullptr;
}

// What PHP's sapi_read_post_data() does, which programs can call from PHP 8.4 on only.
void read_post_data() {
    sapi_request_info& info = SG(request_info);
    const size_t length = std::strcspn(info.content_type, ";, ");
    info.content_type_dup = estrdup(info.content_type);
    zend_str_tolower(info.content_type_dup, length);
    info.post_entry = static_cast<sapi_post_entry*>(
        zend_hash_str_find_ptr(&SG(known_post_content_types), info.content_type_dup, length));
    if (info.post_entry != nullptr && info.post_entry->post_reader != nullptr) info.post_entry->post_reader();
    if (sapi_module.default_post_reader != nullptr) sapi_module.default_post_reader();
}

// As PHP does when a request begins.
void read_form() {
    const sapi_request_info& info = SG(request_info);
    const bool is_post = std::strcmp(info.request_method, "POST") == 0;
    if (PG(enable_post_data_reading) && is_post && info.content_type[0] != '\0') read_post_data();
}

void replace_superglobal(int which, const char* name, RequestObject& request, RequestProperty from) {
    zval made;
    build_request_array(request, from, &made);
    if (Z_TYPE(made) != IS_ARRAY) array_init(&made);
    zval* slot = &PG(http_globals)[which];
    zval_ptr_dtor(slot);
    ZVAL_COPY_VALUE(slot, &made);
    Z_ADDREF_P(slot);
    zend_hash_str_update(&EG(symbol_table), name, std::strlen(name), slot);
}

void put_multipart_form(RequestObject& request) {
    request.parse_post = request.parse_files = request.nest_files_as_php = true;
    replace_superglobal(TRACK_VARS_POST, "_POST", request, RequestProperty::post);
    replace_superglobal(TRACK_VARS_FILES, "_FILES", request, RequestProperty::files);
}

}  // namespace

void fill_superglobals(const Script& script) {
    describe_request(script);
    begin_raw_variables();
    const bool has_form = script.request->exchange->body.form() != nullptr;
    if (!has_form) read_form();
    for (const char* name : kOfCommandLine) zend_hash_str_del(&EG(symbol_table), name, std::strlen(name));
    // PHP reads a form before its modules begin the request: session.upload_progress works only then.
    const auto activated = std::exchange(PG(modules_activated), false);
    const bool on_demand = !has_raw_variables() && Context::running()->make_superglobals_on_demand();
    (void)php_hash_environment();
    PG(modules_activated) = activated;
    if (has_form) put_multipart_form(*script.request);
    if (!on_demand) make_superglobals();
    end_raw_variables();
    clear_filter_storage();
}

void add_server_variables(zval* variables) {
    HashTable* all = WebRequest::running()->server_variables();
    if (all == nullptr) return;
    const bool notes_raw = has_raw_variables();
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(all, name, value) {
        if (name == nullptr) continue;
        add_outer(Z_ARRVAL_P(variables), name, value);
        if (!notes_raw || Z_TYPE_P(value) != IS_STRING) continue;
        char* text = copy(view(Z_STR_P(value)));
        size_t length = 0;
        (void)sapi_module.input_filter(PARSE_SERVER, ZSTR_VAL(name), &text, Z_STRLEN_P(value), &length);
        efree(text);
    }
    ZEND_HASH_FOREACH_END();
}

}  // namespace tern::php
