#include "php/class/http/sapi_functions.h"

#include "php/class/function_table.h"
#include "php/class/http/sapi_functions_arginfo.h"
#include "php/sapi/web_request.h"
#include "php/server/http/response_fields.h"

namespace tern::php {

namespace {

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

}  // namespace

void register_sapi_functions() { register_functions(ext_functions); }

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(fastcgi_finish_request) {
    ZEND_PARSE_PARAMETERS_NONE();
    WebRequest* request = WebRequest::running();
    if (request == nullptr) RETURN_FALSE;
    SapiGlobals::end_output();
    request->finish();
    RETURN_TRUE;
}

ZEND_FUNCTION(getallheaders) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    const WebRequest* request = WebRequest::running();
    const tern::serve::Exchange* exchange = request == nullptr ? nullptr : request->of_server();
    if (exchange == nullptr) return;
    for (uint32_t i = 0; i < exchange->head.field_count; ++i) {
        add_field(Z_ARRVAL_P(return_value), exchange->head.fields[i]);
    }
}
