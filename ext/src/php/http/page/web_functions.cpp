// Functions by which the library runs scripts and applications in contexts.
#include <algorithm>
#include <utility>

#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/registry.h"
#include "php/http/page/page.h"
#include "php/http/page/web_request.h"
#include "php/http/port_host.h"
#include "php/http/request/request_body.h"
#include "php/http/response/response.h"
#include "serve/files/file_response.h"
#include "php/http/page/web_functions_arginfo.h"

namespace tern::php {

namespace {

// False after an exception.
bool has_body(RequestObject& request) {
    if (request.exchange == nullptr) {
        zend_argument_value_error(1, "must be a request of a server");
        return false;
    }
    return is_whole(request.exchange->body) ||
           wait_for_whole(*request.exchange, coro::Deadline::never()) == BodyArrival::there;
}

// A response that is to be a file. `validates`: the request's conditions and ranges count.
struct FileSending {
    ResponseObject& response;
    serve::CachedFile& file;
    bool validates;
};

void set_field(HashTable* fields, Bytes name, Bytes value) {
    zval text;
    ZVAL_STRINGL(&text, value.data(), value.size());
    zend_hash_str_update(fields, name.data(), name.size(), &text);
}

void set_file_fields(const FileSending& sending, const serve::FileResponse& file) {
    HashTable* fields = writable_array(property(sending.response, ResponseProperty::header));
    if (!file.has_body()) {
        zend_hash_str_del(fields, ZEND_STRL("Content-Type"));
        zend_hash_str_del(fields, ZEND_STRL("Content-Encoding"));
    }
    if (file.status() == 200 && sending.validates) set_field(fields, "Accept-Ranges", "bytes");
    if (!file.content_range().empty()) set_field(fields, "Content-Range", file.content_range());
    if (!sending.validates) return;
    set_field(fields, "Last-Modified", Bytes(sending.file.last_modified, http::kDateBytes));
    set_field(fields, "ETag", sending.file.etag);
}

void set_status(ResponseObject& response, int status) {
    if (response.status == status) return;
    response.status = status;
    if (zend_string* reason = std::exchange(response.reason, nullptr)) zend_string_release(reason);
}

// False after an exception.
bool call_on_head(zval* callable, int status, int64_t modified_s) {
    zval arguments[2];
    ZVAL_LONG(&arguments[0], status);
    ZVAL_LONG(&arguments[1], modified_s);
    zval result;
    ZVAL_UNDEF(&result);
    call_user_function(nullptr, nullptr, callable, &result, 2, arguments);
    zval_ptr_dtor(&result);
    return EG(exception) == nullptr;
}

// Several ranges have a type of their own, which names the one of the file.
void send_file_response(ResponseObject& response, serve::FileResponse& file) {
    HashTable* fields = writable_array(property(response, ResponseProperty::header));
    zval* type = zend_hash_str_find(fields, ZEND_STRL("Content-Type"));
    zval own;
    ZVAL_EMPTY_STRING(&own);
    if (type != nullptr && Z_TYPE_P(type) == IS_STRING) ZVAL_COPY(&own, type);
    if (file.has_body()) set_field(fields, "Content-Type", file.content_type(view(Z_STR(own))));
    http::ResponseHead head = compose_head(response);
    const Error error = file.send(*response.exchange, head);
    if (error != Error::ok) remember(error);
    response.ended = true;
    zval_ptr_dtor(&own);
}

void send_file(const FileSending& sending, zval* on_head) {
    const Slice held = sending.file.slice(0, 0);  // the callback may send another file
    ResponseObject& response = sending.response;
    const int64_t now_s = port_host()->context.wall_us() / 1'000'000;
    serve::FileResponse file = sending.validates ? serve::FileResponse(sending.file, *response.exchange, now_s)
                                                 : serve::FileResponse(sending.file, std::max(response.status, kOk));
    set_file_fields(sending, file);
    set_status(response, file.status());
    if (call_on_head(on_head, file.status(), sending.file.status.modified_s()) && sendable(response) != nullptr) {
        send_file_response(response, file);
    }
}

}  // namespace

// The references of the caller keep the object meanwhile.
bool can_run_script(RequestObject& request) { return must_be_in_coroutine(coroutines()) && has_body(request); }

void register_web_functions() { register_functions(web_functions_entries); }

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
    zend_long body_offset = 0;
    bool is_direct = true;
    ZEND_PARSE_PARAMETERS_START(4, 7)
    Z_PARAM_OBJECT_OF_CLASS(request, classes.http_request)
    Z_PARAM_OBJECT_OF_CLASS(response, classes.http_response)
    Z_PARAM_PATH_STR(file)
    Z_PARAM_ARRAY_HT(server)
    Z_PARAM_OPTIONAL
    Z_PARAM_ARRAY_HT(settings)
    Z_PARAM_FUNC_OR_NULL(on_head, ignored)
    Z_PARAM_LONG_OR_NULL(body_offset, is_direct)
    ZEND_PARSE_PARAMETERS_END();
    if (!can_run_script(*of<RequestObject>(request))) RETURN_THROWS();
    run_script({of<RequestObject>(request),
                of<ResponseObject>(response),
                file,
                {server},
                settings,
                ZEND_FCI_INITIALIZED(on_head) ? &on_head.function_name : nullptr,
                is_direct ? -1 : static_cast<int64_t>(body_offset)});
}

