// Swoole\Coroutine\Socket: receiving bytes.
#include <algorithm>

#include "php/engine/error.h"
#include "php/engine/memory.h"
#include "php/socket/coroutine_socket.h"

namespace tern::php {

namespace {

constexpr size_t kFillBytes = 64 * 1024;

struct ReceiveArguments {
    zend_long length = kUsualReceiveBytes;
    double timeout = 0;

    size_t size() const noexcept { return length > 0 ? static_cast<size_t>(length) : kUsualReceiveBytes; }
};

// False after an exception.
bool parse(ReceiveArguments& into, zend_execute_data* execute_data) {
    ZEND_PARSE_PARAMETERS_START(0, 2)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(into.length)
    Z_PARAM_DOUBLE(into.timeout)
    ZEND_PARSE_PARAMETERS_END_EX(return false);
    if (into.size() <= memory_left()) return true;
    zend_argument_value_error(1, "must be less than what memory_limit allows, " ZEND_LONG_FMT " given", into.length);
    return false;
}

// Allocates the string only when data can be read, since thousands of coroutines may wait.
template <class Attempt>
Error receive_string(SocketCall& call, size_t size, zend_string** text, Attempt attempt) {
    return call.repeat([&] {
        *text = zend_string_alloc(size, false);
        const Result<size_t> got = attempt(ZSTR_VAL(*text), size);
        if (got.ok()) {
            *text = shortened(*text, got.value());
            return Error::ok;
        }
        zend_string_efree(*text);
        *text = nullptr;
        return got.error();
    });
}

void end(SocketCall& call, Error error, zend_string* text, zval* return_value) {
    if (error == Error::ok) {
        succeed(*call.self);
        RETVAL_STR(text);
    } else {
        call.fail(error, return_value);
    }
    call.finish();
}

// The same for calls where bytes before an error count.
void end_partly(SocketCall& call, Error error, zend_string* text, zval* return_value) {
    if (error != Error::ok && ZSTR_LEN(text) == 0) {
        zend_string_release(text);
        text = nullptr;
    }
    if (error == Error::ok || text == nullptr) return end(call, error, text, return_value);
    call.fail(error, return_value);
    if (EG(exception) != nullptr) {
        zend_string_release(text);
    } else {
        RETVAL_STR(text);
    }
    call.finish();
}

Error receive_all(SocketCall& call, char* into, size_t size, size_t* done) {
    return call.repeat([&] {
        while (*done < size) {
            const Result<size_t> got = call.socket->try_receive(into + *done, size - *done);
            if (!got.ok()) return got.error();
            *done += got.value();
            if (got.value() == 0 || !call.socket->is_stream()) break;
        }
        return Error::ok;
    });
}

// Finds the length of the first line in the buffer, where it stays.
Error find_line(SocketCall& call, size_t most, size_t* size) {
    size_t searched = 0;
    return call.repeat([&] {
        for (;;) {
            const Bytes ready = call.socket->buffered();
            const size_t end = ready.substr(0, most).find_first_of("\r\n", std::min(searched, most));
            *size = end == Bytes::npos ? std::min(ready.size(), most) : end + 1;
            if (end != Bytes::npos || ready.size() >= most) return Error::ok;
            searched = ready.size();
            const Result<size_t> got = call.socket->try_fill(kFillBytes);
            if (!got.ok()) return got.error();
            if (got.value() == 0) return Error::ok;
        }
    });
}

}  // namespace

zend_string* take_string(Socket& socket, size_t size) {
    zend_string* text = zend_string_init(socket.buffered().data(), size, false);
    socket.take(size);
    return text;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Coroutine_Socket, recv) {
    ReceiveArguments given;
    if (!parse(given, execute_data)) RETURN_THROWS();
    SocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::read, given.timeout, return_value)) return;
    zend_string* text = nullptr;
    const Error error = receive_string(call, given.size(), &text,
                                       [&](char* into, size_t size) { return call.socket->try_receive(into, size); });
    end(call, error, text, return_value);
}

ZEND_METHOD(Swoole_Coroutine_Socket, recvAll) {
    ReceiveArguments given;
    if (!parse(given, execute_data)) RETURN_THROWS();
    SocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::read, given.timeout, return_value)) return;
    zend_string* text = zend_string_alloc(given.size(), false);
    size_t done = 0;
    const Error error = receive_all(call, ZSTR_VAL(text), ZSTR_LEN(text), &done);
    text = shortened(text, done);
    end_partly(call, error, text, return_value);
}

ZEND_METHOD(Swoole_Coroutine_Socket, recvLine) {
    ReceiveArguments given;
    if (!parse(given, execute_data)) RETURN_THROWS();
    SocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::read, given.timeout, return_value)) return;
    size_t size = 0;
    const Error error = find_line(call, given.size(), &size);
    end(call, error, error == Error::ok ? take_string(*call.socket, size) : nullptr, return_value);
}

ZEND_METHOD(Swoole_Coroutine_Socket, recvWithBuffer) {
    ReceiveArguments given;
    if (!parse(given, execute_data)) RETURN_THROWS();
    SocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::read, given.timeout, return_value)) return;
    const Error error = call.repeat(
        [&] { return call.socket->buffered().empty() ? call.socket->try_fill(kFillBytes).error() : Error::ok; });
    const size_t size = std::min(given.size(), call.socket->buffered().size());
    end(call, error, error == Error::ok ? take_string(*call.socket, size) : nullptr, return_value);
}

ZEND_METHOD(Swoole_Coroutine_Socket, peek) {
    ReceiveArguments given;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(given.length)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    if (self == nullptr) return;
    if (given.size() > memory_left()) {
        zend_argument_value_error(1, "must be less than what memory_limit allows, " ZEND_LONG_FMT " given",
                                  given.length);
        RETURN_THROWS();
    }
    zend_string* text = zend_string_alloc(given.size(), false);
    const tern::Result<size_t> got = self->socket->try_peek(ZSTR_VAL(text), ZSTR_LEN(text));
    if (!got.ok()) {
        zend_string_efree(text);
        return failure(&self->std, got.error(), return_value);
    }
    text = shortened(text, got.value());
    succeed(*self);
    RETVAL_STR(text);
}

ZEND_METHOD(Swoole_Coroutine_Socket, recvfrom) {
    zval* peer;
    double timeout = 0;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_ZVAL(peer)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    SocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::read, timeout, return_value)) return;
    zend_string* text = nullptr;
    tern::net::Address from;
    const Error error = receive_string(call, kUsualReceiveBytes, &text, [&](char* into, size_t size) {
        return call.socket->try_receive_from(into, size, &from);
    });
    if (error == Error::ok) {
        zval array;
        address_to_array(from, &array);
        ZEND_TRY_ASSIGN_REF_TMP(peer, &array);
    }
    end(call, error, text, return_value);
}
