// Swoole\Coroutine\Socket: the object itself.
#include "php/socket/coroutine_socket.h"

#include <cstring>
#include <fcntl.h>

#include "boundary/calls.h"
#include "php/coroutine/hooks/blocking_calls.h"
#include "php/coroutine/program/script.h"
#include "php/engine/descriptor.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/registry.h"
#include "php/socket/coroutine_socket_arginfo.h"

namespace tern::php {

namespace {

// The published SWOOLE_EVENT_* numbers.
constexpr zend_long kEventRead = 512;
constexpr zend_long kEventWrite = 1024;

// False after a warning.
bool read_side(zend_long event, Socket::Side* side) {
    if (event != kEventRead && event != kEventWrite) {
        warn_argument(1, "must be SWOOLE_EVENT_READ or SWOOLE_EVENT_WRITE");
        return false;
    }
    *side = event == kEventRead ? Socket::Side::read : Socket::Side::write;
    return true;
}

void adopt(SocketObject& self, Fd& fd, const client::SocketKind& kind) {
    self.socket = new Socket(std::move(fd), kind);
    set_number(self, SocketProperty::fd, self.socket->fd());
    set_number(self, SocketProperty::domain, kind.domain);
    set_number(self, SocketProperty::type, kind.type);
    set_number(self, SocketProperty::protocol, kind.protocol);
}

Error make(SocketObject& self, const client::SocketKind& kind) {
    Result<Fd> made = Socket::open(kind);
    if (made.ok()) adopt(self, made.value(), kind);
    return made.error();
}

Error adopt_copy(SocketObject& self, int fd, const client::SocketKind& kind) {
    Fd own(fcntl(fd, F_DUPFD_CLOEXEC, 0));
    if (!own.open()) return last_error();
    adopt(self, own, kind);
    return Error::ok;
}

// Also notifies coroutines that wait for the descriptor.
void close_descriptor(Socket& socket) noexcept {
    if (socket.fd() < 0) return;
    socket.close_tls();
    (void)boundary::calls::close(socket.release());
}

// Closes it for the coroutines that wait for it, too: they continue inside this call, first the one that sends. The
// descriptor is closed afterwards, so they cannot meet another one with its number. The caller keeps the object alive,
// and calls bail_if_ended().
void close_with_waits(SocketObject& self) {
    set_number(self, SocketProperty::fd, -1);  // may run a destructor, which may close it
    Socket& socket = *self.socket;
    if (socket.fd() < 0) return;
    socket.close_tls();
    const int fd = socket.release();
    if (Coroutines* coroutines = php::coroutines(); coroutines != nullptr) {
        (void)socket.cancel(coroutines->scheduler, Socket::Side::write);
        (void)socket.cancel(coroutines->scheduler, Socket::Side::read);
    }
    (void)boundary::calls::close(fd);
}

// -1 after an exception, or after a warning.
int imported_descriptor(zval* given) {
    if (Z_TYPE_P(given) != IS_RESOURCE) return descriptor_of(given, 1);
    if (zend_fetch_resource2(Z_RES_P(given), "stream", php_file_le_stream(), php_file_le_pstream()) == nullptr)
        return -1;
    const int fd = descriptor_of(given);
    if (fd < 0) warn("the stream has no descriptor");
    return fd;
}

// The callable may refer to the socket itself.
HashTable* held_by_socket(zend_object* object, zval** table, int* count) {
    zend_get_gc_buffer* held = zend_get_gc_buffer_create();
    SocketProtocol* protocol = of<SocketObject>(object)->protocol;
    zval* function = protocol == nullptr ? nullptr : length_function_of(*protocol);
    if (function != nullptr) zend_get_gc_buffer_add_zval(held, function);
    for (int i = 0; object->properties == nullptr && i < object->ce->default_properties_count; ++i) {
        zend_get_gc_buffer_add_zval(held, OBJ_PROP_NUM(object, i));
    }
    zend_get_gc_buffer_use(held, table, count);
    return object->properties;
}

zend_object* create_socket(zend_class_entry* entry) {
    zend_object* made = create_object<SocketObject>(entry);
    of<SocketObject>(made)->blocks = entry == classes.blocking_socket;
    return made;
}

}  // namespace

coro::Deadline deadline_of(const SocketObject& self, SocketWait wait, double timeout) noexcept {
    if (timeout > 0) return deadline_in(timeout);
    if (timeout < 0) return coro::Deadline::never();
    const CoroutineOptions& usual = *TERN_G(coroutine_options);
    int64_t ms = usual.socket_connect_timeout_ms;
    if (wait == SocketWait::read) ms = self.read_timeout_ms != 0 ? self.read_timeout_ms : usual.socket_read_timeout_ms;
    if (wait == SocketWait::write)
        ms = self.write_timeout_ms != 0 ? self.write_timeout_ms : usual.socket_write_timeout_ms;
    if (wait != SocketWait::connect && ms == 0) ms = usual.socket_timeout_ms;
    return ms > 0 ? coro::Deadline::in(ms) : coro::Deadline::never();
}

void SocketObject::release(SocketObject& self) {
    free_protocol(self.protocol);
    if (self.socket == nullptr) return;
    close_descriptor(*self.socket);
    delete self.socket;
}

void set_number(SocketObject& self, SocketProperty which, zend_long number) {
    zval* slot = OBJ_PROP_NUM(&self.std, static_cast<uint32_t>(which));
    if (EXPECTED(Z_TYPE_P(slot) == IS_LONG)) {
        Z_LVAL_P(slot) = number;
        return;
    }
    // The program has replaced the property by a reference or another type.
    constexpr const char* kNames[] = {"fd", "domain", "type", "protocol", "errCode"};
    const char* name = kNames[static_cast<size_t>(which)];
    zend_update_property_long(classes.coroutine_socket, &self.std, name, std::strlen(name), number);
}

void succeed(SocketObject& self) {
    const zval* code = OBJ_PROP_NUM(&self.std, static_cast<uint32_t>(SocketProperty::error_code));
    if (EXPECTED(Z_TYPE_P(code) == IS_LONG && Z_LVAL_P(code) == 0)) return;
    set_number(self, SocketProperty::error_code, 0);
    zend_update_property_string(classes.coroutine_socket, &self.std, ZEND_STRL("errMsg"), "");
}

void answer(SocketObject& self, Error error, zval* return_value) {
    if (error != Error::ok) return failure(&self.std, error, return_value);
    succeed(self);
    RETVAL_TRUE;
}

SocketObject* socket_object(const zval* object) {
    auto* self = of<SocketObject>(object);
    if (EXPECTED(self->socket != nullptr)) return self;
    throw_not_constructed(classes.coroutine_socket);
    return nullptr;
}

SocketObject* open_socket(const zval* object, zval* return_value) {
    SocketObject* self = socket_object(object);
    if (self == nullptr || self->socket->fd() >= 0) return self;
    failure(&self->std, Error::bad_descriptor, return_value);
    return nullptr;
}

void make_socket(Fd& fd, const client::SocketKind& kind, zval* into) {
    object_init_ex(into, classes.coroutine_socket);
    adopt(*of<SocketObject>(into), fd, kind);
}

Error copy_socket(int fd, const client::SocketKind& kind, zval* into) {
    object_init_ex(into, classes.coroutine_socket);
    const Error error = adopt_copy(*of<SocketObject>(into), fd, kind);
    if (error == Error::ok) return error;
    zval_ptr_dtor(into);
    ZVAL_UNDEF(into);
    return error;
}

// `user` null: a call outside of coroutines.
void SocketCall::throw_busy(coro::Coroutine* user) {
    if (user == nullptr) {
        zend_throw_error(nullptr, "The socket is in use by a call that is not over yet");
    } else if (waits == nullptr) {
        zend_throw_error(nullptr, "The socket is in use by coroutine " ZEND_LONG_FMT,
                         static_cast<zend_long>(user->id()));
    } else {
        throw_bound(socket->fd(), side == Socket::Side::read ? "reading" : "writing", *user);
    }
}

bool SocketCall::find_waits() {
    runtime = self->blocks ? php::runtime() : need_runtime();
    waits = nullptr;
    if (self->blocks && (runtime == nullptr || !runtime->may_suspend())) return true;
    if (runtime == nullptr || !must_be_in_coroutine(runtime)) return false;
    waits = &runtime->boundary.fds;
    return true;
}

bool SocketCall::begin(const zval* object, SocketWait wait, double timeout, zval* return_value) {
    self = open_socket(object, return_value);
    if (self == nullptr || !find_waits()) return false;
    socket = self->socket;
    side = wait == SocketWait::read ? Socket::Side::read : Socket::Side::write;
    if (UNEXPECTED(socket->in_use(side))) {
        throw_busy(socket->user(side));
        return false;
    }
    until = deadline_of(*self, wait, timeout);
    socket->begin(side, waits == nullptr ? nullptr : runtime->current());
    GC_ADDREF(&self->std);
    return true;
}

void SocketCall::finish() {
    socket->end(side);
    if (waits != nullptr) bail_if_ended();
    OBJ_RELEASE(&self->std);
}

void SocketCall::fail(Error error, zval* return_value) {
    if (EG(exception) != nullptr) return;
    if (error == Error::busy && socket->holder() != nullptr) {
        throw_bound(socket->fd(), side == Socket::Side::read ? "reading" : "writing", *socket->holder());
        return;
    }
    failure(&self->std, error == Error::coroutine_canceled ? Error::canceled_io : error, return_value);
    explain_tls(*self, error);
    if (error == Error::coroutine_canceled) (void)after_wait(*runtime, coro::Wake::canceled, return_value);
}

void SocketCall::end_count(Error error, size_t done, zval* return_value) {
    if (error != Error::ok) fail(error, return_value);
    if (error == Error::ok) succeed(*self);
    if ((error == Error::ok || done > 0) && EG(exception) == nullptr) RETVAL_LONG(static_cast<zend_long>(done));
    finish();
}

void register_coroutine_socket(Classes& into) {
    into.coroutine_socket = register_class_Swoole_Coroutine_Socket();
    into.coroutine_socket->create_object = create_socket;
    handlers<SocketObject>()->get_gc = held_by_socket;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Coroutine_Socket, __construct) {
    zend_long domain;
    zend_long type;
    zend_long protocol = 0;
    ZEND_PARSE_PARAMETERS_START(2, 3)
    Z_PARAM_LONG(domain)
    Z_PARAM_LONG(type)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(protocol)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = of<SocketObject>(ZEND_THIS);
    if (self->socket != nullptr) {
        zend_throw_error(nullptr, "The socket is constructed already");
        RETURN_THROWS();
    }
    const tern::client::SocketKind kind{static_cast<int>(domain), static_cast<int>(type), static_cast<int>(protocol)};
    const tern::Error error = make(*self, kind);
    if (error == tern::Error::ok) return;
    zval ignored;
    failure(&self->std, error, &ignored);
    zend_throw_exception_ex(classes.socket_exception, number(error),
                            "There is no socket of domain %d, type %d, protocol %d: %s", kind.domain, kind.type,
                            kind.protocol, describe(error));
}

ZEND_METHOD(Swoole_Coroutine_Socket, checkLiveness) {
    ZEND_PARSE_PARAMETERS_NONE();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    if (self == nullptr) return;
    answer(*self, self->socket->check_liveness(), return_value);
}

ZEND_METHOD(Swoole_Coroutine_Socket, getBoundCid) {
    zend_long event;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(event)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = socket_object(ZEND_THIS);
    Socket::Side side;
    if (self == nullptr || !read_side(event, &side)) RETURN_FALSE;
    const tern::coro::Coroutine* user = self->socket->user(side);
    RETURN_LONG(user == nullptr ? 0 : static_cast<zend_long>(user->id()));
}

ZEND_METHOD(Swoole_Coroutine_Socket, cancel) {
    zend_long event = kEventRead;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(event)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    Socket::Side side;
    if (self == nullptr) return;
    if (!read_side(event, &side)) return failure(&self->std, Error::invalid_argument, return_value);
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr) RETURN_THROWS();
    GC_ADDREF(&self->std);
    const bool canceled = self->socket->cancel(coroutines->scheduler, side);
    bail_if_ended();
    answer(*self, canceled ? Error::ok : Error::coroutine_cannot_cancel, return_value);
    OBJ_RELEASE(&self->std);
}