ZEND_FUNCTION(Tern_Internal_page_figures) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init_size(return_value, 2);
    add_next_index_long(return_value, TERN_G(page_figures).most_bytes);
    add_next_index_long(return_value, TERN_G(page_figures).computed_ms);
}

ZEND_FUNCTION(Tern_Internal_send_file) {
    zval* object;
    zend_string* path;
    bool validates;
    zend_fcall_info on_head{};
    zend_fcall_info_cache ignored;
    ZEND_PARSE_PARAMETERS_START(4, 4)
    Z_PARAM_OBJECT_OF_CLASS(object, classes.http_response)
    Z_PARAM_PATH_STR(path)
    Z_PARAM_BOOL(validates)
    Z_PARAM_FUNC(on_head, ignored)
    ZEND_PARSE_PARAMETERS_END();
    ResponseObject& response = *of<ResponseObject>(object);
    if (sendable(response) == nullptr) RETURN_TRUE;
    PortHost* host = port_host();
    const bool may_read = ZSTR_VAL(path)[0] == '/' && php_check_open_basedir_ex(ZSTR_VAL(path), 0) == 0;
    tern::serve::CachedFile* file = host != nullptr && may_read ? host->find_file(ZSTR_VAL(path)) : nullptr;
    if (file == nullptr) RETURN_FALSE;
    send_file({response, *file, validates}, &on_head.function_name);
    host->drop_file();
    RETURN_TRUE;
}

ZEND_FUNCTION(Tern_Internal_begin_response) {
    zval* request;
    zval* response;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_OBJECT_OF_CLASS(request, classes.http_request)
    Z_PARAM_OBJECT_OF_CLASS(response, classes.http_response)
    ZEND_PARSE_PARAMETERS_END();
    if (Context::running() == nullptr) return;
    WebRequest::of_context().begin(*of<RequestObject>(request), *of<ResponseObject>(response));
}

ZEND_FUNCTION(Tern_Internal_end_response) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (WebRequest* request = WebRequest::running()) request->release();
}

ZEND_FUNCTION(Tern_Internal_begin_stream) {
    ZEND_PARSE_PARAMETERS_NONE();
    WebRequest* request = WebRequest::running();
    if (request == nullptr) RETURN_FALSE;
    request->begin_stream();
    RETURN_TRUE;
}

ZEND_FUNCTION(Tern_Internal_take_printed) {
    ZEND_PARSE_PARAMETERS_NONE();
    WebRequest* request = WebRequest::running();
    if (request == nullptr) RETURN_EMPTY_STRING();
    request->take_head(SG(sapi_headers));
    RETURN_STR(request->take_printed());
}
