// Tern\Internal\Client\Http2Connection: the object and its methods.
#include "php/http/client/http2_connection.h"

#include "php/coroutine/hooks/blocking_calls.h"
#include "php/coroutine/program/script.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/memory.h"
#include "php/engine/registry.h"
#include "php/engine/string_slice.h"
#include "php/socket/coroutine_socket.h"
#include "php/http/client/http2_connection_arginfo.h"

namespace tern::php {

namespace {

using client::Http2Connection;
using client::Http2Stream;
using http::h2::ClientOptions;

struct Http2Object {
    Http2Connection* connection;  // owned; null before the constructor
    zval socket;                  // its Swoole\Coroutine\Socket
    uint64_t body_bytes;
    bool decodes;
    zend_object std;

    static void release(Http2Object& self) { delete self.connection; }
};

zend_object* create_connection(zend_class_entry* entry) {
    zend_object* made = create_object<Http2Object>(entry);
    ZVAL_UNDEF(&of<Http2Object>(made)->socket);
    return made;
}

// The connection refers to the socket.
void free_connection(zend_object* object) {
    zval socket = of<Http2Object>(object)->socket;
    free_object<Http2Object>(object);
    zval_ptr_dtor(&socket);
}

HashTable* held_by_connection(zend_object* object, zval** table, int* count) {
    *table = &of<Http2Object>(object)->socket;
    *count = 1;
    return zend_std_get_properties(object);
}

zend_ulong number_of(const HashTable* settings, const char* name) {
    const zval* value = zend_hash_str_find(settings, name, std::strlen(name));
    return value == nullptr ? 0 : static_cast<zend_ulong>(zval_get_long(const_cast<zval*>(value)));
}

ClientOptions options_of(const HashTable* settings) {
    ClientOptions options;
    options.header_table_bytes = static_cast<uint32_t>(number_of(settings, "header_table_size"));
    options.concurrent_streams = static_cast<uint32_t>(number_of(settings, "max_concurrent_streams"));
    options.stream_window_bytes = static_cast<uint32_t>(number_of(settings, "init_window_size"));
    options.frame_bytes = static_cast<uint32_t>(number_of(settings, "max_frame_size"));
    options.head_bytes = static_cast<uint32_t>(number_of(settings, "max_header_list_size"));
    const auto window = static_cast<uint32_t>(number_of(settings, "connection_window_size"));
    if (window != 0) options.connection_window_bytes = window;
    return options;
}

// One call, which may wait. It keeps the object until finish().
struct Call {
    Http2Object* self;
    Http2Connection* connection;
    SocketObject* socket;
    Runtime* runtime;
    coro::FdWaits* waits;

