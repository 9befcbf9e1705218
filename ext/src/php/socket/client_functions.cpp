// Functions for Swoole\Client and Swoole\Coroutine\Client that PHP cannot do, and swoole_client_select().
#include <climits>
#include <cmath>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

#include "boundary/calls.h"
#include "php/coroutine/hooks/blocking_calls.h"
#include "php/engine/descriptor.h"
#include "php/engine/error.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/memory.h"
#include "php/engine/registry.h"
#include "php/library/library.h"
#include "php/socket/socket_stream.h"
#include "php/socket/client_functions_arginfo.h"

namespace tern::php {

namespace {

int whole_ms(double seconds) noexcept {
    if (seconds < 0) return -1;
    return seconds >= INT_MAX / 1000 ? INT_MAX : static_cast<int>(std::ceil(seconds * 1000));
}

// Polls cooperatively if called in a coroutine, with any hook settings of the program.
int poll_cooperating(pollfd* rows, nfds_t count, int timeout_ms) {
    Coroutines* coroutines = php::coroutines();
    ProgramCoroutine* self = coroutines == nullptr ? nullptr : coroutines->current();
    const bool was_hooked = self != nullptr && self->hooked() != 0;
    if (self != nullptr && !was_hooked) hook_coroutine(*self, coro::Deadline::never());
    int ready;
    do {
        ready = boundary::calls::poll(rows, count, timeout_ms);
    } while (ready < 0 && errno == EINTR);
    const int error = errno;
    if (self != nullptr && !was_hooked) self->hook(0, coro::Deadline::never());
    errno = error;
    return ready;
}

// The keys are descriptors, so they fit into an int.
nfds_t fill(pollfd* rows, HashTable* wanted) {
    nfds_t count = 0;
    zend_ulong fd;
    zval* events;
    ZEND_HASH_FOREACH_NUM_KEY_VAL(wanted, fd, events) {
        rows[count++] = {static_cast<int>(fd), static_cast<short>(zval_get_long(events)), 0};
    }
    ZEND_HASH_FOREACH_END();
    return count;
}

void return_ready(const pollfd* rows, nfds_t count, zval* return_value) {
    array_init(return_value);
    for (nfds_t i = 0; i < count; ++i) {
        if (rows[i].revents != 0) add_index_long(return_value, static_cast<zend_ulong>(rows[i].fd), rows[i].revents);
    }
}

}  // namespace

void register_client_functions() { register_functions(client_functions_entries); }

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(swoole_client_select) {
    library::forward({"a!a!a!|d!", "tern\\internal\\client\\select", "clients"}, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(Tern_Internal_descriptor_of) {
    zval* value;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_LONG(descriptor_of(value));
}

ZEND_FUNCTION(Tern_Internal_poll) {
    HashTable* wanted;
    double timeout;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_ARRAY_HT(wanted)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    auto* rows = static_cast<pollfd*>(safe_emalloc(zend_hash_num_elements(wanted), sizeof(pollfd), 1));
    const nfds_t count = fill(rows, wanted);
    const int ready = poll_cooperating(rows, count, whole_ms(timeout));
    const tern::Error error = ready < 0 ? tern::last_error() : tern::Error::ok;
    if (ready < 0) {
        failure(error, return_value);
    } else {
        return_ready(rows, count, return_value);
    }
    efree(rows);
    bail_if_ended();
}

ZEND_FUNCTION(Tern_Internal_send_urgent) {
    zend_long fd;
    zend_string* data;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(fd)
    Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();
    const ssize_t sent =
        ::send(static_cast<int>(fd), ZSTR_VAL(data), ZSTR_LEN(data), MSG_OOB | MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0) return failure(tern::last_error(), return_value);
    RETURN_LONG(sent);
}

ZEND_FUNCTION(Tern_Internal_receive_urgent) {
    zend_long fd;
    zend_long size;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(fd)
    Z_PARAM_LONG(size)
    ZEND_PARSE_PARAMETERS_END();
    zend_string* text = zend_string_alloc(static_cast<size_t>(size), false);
    const ssize_t got = ::recv(static_cast<int>(fd), ZSTR_VAL(text), ZSTR_LEN(text), MSG_OOB | MSG_DONTWAIT);
    const tern::Error error = got < 0 ? tern::last_error() : tern::Error::ok;
    text = shortened(text, got < 0 ? 0 : static_cast<size_t>(got));
    if (error == tern::Error::ok) RETURN_STR(text);
    zend_string_release(text);
    failure(error, return_value);
}

ZEND_FUNCTION(Tern_Internal_stream_of) {
    zend_long fd;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(fd)
    ZEND_PARSE_PARAMETERS_END();
    return_socket_stream(static_cast<int>(fd), return_value);
}