ZEND_METHOD(Swoole_Coroutine_Socket, shutdown) {
    zend_long how = SHUT_RDWR;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(how)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    if (self == nullptr) return;
    if (how < SHUT_RD || how > SHUT_RDWR) {
        warn_argument(1, "must be 0 (reading), 1 (writing) or 2 (both), " ZEND_LONG_FMT " given", how);
        return failure(&self->std, Error::invalid_argument, return_value);
    }
    answer(*self, self->socket->shutdown(static_cast<int>(how)), return_value);
}

ZEND_METHOD(Swoole_Coroutine_Socket, close) {
    ZEND_PARSE_PARAMETERS_NONE();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    if (self == nullptr) return;
    // The copy of PHP would keep the connection open for the peer.
    if (self->imported && self->socket->is_stream() && self->socket->peer_address().ok()) {
        (void)self->socket->shutdown(SHUT_RDWR);
    }
    GC_ADDREF(&self->std);
    close_with_waits(*self);
    bail_if_ended();
    answer(*self, Error::ok, return_value);
    OBJ_RELEASE(&self->std);
}

ZEND_METHOD(Swoole_Coroutine_Socket, isClosed) {
    ZEND_PARSE_PARAMETERS_NONE();
    const SocketObject* self = socket_object(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    RETURN_BOOL(self->socket->fd() < 0);
}

ZEND_METHOD(Swoole_Coroutine_Socket, import) {
    zval* given;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(given)
    ZEND_PARSE_PARAMETERS_END();
    const int fd = imported_descriptor(given);
    if (EG(exception) != nullptr) RETURN_THROWS();
    if (fd < 0) return failure(Error::bad_descriptor, return_value);
    const tern::Result<tern::client::SocketKind> kind = Socket::kind_of(fd);
    if (!kind.ok()) {
        warn("no socket: %s", describe(kind.error()));
        return failure(kind.error(), return_value);
    }
    const tern::Error error = copy_socket(fd, kind.value(), return_value);
    if (error != tern::Error::ok) return failure(error, return_value);
    of<SocketObject>(return_value)->imported = true;
}
