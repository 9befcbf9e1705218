// Functions that PHP has in server interfaces for the web only.
#include "php/http/page/sapi_module.h"
#include "php/http/page/web_request.h"
#include "php/http/response/response.h"
#include "php/isolation/context.h"
#include "php/isolation/state/request_globals.h"
#include "php/http/page/sapi_functions_arginfo.h"

namespace tern::php {

namespace {

// The fields that scripts have in $_SERVER, see ServerVariables::variable().
bool becomes_variable(Bytes name) {
    for (char c : name) {
        const char lower = ascii_lower(c);
        if (c != '-' && !ascii_digit(c) && (lower < 'a' || lower > 'z')) return false;
    }
    return !equals_lower(name, "proxy");
}

void add_field(HashTable* fields, const http::Field& field) {
    zend_string* name = format_field_name(field.name);
    zval* there = zend_hash_find(fields, name);
    smart_str text{};
    if (there != nullptr) {
        smart_str_append(&text, Z_STR_P(there));
        smart_str_appends(&text, ", ");
    }
    smart_str_appendl(&text, field.value.data(), field.value.size());
    zval value;
    ZVAL_STR(&value, smart_str_extract(&text));
    zend_hash_update(fields, name, &value);
    zend_string_release(name);
}

// As CGI has them: HTTP_ACCEPT_LANGUAGE is Accept-Language.
void add_variable(HashTable* fields, Bytes name, zval* value, bool with_empty) {
    constexpr Bytes kPrefix = "HTTP_";
    const bool is_of_body = name == "CONTENT_TYPE" || name == "CONTENT_LENGTH";
    if (Z_TYPE_P(value) != IS_STRING || !(name.starts_with(kPrefix) || is_of_body)) return;
    if (is_of_body && !with_empty && Z_STRLEN_P(value) == 0) return;
    if (!is_of_body) name.remove_prefix(kPrefix.size());
    zend_string* field = zend_string_init(name.data(), name.size(), false);
    for (size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '_') ZSTR_VAL(field)[i] = '-';
    }
    zend_str_tolower(ZSTR_VAL(field), ZSTR_LEN(field));
    zend_string* formatted = format_field_name(field);
    zval own;  // the other one may lie in another heap
    ZVAL_STRINGL(&own, Z_STRVAL_P(value), Z_STRLEN_P(value));
    zend_hash_update(fields, formatted, &own);
    zend_string_release(formatted);
    zend_string_release(field);
}

void add_variables(HashTable* fields, HashTable* variables, bool with_empty) {
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(variables, name, value) {
        if (name != nullptr) add_variable(fields, view(name), value, with_empty);
    }
    ZEND_HASH_FOREACH_END();
}

// The pool's scoreboard is known outside of contexts only.
void call_own_status(void* result) {
    zval function;
    ZVAL_STRING(&function, "Tern\\Internal\\Fpm\\Scoreboard::ownStatus");
    call_user_function(nullptr, nullptr, &function, static_cast<zval*>(result), 0, nullptr);
    zval_ptr_dtor(&function);
}

// The page continues, and its time has no limit.
void note_sent(const serve::Exchange& exchange) {
    if (exchange.fastcgi != nullptr && exchange.fastcgi->child != nullptr)
        exchange.fastcgi->child->note_stage(shm::ChildStage::finishing);
}

}  // namespace

const zend_function_entry* sapi_functions() noexcept { return sapi_functions_entries; }

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(fastcgi_finish_request) {
    ZEND_PARSE_PARAMETERS_NONE();
    WebRequest* request = WebRequest::running();
    if (request == nullptr || !request->has_response()) RETURN_FALSE;
    SapiGlobals::end_output();
    request->finish();
    if (request->of_server() != nullptr) note_sent(*request->of_server());
    RETURN_TRUE;
}

ZEND_FUNCTION(fpm_get_status) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (Context* context = Context::running()) context->share_values();  // the result is made outside of its heap
    Context::run_in(nullptr, call_own_status, return_value);
    if (Z_TYPE_P(return_value) == IS_UNDEF) RETVAL_FALSE;
}

ZEND_FUNCTION(getallheaders) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    WebRequest* request = WebRequest::running();
    const tern::serve::Exchange* exchange = request == nullptr ? nullptr : request->of_server();
    if (exchange == nullptr) return;
    if (HashTable* variables = request->passed_variables()) {
        return add_variables(Z_ARRVAL_P(return_value), variables, exchange->fastcgi != nullptr);
    }
    for (uint32_t i = 0; i < exchange->head.field_count; ++i) {
        const tern::http::Field& field = exchange->head.fields[i];
        if (becomes_variable(field.name)) add_field(Z_ARRVAL_P(return_value), field);
    }
}
