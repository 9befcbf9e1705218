#include "php/class/http/web_functions.h"

#include "php/bridge/classes.h"
#include "php/bridge/waiting.h"
#include "php/class/function_table.h"
#include "php/class/http/web_functions_arginfo.h"
#include "php/sapi/script.h"
#include "php/sapi/web_request.h"
#include "php/server/http/request_body.h"

namespace tern::php {

namespace {

// The references keep the objects while the script runs. False after an exception.
bool has_body(RequestObject& request) {
    if (request.exchange == nullptr) {
        zend_argument_value_error(1, "must be a request of a server");
        return false;
    }
    return is_whole(request.exchange->body) ||
           wait_for_whole(*request.exchange, coro::Deadline::never()) == BodyArrival::there;
}

}  // namespace

void register_web_functions() { register_functions(ext_functions); }

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Tern_Internal_serve_script) {
    zval* request;
    zval* response;
    zend_string* file;
    HashTable* server;
    HashTable* settings = const_cast<HashTable*>(&zend_empty_array);
    ZEND_PARSE_PARAMETERS_START(4, 5)
    Z_PARAM_OBJECT_OF_CLASS(request, classes.http_request)
    Z_PARAM_OBJECT_OF_CLASS(response, classes.http_response)
    Z_PARAM_PATH_STR(file)
    Z_PARAM_ARRAY_HT(server)
    Z_PARAM_OPTIONAL
    Z_PARAM_ARRAY_HT(settings)
    ZEND_PARSE_PARAMETERS_END();
    if (!must_be_in_coroutine(coroutines()) || !has_body(*of<RequestObject>(request))) RETURN_THROWS();
    run_script({of<RequestObject>(request), of<ResponseObject>(response), file, server, settings});
}

ZEND_FUNCTION(Tern_Internal_begin_answer) {
    zval* request;
    zval* response;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_OBJECT_OF_CLASS(request, classes.http_request)
    Z_PARAM_OBJECT_OF_CLASS(response, classes.http_response)
    ZEND_PARSE_PARAMETERS_END();
    if (Context::running() == nullptr) return;
    WebRequest::of_context().begin(*of<RequestObject>(request), *of<ResponseObject>(response));
}

ZEND_FUNCTION(Tern_Internal_take_printed) {
    ZEND_PARSE_PARAMETERS_NONE();
    WebRequest* request = WebRequest::running();
    if (request == nullptr) RETURN_EMPTY_STRING();
    request->take_head(SG(sapi_headers));
    RETURN_STR(request->take_printed());
}
