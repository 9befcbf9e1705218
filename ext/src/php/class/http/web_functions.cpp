#include "php/class/http/web_functions.h"

#include <ctime>

#include "php/bridge/classes.h"
#include "php/bridge/waiting.h"
#include "php/class/function_table.h"
#include "php/class/http/web_functions_arginfo.h"
#include "php/sapi/script.h"
#include "php/sapi/web_request.h"
#include "php/server/http/request_body.h"
#include "protocol/http/conditional.h"
#include "protocol/http/range.h"

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

struct FilePart {
    int status;
    http::ByteRange range;
};

FilePart wanted_part(const serve::Exchange& exchange, const http::Validators& file, uint64_t size) {
    const http::Precondition precondition = http::evaluate(exchange.head, file);
    if (precondition != http::Precondition::holds) {
        return {precondition == http::Precondition::failed ? 412 : 304, {}};
    }
    // RFC 9110 14.2: only GET has ranges.
    const Bytes range = exchange.is_head_request() ? Bytes() : http::applicable_range(exchange.head, file);
    const http::RangeSet set = http::parse_range(range, size);
    if (set.kind == http::RangeSet::Kind::unsatisfiable) return {416, {}};
    if (set.kind == http::RangeSet::Kind::satisfiable && set.count == 1) return {206, set.ranges[0]};
    return {200, {0, size}};
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
    zend_fcall_info on_head{};
    zend_fcall_info_cache ignored;
    ZEND_PARSE_PARAMETERS_START(4, 6)
    Z_PARAM_OBJECT_OF_CLASS(request, classes.http_request)
    Z_PARAM_OBJECT_OF_CLASS(response, classes.http_response)
    Z_PARAM_PATH_STR(file)
    Z_PARAM_ARRAY_HT(server)
    Z_PARAM_OPTIONAL
    Z_PARAM_ARRAY_HT(settings)
    Z_PARAM_FUNC_OR_NULL(on_head, ignored)
    ZEND_PARSE_PARAMETERS_END();
    if (!must_be_in_coroutine(coroutines()) || !has_body(*of<RequestObject>(request))) RETURN_THROWS();
    run_script({of<RequestObject>(request), of<ResponseObject>(response), file, server, settings,
                ZEND_FCI_INITIALIZED(on_head) ? &on_head.function_name : nullptr});
}

ZEND_FUNCTION(Tern_Internal_wanted_part) {
    zval* request;
    zend_string* tag;
    zend_long changed;
    zend_long size;
    ZEND_PARSE_PARAMETERS_START(4, 4)
    Z_PARAM_OBJECT_OF_CLASS(request, classes.http_request)
    Z_PARAM_STR(tag)
    Z_PARAM_LONG(changed)
    Z_PARAM_LONG(size)
    ZEND_PARSE_PARAMETERS_END();
    const tern::serve::Exchange* exchange = of<RequestObject>(request)->exchange;
    if (exchange == nullptr) {
        zend_argument_value_error(1, "must be a request of a server");
        RETURN_THROWS();
    }
    const FilePart part =
        wanted_part(*exchange, {view(tag), changed, static_cast<int64_t>(time(nullptr))}, static_cast<uint64_t>(size));
    array_init_size(return_value, 3);
    add_next_index_long(return_value, part.status);
    add_next_index_long(return_value, static_cast<zend_long>(part.range.first));
    add_next_index_long(return_value, static_cast<zend_long>(part.range.length));
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

ZEND_FUNCTION(Tern_Internal_end_answer) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (WebRequest* request = WebRequest::running()) request->release();
}

ZEND_FUNCTION(Tern_Internal_take_printed) {
    ZEND_PARSE_PARAMETERS_NONE();
    WebRequest* request = WebRequest::running();
    if (request == nullptr) RETURN_EMPTY_STRING();
    request->take_head(SG(sapi_headers));
    RETURN_STR(request->take_printed());
}
