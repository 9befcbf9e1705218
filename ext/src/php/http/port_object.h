// One port of a server, as programs see it: its address, its own options and callbacks. The server owns it; a program
// may keep it longer.
#pragma once

#include <sys/types.h>

#include "net/listener.h"
#include "php/engine/object.h"
#include "php/http/options/server_config.h"
#include "php/http/server_event.h"

namespace tern::php {

// The published SWOOLE_SOCK_* numbers.
inline constexpr zend_long kSockTcp = 1;
inline constexpr zend_long kSockUdp = 2;
inline constexpr zend_long kSockTcp6 = 3;
inline constexpr zend_long kSockUdp6 = 4;
inline constexpr zend_long kSockUnixStream = 5;
inline constexpr zend_long kSockUnixDgram = 6;

struct PortObject {
    PortConfig* config;    // owned; only the rows in `touched` were set for this port
    PortConfig* resolved;  // owned; with those of the server, when it starts; null before
    OptionMask touched;
    bool any_port;         // the program asked for port 0
    bool sealed;           // the server was started: nothing may change any more
    net::Listener* bound;  // owned, until start() takes it; null: start() opens the socket
    pid_t bound_by;        // the process that removes the path of a unix socket
    zval callbacks[kPortEvents];
    zend_object std;

    static void release(PortObject& port);
    const zval* callback(PortEvent event) const noexcept { return &callbacks[static_cast<size_t>(event)]; }
};

// The arguments of listen() and of the constructor.
struct PortAddress {
    zend_string* host;
    zend_long port;
    zend_long sock_type;
};

// Throws if the address is invalid. The arguments of `address` are host_argument and the next two.
bool check_address(const PortAddress& address, uint32_t port_argument, uint32_t type_argument);
// Makes the object and returns a reference.
PortObject* make_port(const PortAddress& address);

// False after a warning: the server was started.
bool may_change(bool sealed, const char* what);

// Keeps the callback for the event of `row`.
void keep_callback(const EventRow& row, zval* callbacks, const zend_fcall_info& callable, zend_fcall_info_cache& cache);
void return_callback(const zval* callback, zval* return_value);
// Merges the options of set() into the property.
void merge_setting(zend_object* object, HashTable* given, const char* property = "setting");
// An option in the property; null: it is not set. Valid until the property changes.
zval* find_setting(zend_object* object, Bytes name);

}  // namespace tern::php
