// What the methods of Swoole\Coroutine\Socket share.
#pragma once

#include "client/socket.h"
#include "php/bridge/object.h"
#include "php/runtime/process_runtime.h"

namespace tern::php {

using client::Socket;

struct SocketProtocol;

struct SocketObject {
    Socket* socket;            // owned; null before the constructor
    SocketProtocol* protocol;  // owned; null before setProtocol()
    int64_t read_timeout_ms;   // SO_RCVTIMEO; 0: the usual one, less: none
    int64_t write_timeout_ms;  // SO_SNDTIMEO
    bool blocks;               // outside of coroutines, instead of throwing
    bool accepted;             // it is the server of its connection
    zend_object std;

    static void release(SocketObject& self);
};

enum class SocketProperty : uint8_t { fd, domain, type, protocol, error_code, error_message };

// Which of the usual timeouts a call has, and with it which side of the socket it uses.
enum class SocketWait : uint8_t { connect, read, write };

inline constexpr size_t kUsualReceiveBytes = 64 * 1024;

// One call that may wait: the object is kept until finish().
struct SocketCall {
    SocketObject* self;
    Socket* socket;
    Runtime* runtime;      // null where it blocks and there is none
    coro::FdWaits* waits;  // null: it blocks
    Socket::Side side;
    coro::Deadline until;

    // False: it was answered, or something threw.
    bool begin(const zval* object, SocketWait wait, double timeout, zval* return_value);
    void finish();
    // False with the error set, or the exception of a cancellation.
    void fail(Error error, zval* return_value);
    // The end of a call that counts bytes: those before an error count.
    void end_count(Error error, size_t done, zval* return_value);
    // False after an Error: it can neither suspend nor block.
    bool find_waits();
    void throw_busy(coro::Coroutine* user);
    // Begins TLS and uses both sides for it. An exception is there when it says busy.
    Error shake_hands();

    template <class Attempt>
    Error repeat(Attempt attempt) {
        return socket->repeat(waits, side, attempt, until);
    }
};

// Null after an Error: the constructor was not called.
SocketObject* socket_object(const zval* object);
// Null when it is closed, which `return_value` says, or after an Error.
SocketObject* open_socket(const zval* object, zval* return_value);
// A new object that owns the descriptor.
void make_socket(Fd& fd, const client::SocketKind& kind, zval* into);
// The same with a copy of a descriptor; after an error `into` is undefined.
Error copy_socket(int fd, const client::SocketKind& kind, zval* into);
// The last call went well.
void succeed(SocketObject& self);
void answer(SocketObject& self, Error error, zval* return_value);
// After a failure of TLS: errMsg says what OpenSSL has said.
void explain_tls(SocketObject& self, Error error);
// Writes a property that holds a number.
void set_number(SocketObject& self, SocketProperty which, zend_long number);

// address and port, as an array.
void address_to_array(const net::Address& address, zval* into);
// As programs give it, for a socket of this kind: numeric, or a path.
Result<net::Address> address_from(const Socket& socket, Bytes host, zend_long port) noexcept;
// The callable of package_length_func, for the garbage collector; null: there is none.
zval* length_function_of(SocketProtocol& protocol) noexcept;
void free_protocol(SocketProtocol* protocol);
// A text of what was received before, which is taken.
zend_string* take_string(Socket& socket, size_t size);
// Throws when it is none.
bool check_port(zend_long port, zend_long least, uint32_t argument);

}  // namespace tern::php