    // False after an exception.
    bool begin(const zval* object) {
        self = of<Http2Object>(object);
        connection = self->connection;
        runtime = need_runtime();
        if (runtime == nullptr || !must_be_in_coroutine(runtime)) return false;
        if (connection == nullptr) {
            throw_not_constructed(self->std.ce);
            return false;
        }
        waits = &runtime->boundary.fds;
        socket = of<SocketObject>(&self->socket);
        GC_ADDREF(&self->std);
        return true;
    }
    coro::Deadline until(SocketWait wait, double timeout) const noexcept { return deadline_of(*socket, wait, timeout); }
    // Ends the call with a failure, unless there is none.
    void answer(Error error, zval* return_value) {
        if (error == Error::ok) {
            RETVAL_TRUE;
        } else {
            fail(error, return_value);
        }
        finish();
    }
    void fail(Error error, zval* return_value);
    void finish() {
        bail_if_ended();
        OBJ_RELEASE(&self->std);
    }
};

void throw_busy(const Call& call) {
    coro::Coroutine* user = call.connection->receiver();
    if (user == nullptr) user = call.socket->socket->user(Socket::Side::read);
    if (user == nullptr) user = call.socket->socket->holder();
    if (user == nullptr) {
        zend_throw_error(nullptr, "The socket is in use by a call that is not over yet");
    } else {
        throw_bound(call.socket->socket->fd(), "reading", *user);
    }
}

void Call::fail(Error error, zval* return_value) {
    if (EG(exception) != nullptr) return;
    if (error == Error::busy) return throw_busy(*this);
    failure(&self->std, error == Error::coroutine_canceled ? Error::canceled_io : error, return_value);
    if (error == Error::protocol_error && !connection->reason().empty()) {
        const char* reason = connection->reason().c_str();
        zend_update_property_string(self->std.ce, &self->std, ZEND_STRL("errMsg"), reason);
    }
    if (error == Error::coroutine_canceled) (void)after_wait(*runtime, coro::Wake::canceled, return_value);
}

Error send(const Call& call, const Http2Request& request, double timeout, zval* return_value) {
    const Error error = call.connection->prepare(*call.waits, call.until(SocketWait::write, timeout));
    if (error != Error::ok) return error;
    Http2FieldText text;
    ZVAL_UNDEF(&text.strings);
    if (fill_fields(call.connection->fields(), request, text)) {
        const Http2Stream::Options options{request.open, request.pieces, call.self->decodes, call.self->body_bytes};
        const Result<int32_t> id = call.connection->send(*call.waits, keep(request.body), options);
        if (id.ok()) RETVAL_LONG(id.value());
        text.free();
        return id.error();
    }
    text.free();
    return Error::ok;  // there is an exception
}

void add_settings(zval* into, const char* name, const uint32_t (&numbers)[5]) {
    zval made;
    array_init(&made);
    add_assoc_long(&made, "header_table_size", numbers[0]);
    add_assoc_long(&made, "init_window_size", numbers[1]);
    add_assoc_long(&made, "max_concurrent_streams", numbers[2]);
    add_assoc_long(&made, "max_frame_size", numbers[3]);
    add_assoc_long(&made, "max_header_list_size", numbers[4]);
    add_assoc_zval(into, name, &made);
}

Http2Connection* connection_of(const zval* object) {
    Http2Connection* connection = of<Http2Object>(object)->connection;
    if (connection == nullptr) throw_not_constructed(Z_OBJCE_P(object));
    return connection;
}

}  // namespace

void register_http2_connection(Classes&) {
    zend_class_entry* entry = register_class_Tern_Internal_Client_Http2Connection();
    entry->create_object = create_connection;
    handlers<Http2Object>()->free_obj = free_connection;
    handlers<Http2Object>()->get_gc = held_by_connection;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Tern_Internal_Client_Http2Connection, __construct) {
    zval* socket;
    HashTable* settings;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_OBJECT_OF_CLASS(socket, classes.coroutine_socket)
    Z_PARAM_ARRAY_HT(settings)
    ZEND_PARSE_PARAMETERS_END();
    auto* self = of<Http2Object>(ZEND_THIS);
    const SocketObject* carrier = socket_object(socket);
    if (carrier == nullptr || self->connection != nullptr) RETURN_THROWS();
    const ClientOptions options = options_of(settings);
    ZVAL_COPY(&self->socket, socket);
    self->body_bytes = number_of(settings, "body_bytes");
    self->decodes = number_of(settings, "decode") != 0;
    Runtime* now = need_runtime();
    if (now == nullptr) RETURN_THROWS();
    self->connection = new Http2Connection(*carrier->socket, options);
    self->connection->start(now->boundary.fds);
}

ZEND_METHOD(Tern_Internal_Client_Http2Connection, send) {
    Http2Request request;
    double timeout;
    ZEND_PARSE_PARAMETERS_START(10, 10)
    Z_PARAM_STR(request.method)
    Z_PARAM_STR(request.path)
    Z_PARAM_STR(request.authority)
    Z_PARAM_STR(request.scheme)
    Z_PARAM_ARRAY_HT_OR_NULL(request.headers)
    Z_PARAM_STR(request.cookie)
    Z_PARAM_STR(request.body)
    Z_PARAM_BOOL(request.open)
    Z_PARAM_BOOL(request.pieces)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    Call call;
    if (!call.begin(ZEND_THIS)) RETURN_THROWS();
    const Error error = send(call, request, timeout, return_value);
    if (error != Error::ok) call.fail(error, return_value);
    call.finish();
}

ZEND_METHOD(Tern_Internal_Client_Http2Connection, write) {
    zend_long stream;
    zend_string* data;
    bool end;
    double timeout;
    ZEND_PARSE_PARAMETERS_START(4, 4)
    Z_PARAM_LONG(stream)
    Z_PARAM_STR(data)
    Z_PARAM_BOOL(end)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    Call call;
    if (!call.begin(ZEND_THIS)) RETURN_THROWS();
    const auto id = static_cast<int32_t>(stream > INT32_MAX ? 0 : stream);
    call.answer(call.connection->write(*call.waits, id, view(data), end, call.until(SocketWait::write, timeout)),
                return_value);
}

ZEND_METHOD(Tern_Internal_Client_Http2Connection, receive) {
    zval* into;
    bool pieces;
    double timeout;
    zend_long stream = 0;
    ZEND_PARSE_PARAMETERS_START(3, 4)
    Z_PARAM_OBJECT(into)
    Z_PARAM_BOOL(pieces)
    Z_PARAM_DOUBLE(timeout)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(stream)
    ZEND_PARSE_PARAMETERS_END();
    Call call;
    if (!call.begin(ZEND_THIS)) RETURN_THROWS();
    const tern::coro::Deadline until = call.until(SocketWait::read, timeout);
    const tern::Result<Http2Stream*> got =
        stream == 0 ? call.connection->receive(*call.waits, pieces, until)
                    : call.connection->receive_from(*call.waits, static_cast<int32_t>(stream), until);
    Error error = got.error();
    if (error == Error::ok) {
        if (got.value()->body().size() < memory_left()) {
            fill_response(*got.value(), Z_OBJ_P(into));
        } else {
            error = Error::no_memory;
        }
        call.connection->take(*call.waits, *got.value());
    }
    call.answer(error, return_value);
}

ZEND_METHOD(Tern_Internal_Client_Http2Connection, cancel) {
    zend_long stream;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(stream)
    ZEND_PARSE_PARAMETERS_END();
    Http2Connection* connection = connection_of(ZEND_THIS);
    if (connection == nullptr) RETURN_THROWS();
    Runtime* now = runtime();
    if (stream <= INT32_MAX) {
        connection->cancel(now == nullptr ? nullptr : &now->boundary.fds, static_cast<int32_t>(stream));
    }
}

ZEND_METHOD(Tern_Internal_Client_Http2Connection, ping) {
    ZEND_PARSE_PARAMETERS_NONE();
    Call call;
    if (!call.begin(ZEND_THIS)) RETURN_THROWS();
    call.answer(call.connection->ping(*call.waits), return_value);
}

ZEND_METHOD(Tern_Internal_Client_Http2Connection, goAway) {
    zend_long code;
    zend_string* data;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(code)
    Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();
    Call call;
    if (!call.begin(ZEND_THIS)) RETURN_THROWS();
    const auto reason = static_cast<tern::http::h2::ErrorCode>(code);
    call.answer(call.connection->go_away(*call.waits, reason, view(data)), return_value);
}

ZEND_METHOD(Tern_Internal_Client_Http2Connection, close) {
    ZEND_PARSE_PARAMETERS_NONE();
    Http2Connection* connection = connection_of(ZEND_THIS);
    if (connection == nullptr) RETURN_THROWS();
    Runtime* now = runtime();
    zend_object* self = Z_OBJ_P(ZEND_THIS);
    GC_ADDREF(self);
    connection->close(now == nullptr ? nullptr : &now->boundary.fds);
    bail_if_ended();
    OBJ_RELEASE(self);
}

ZEND_METHOD(Tern_Internal_Client_Http2Connection, isOpen) {
    ZEND_PARSE_PARAMETERS_NONE();
    const Http2Connection* connection = connection_of(ZEND_THIS);
    if (connection == nullptr) RETURN_THROWS();
    RETURN_BOOL(connection->is_open());
}

ZEND_METHOD(Tern_Internal_Client_Http2Connection, exists) {
    zend_long stream;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(stream)
    ZEND_PARSE_PARAMETERS_END();
    const Http2Connection* connection = connection_of(ZEND_THIS);
    if (connection == nullptr) RETURN_THROWS();
    RETURN_BOOL(stream <= INT32_MAX && connection->exists(static_cast<int32_t>(stream)));
}

ZEND_METHOD(Tern_Internal_Client_Http2Connection, goneAway) {
    ZEND_PARSE_PARAMETERS_NONE();
    const Http2Connection* connection = connection_of(ZEND_THIS);
    if (connection == nullptr) RETURN_THROWS();
    const Http2Connection::GoAway& gone = connection->gone_away();
    if (gone.last_stream_id < 0) return;
    array_init(return_value);
    add_next_index_long(return_value, gone.last_stream_id);
    add_next_index_long(return_value, static_cast<zend_long>(gone.code));
    add_next_index_stringl(return_value, gone.debug_data.data(), gone.debug_data.size());
}

ZEND_METHOD(Tern_Internal_Client_Http2Connection, stats) {
    ZEND_PARSE_PARAMETERS_NONE();
    const Http2Connection* connection = connection_of(ZEND_THIS);
    if (connection == nullptr) RETURN_THROWS();
    const ClientOptions& own = connection->options();
    const tern::http::h2::ClientSession& session = connection->session();
    array_init(return_value);
    add_assoc_long(return_value, "next", session.next_stream_id());
    add_assoc_long(return_value, "last", connection->last_stream_id());
    add_assoc_long(return_value, "active", static_cast<zend_long>(connection->open_streams()));
    add_settings(
        return_value, "local",
        {own.header_table_bytes, own.stream_window_bytes, own.concurrent_streams, own.frame_bytes, own.head_bytes});
    add_settings(return_value, "remote",
                 {session.setting_of_server(NGHTTP2_SETTINGS_HEADER_TABLE_SIZE),
                  session.setting_of_server(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE),
                  session.setting_of_server(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS),
                  session.setting_of_server(NGHTTP2_SETTINGS_MAX_FRAME_SIZE),
                  session.setting_of_server(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE)});
}
