#include <fcntl.h>
#include <sys/stat.h>

#include "php/coroutine/coroutine.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/error.h"
#include "php/engine/registry.h"
#include "php/engine/string_slice.h"
#include "php/http/options/port_options.h"
#include "php/http/port_host.h"
#include "php/http/request/request_object.h"
#include "php/http/response/responders.h"
#include "php/http/response/response.h"
#include "php/http/server_link.h"
#include "php/http/websocket/websocket_peer.h"
#include "protocol/http/head.h"
#include "serve/exchange.h"
#include "serve/h2/h2_connection.h"
#include "php/http/response/http_response_arginfo.h"

namespace tern::php {

namespace {

struct OpenFile {
    Fd fd;
    uint64_t size = 0;
};

Result<OpenFile> open_file(const char* path) {
    OpenFile file;
    file.fd = Fd(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.fd.open()) return last_error();
    struct stat status {};
    if (::fstat(file.fd.get(), &status) < 0) return last_error();
    if (!S_ISREG(status.st_mode)) return Error::file_not_exist;
    file.size = static_cast<uint64_t>(status.st_size);
    return file;
}

bool has_field(const http::ResponseHead& head, Bytes lower_name) {
    for (size_t i = 0; i < head.field_count; ++i) {
        if (equals_lower(head.fields[i].name, lower_name)) return true;
    }
    return false;
}

http::ResponseHead compose_file_head(ResponseObject& response, const char* path) {
    http::ResponseHead head = compose_head(response);
    drop_empty_coding(head);
    if (has_field(head, "content-type")) return head;
    runtime()->fields.push_back({"Content-Type", media_types().find(path)});
    head.fields = runtime()->fields.data();
    head.field_count = runtime()->fields.size();
    return head;
}

bool is_within(uint64_t offset, uint64_t length, uint64_t size) { return offset <= size && length <= size - offset; }

Error send_found(serve::Exchange& exchange, http::ResponseHead& head, serve::CachedFile& file, uint64_t offset,
                 uint64_t length) {
    if (!is_within(offset, length, file.status.size)) return Error::invalid_params;
    head.content_length = length == 0 ? file.status.size - offset : length;
    if (file.kind == serve::CachedFile::Kind::open) {
        return exchange.responder()->respond_file(exchange, head, file.fd, static_cast<off_t>(offset));
    }
    return exchange.responder()->respond(exchange, head, file.slice(offset, head.content_length));
}

// The head is composed first, as only that uses Zend.
Error send_file(ResponseObject& response, const char* path, uint64_t offset, uint64_t length) {
    serve::Exchange& exchange = *response.exchange;
    http::ResponseHead head = compose_file_head(response, path);
    PortHost* host = path[0] == '/' ? port_host() : nullptr;
    if (serve::CachedFile* found = host == nullptr ? nullptr : host->find_file(path); found != nullptr) {
        const Error error = send_found(exchange, head, *found, offset, length);
        host->drop_file();
        return error;
    }
    // A relative path; or why there is no such file.
    Result<OpenFile> file = open_file(path);
    if (!file.ok()) return file.error();
    if (!is_within(offset, length, file.value().size)) return Error::invalid_params;
    head.content_length = length == 0 ? file.value().size - offset : length;
    return exchange.responder()->respond_file(exchange, head, std::move(file.value().fd), static_cast<off_t>(offset));
}

Error close_session(int64_t session_id) noexcept {
    if (server_link() != nullptr) return server_link()->close_session(session_id, false);
    return port_host()->close_session(session_id, false) ? Error::ok : Error::session_not_exist;
}

// The object at that place of [$server or $socket, $request]; null: there is none.
zend_object* object_in(zval* given, zend_ulong index) {
    if (given == nullptr || Z_TYPE_P(given) != IS_ARRAY) return nullptr;
    zval* found = zend_hash_index_find_deref(Z_ARRVAL_P(given), index);
    return found == nullptr || Z_TYPE_P(found) != IS_OBJECT ? nullptr : Z_OBJ_P(found);
}

zend_object* socket_in(zval* given) {
    zend_object* found = object_in(given, 0);
    return found != nullptr && instanceof_function(found->ce, classes.coroutine_socket) ? found : nullptr;
}

// Null: there is none, or it is not complete.
const http::RequestHead* request_in(zval* given) {
    zend_object* found = object_in(given, 1);
    if (found == nullptr || !instanceof_function(found->ce, classes.http_request)) return nullptr;
    const serve::Exchange* exchange = of<RequestObject>(found)->exchange;
    return exchange == nullptr ? nullptr : &exchange->head;
}

// A number, also as a text, or the request in [$server, $request]; -1: something else.
zend_long connection_named_by(zval* given) {
    if (Z_TYPE_P(given) == IS_LONG || Z_TYPE_P(given) == IS_STRING) return zval_get_long(given);
    zend_object* request = object_in(given, 1);
    if (request == nullptr) return -1;
    zval slot;
    return zval_get_long(zend_read_property(request->ce, request, ZEND_STRL("fd"), true, &slot));
}

// The connection is there, and its port has the program's own protocol.
bool speaks_packets(ServerLink& server, int64_t session_id) noexcept {
    const Result<shm::SessionInfo> info = server.state().sessions().read(session_id);
    return info.ok() && server.speaks_packets(info.value().origin.listener);
}

zend_object* create_response(zend_class_entry* entry) { return create_object<ResponseObject>(entry); }

// Done here and not when the object is freed: the collector frees arrays before the objects that have them.
void destroy_response(zend_object* object) {
    zend_objects_destroy_object(object);
    ResponseObject& response = *of<ResponseObject>(object);
    if (response.websocket == nullptr) return response.ended ? void() : end_by_itself(response);
    (void)close_websocket(response, http::ws::kNormal, {});
}

}  // namespace

void register_http_response(Classes& into) {
    into.http_response = register_class_Swoole_Http_Response();
    into.http_response->create_object = create_response;
    handlers<ResponseObject>()->dtor_obj = destroy_response;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;
using tern::Slice;

namespace {

// Takes the reference to the exchange over. Null: there is none.
void return_owned(tern::serve::Exchange* exchange, zval* return_value) {
    if (EG(exception) != nullptr) return;
    if (exchange == nullptr) return failure(Error::session_not_exist, return_value);
    make_response(*exchange, return_value);
    exchange->release();
}

}  // namespace

ZEND_METHOD(Swoole_Http_Response, sendfile) {
    zend_string* path;
    zend_long offset = 0;
    zend_long length = 0;
    ZEND_PARSE_PARAMETERS_START(1, 3)
    Z_PARAM_PATH_STR(path)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(offset)
    Z_PARAM_LONG(length)
    ZEND_PARSE_PARAMETERS_END();
    ResponseObject* response = of<ResponseObject>(ZEND_THIS);
    if (sendable(*response) == nullptr) RETURN_FALSE;
    if (offset < 0 || length < 0) {
        warn_argument(offset < 0 ? 2 : 3, "must be greater than or equal to 0");
        RETURN_FALSE;
    }
    if (response->exchange->state() != tern::serve::ResponseState::none) {
        warn("the head was sent");
        return failure(Error::wrong_operation, return_value);
    }
    if (php_check_open_basedir(ZSTR_VAL(path)) != 0) RETURN_FALSE;
    Error error = send_file(*response, ZSTR_VAL(path), static_cast<uint64_t>(offset), static_cast<uint64_t>(length));
    if (error != Error::ok) {
        warn("%s: %s", ZSTR_VAL(path), describe(error));
        return failure(error, return_value);
    }
    response->ended = true;
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Http_Response, redirect) {
    zend_string* location;
    zend_long code = 302;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_STR(location)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(code)
    ZEND_PARSE_PARAMETERS_END();
    ResponseObject* response = of<ResponseObject>(ZEND_THIS);
    if (sendable(*response) == nullptr) RETURN_FALSE;
    if (code < 200 || code > 399) {
        zend_argument_value_error(2, "must be between 200 and 399, " ZEND_LONG_FMT " given", code);
        RETURN_THROWS();
    }
    zval arguments[2];
    zval done;
    ZVAL_UNDEF(&done);
    ZVAL_STRING(&arguments[0], "Location");
    ZVAL_STR(&arguments[1], location);
    zend_call_method_with_2_params(&response->std, response->std.ce, nullptr, "header", &done, &arguments[0],
                                   &arguments[1]);
    zval_ptr_dtor(&arguments[0]);
    zval_ptr_dtor(&done);
    if (Z_TYPE(done) != IS_TRUE) RETURN_FALSE;
    response->status = static_cast<int>(code);
    RETURN_BOOL(sendable(*response) != nullptr && send_whole(*response, Slice()));
}

ZEND_METHOD(Swoole_Http_Response, isWritable) {
    ZEND_PARSE_PARAMETERS_NONE();
    ResponseObject* response = of<ResponseObject>(ZEND_THIS);
    bool open = response->exchange != nullptr && !response->ended && !response->detached;
    RETURN_BOOL(open && response->exchange->responder() != nullptr);
}

ZEND_METHOD(Swoole_Http_Response, detach) {
    ZEND_PARSE_PARAMETERS_NONE();
    ResponseObject* response = of<ResponseObject>(ZEND_THIS);
    if (response->exchange == nullptr || response->ended || response->detached) RETURN_FALSE;
    response->detached = response->exchange->detached = true;
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Http_Response, create) {
    zval* server = nullptr;
    zend_long fd = -1;
    ZEND_PARSE_PARAMETERS_START(0, 2)
    Z_PARAM_OPTIONAL
    Z_PARAM_ZVAL(server)
    Z_PARAM_LONG(fd)
    ZEND_PARSE_PARAMETERS_END();
    if (server != nullptr && Z_TYPE_P(server) == IS_OBJECT &&
        instanceof_function(Z_OBJCE_P(server), classes.coroutine_socket)) {
        return return_owned(make_socket_exchange(Z_OBJ_P(server), nullptr), return_value);
    }
    if (zend_object* socket = server == nullptr ? nullptr : socket_in(server); socket != nullptr) {
        return return_owned(make_socket_exchange(socket, request_in(server)), return_value);
    }
    if (server != nullptr && fd < 0) fd = connection_named_by(server);
    tern::serve::Exchange* exchange = port_host() == nullptr ? nullptr : port_host()->find_exchange(fd);
    if (exchange != nullptr) return make_response(*exchange, return_value);
    const bool is_raw = server_link() != nullptr && speaks_packets(*server_link(), fd);
    if (is_raw && request_in(server) != nullptr) {
        zend_object* request = object_in(server, 1);
        zend_update_property_long(request->ce, request, ZEND_STRL("fd"), fd);
    }
    return_owned(is_raw ? make_session_exchange(fd, request_in(server)) : make_remote_exchange(fd), return_value);
}

ZEND_METHOD(Swoole_Http_Response, close) {
    ZEND_PARSE_PARAMETERS_NONE();
    ResponseObject* response = of<ResponseObject>(ZEND_THIS);
    if (response->exchange == nullptr || port_host() == nullptr) RETURN_FALSE;
    if (response->websocket != nullptr) RETURN_BOOL(close_websocket(*response, tern::http::ws::kNormal, {}));
    response->ended = true;
    Error error = close_session(response->exchange->session_id);
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

// --- HTTP/2 connections

namespace {

// Null after setting the return value to false.
tern::serve::H2Connection* connection_of(zval* self, zval* return_value) {
    ResponseObject* response = of<ResponseObject>(self);
    PortHost* host = port_host();
    tern::serve::Connection* connection = host == nullptr || response->exchange == nullptr
                                              ? nullptr
                                              : host->find_connection(response->exchange->session_id);
    tern::serve::H2Connection* http2 = tern::serve::as_http2(connection);
    if (http2 != nullptr) return http2;
    failure(connection == nullptr ? Error::session_not_exist : Error::operation_not_supported, return_value);
    return nullptr;
}

}  // namespace

void tern::php::ping_connection(zval* response, zval* return_value) {
    const tern::serve::Exchange* exchange = of<ResponseObject>(response)->exchange;
    if (exchange == nullptr || exchange->stream_id == 0) {
        warn("the request did not become a WebSocket: see upgrade()");
        return failure(Error::websocket_unconnected, return_value);
    }
    tern::serve::H2Connection* connection = connection_of(response, return_value);
    if (connection == nullptr) return;
    if (Error error = connection->ping(); error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Http_Response, goaway) {
    zend_long code = 0;
    zend_string* debug_data = nullptr;
    ZEND_PARSE_PARAMETERS_START(0, 2)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(code)
    Z_PARAM_STR(debug_data)
    ZEND_PARSE_PARAMETERS_END();
    if (code < 0 || code > UINT32_MAX) {
        zend_argument_value_error(1, "must be between 0 and %u", UINT32_MAX);
        RETURN_THROWS();
    }
    tern::serve::H2Connection* connection = connection_of(ZEND_THIS, return_value);
    if (connection == nullptr) return;
    const tern::Bytes text = debug_data == nullptr ? tern::Bytes() : view(debug_data);
    if (Error error = connection->go_away(static_cast<uint32_t>(code), text); error != Error::ok) {
        return failure(error, return_value);
    }
    RETURN_TRUE;
}
