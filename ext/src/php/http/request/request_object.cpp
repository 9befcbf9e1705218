#include "php/http/request/request_object.h"

#include <utility>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/http/request/request_parts.h"

namespace tern::php {

void RequestObject::release(RequestObject& request) {
    delete request.parts;
    if (request.exchange != nullptr) request.exchange->release();
}

void make_request(serve::Exchange& exchange, const RequestOptions& options, zval* into) {
    if (zend_object* idle = runtime()->idle_requests.take(); idle != nullptr) {
        ZVAL_OBJ(into, idle);
    } else {
        object_init_ex(into, classes.http_request);
    }
    RequestObject* request = of<RequestObject>(into);
    exchange.retain();
    request->exchange = &exchange;
    request->parse_post = options.parse_post;
    request->parse_cookie = options.parse_cookie;
    request->parse_files = options.parse_files;
    request->nest_files_as_php = options.nest_files_as_php;
    ZVAL_LONG(OBJ_PROP_NUM(&request->std, 0), exchange.session_id);
    ZVAL_LONG(OBJ_PROP_NUM(&request->std, 1), exchange.stream_id);
}

void drop_request(zval* given) {
    RequestObject* request = of<RequestObject>(given);
    if (!IdleObjects::is_reusable(request->std) || request->parts != nullptr) return zval_ptr_dtor(given);
    std::exchange(request->exchange, nullptr)->release();
    request->built = 0;
    constexpr auto kFirst = static_cast<uint32_t>(RequestProperty::header);  // make_request() sets those before it
    constexpr uint32_t kCount = static_cast<uint32_t>(RequestProperty::tmpfiles) + 1 - kFirst;
    for (uint32_t i = 0; i < kFirst; ++i) IdleObjects::clear(OBJ_PROP_NUM(&request->std, i), IS_UNDEF);
    IdleObjects::clear_all<kCount>(OBJ_PROP_NUM(&request->std, kFirst), IS_UNDEF);
    runtime()->idle_requests.keep(&request->std);
}

}  // namespace tern::php
