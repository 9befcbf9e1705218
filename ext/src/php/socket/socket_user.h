// What internal classes that work over a Swoole\Coroutine\Socket share. They have `errCode` and `errMsg` as their first
// two properties.
#pragma once

#include <span>

#include "php/socket/coroutine_socket.h"

namespace tern::php {

// Sets a declared property. Takes the value.
void set_property(zend_object* object, uint32_t index, zval* value);
// The handler get_gc of an object that has a reference to a socket; null: it has none.
HashTable* held_with_socket(zend_object* object, zend_object* socket, zval** table, int* count);

// Begins a call on the socket, which keeps `user`, too. False: the return value and the error of `user` are set, or an
// exception was thrown.
bool begin_call(SocketCall& call, zend_object* user, zend_object* socket, SocketWait wait, double timeout,
                zval* return_value);
void finish_call(SocketCall& call, zend_object* user);
// Makes the method return false. `why` is the reason if there is a better one than the error's description.
void fail_call(zend_object* user, Error error, const char* why, zval* return_value);
// The same between begin_call() and finish_call(): a cancelled wait may throw.
void fail_call(SocketCall& call, zend_object* user, Error error, const char* why, zval* return_value);

// What internal classes of clients over a socket take: options, which are whole numbers, and truth values as 0 and 1;
// and timeouts.
struct ClientOption {
    const char* name;
    uint16_t offset;  // of an int64_t
    int64_t least;
    int64_t most;
};

// Parses the arguments of a constructor: a socket, and options, which go into `options`. Null after an exception.
SocketObject* parse_socket(zend_execute_data* execute_data, bool constructed, std::span<const ClientOption> known,
                           void* options);
// Parses the only argument, in seconds. False after an exception.
bool parse_timeout(zend_execute_data* execute_data, double* seconds);

}  // namespace tern::php
