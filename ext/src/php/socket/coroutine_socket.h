// Types and functions that the methods of Swoole\Coroutine\Socket share.
#pragma once

#include "client/socket.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/object.h"

namespace tern::php {

using client::Socket;

struct SocketProtocol;

struct SocketObject {
    Socket* socket;            // owned; null before the constructor
    SocketProtocol* protocol;  // owned; null before setProtocol()
    int64_t read_timeout_ms;   // SO_RCVTIMEO; 0: the default, negative: no limit
    int64_t write_timeout_ms;  // SO_SNDTIMEO
    bool blocks;               // blocks outside of coroutines, instead of throwing
    bool accepted;             // it was accepted, so it is the TLS server
    bool imported;             // import() made it: a stream or socket of PHP has the connection, too
    zend_object std;

    static void release(SocketObject& self);
};

enum class SocketProperty : uint8_t { fd, domain, type, protocol, error_code, error_message };

// Selects the default timeout of a call, and the side of the socket that it uses.
enum class SocketWait : uint8_t { connect, read, write };

// `timeout` in seconds; 0: that of the socket or of Coroutine::set(), less than 0: never.
coro::Deadline deadline_of(const SocketObject& self, SocketWait wait, double timeout) noexcept;

inline constexpr size_t kUsualReceiveBytes = 64 * 1024;

// One call that may wait. It keeps the object until finish().
struct SocketCall {
    SocketObject* self;
    Socket* socket;
    Runtime* runtime;      // null: it blocks, and the process has none
    coro::FdWaits* waits;  // null: it blocks
    Socket::Side side;
    coro::Deadline until;

    // False: the return value is set, or an exception was thrown.
    bool begin(const zval* object, SocketWait wait, double timeout, zval* return_value);
    void finish();
    // Sets the error and returns false, or throws the exception of a cancellation.
    void fail(Error error, zval* return_value);
    // Ends a call that counts bytes: bytes before an error count.
    void end_count(Error error, size_t done, zval* return_value);
    // False after an Error: the call can neither suspend nor block.
    bool find_waits();
    void throw_busy(coro::Coroutine* user);
    // Starts TLS, which uses both sides of the socket. The error `busy` comes with an exception.
    Error shake_hands();

    template <class Attempt>
    Error repeat(Attempt attempt) {
        return socket->repeat(waits, side, attempt, until);
    }
};

// Null after an Error: the constructor was not called.
SocketObject* socket_object(const zval* object);
// Null: it is closed and `return_value` is set, or an Error was thrown.
SocketObject* open_socket(const zval* object, zval* return_value);
// Makes an object that owns the descriptor.
void make_socket(Fd& fd, const client::SocketKind& kind, zval* into);
// The same with a copy of a descriptor. After an error `into` is undefined.
Error copy_socket(int fd, const client::SocketKind& kind, zval* into);
// Clears the error: the last call was successful.
void succeed(SocketObject& self);
void answer(SocketObject& self, Error error, zval* return_value);
// After a TLS failure: sets errMsg to OpenSSL's message.
void explain_tls(SocketObject& self, Error error);
// Sets a property that is a number.
void set_number(SocketObject& self, SocketProperty which, zend_long number);

// Converts to an array of address and port.
void address_to_array(const net::Address& address, zval* into);
// Parses an address from the program for this kind of socket: numeric, or a path.
Result<net::Address> address_from(const Socket& socket, Bytes host, zend_long port) noexcept;
// The callable of package_length_func, for the garbage collector; null: there is none.
zval* length_function_of(SocketProtocol& protocol) noexcept;
void free_protocol(SocketProtocol* protocol);
// Takes received bytes as a string.
zend_string* take_string(Socket& socket, size_t size);
// Throws if the port is invalid.
bool check_port(zend_long port, zend_long least, uint32_t argument);

}  // namespace tern::php
