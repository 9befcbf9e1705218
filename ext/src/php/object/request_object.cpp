#include "php/object/request_object.h"

#include "php/bridge/classes.h"
#include "php/object/request_parts.h"

namespace tern::php {

void RequestObject::release(RequestObject& request) {
    delete request.parts;
    if (request.exchange != nullptr) request.exchange->release();
}

void make_request(serve::Exchange& exchange, const RequestOptions& options, zval* into) {
    object_init_ex(into, classes.http_request);
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

}  // namespace tern::php
