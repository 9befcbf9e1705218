// The objects of client extensions: which connections they use, and how they are freed while another coroutine is in a
// call with such a connection. Then their memory has to stay until that call has ended.
#pragma once

#include "php/socket/driver/connection_claim.h"

namespace tern::php {

// Whether functions of this module are calls of a client.
bool is_driver(const zend_module_entry& module) noexcept;
// Call it for each class of such a module, once.
void take_over_objects(zend_class_entry& type);

struct ObjectKind;

// The kind of the object that a function was called on last.
struct LastKind {
    const zend_object_handlers* handlers = nullptr;
    const ObjectKind* kind = nullptr;
};

// Null: the object may have several connections, or is not a client's.
const void* single_connection(const zend_object* object, LastKind& last) noexcept;

// Adds the connections of an object of such a class, of the object that a method is called on, or of a resource.
void add_connections(Claim& claim, const zval& value);
void add_connections_of_this(Claim& claim, zend_object* object);
// The connection that functions of pgsql use without an argument.
void add_default_connection(Claim& claim);

// Frees those that have no owner any more, if no other coroutine uses their connections.
void free_unused_objects(Coroutines& coroutines);

// What stands for the connection that an object or a resource of a client extension belongs to.
using ConnectionOf = const void* (*)(const zend_object* object) noexcept;

struct Connections {
    ConnectionOf first = nullptr;  // null: the object is its own connection, or has the object of it as a property
    ConnectionOf second =
        nullptr;  // of the object, which may have none at the moment; null: there is never another one
};

Connections connections_of_class(Bytes name) noexcept;
// The MYSQLND of a mysqli; null: it has none.
const void* link_of_mysqli(const zend_object* object) noexcept;
void add_resource(Claim& claim, const zend_resource& resource);

}  // namespace tern::php
