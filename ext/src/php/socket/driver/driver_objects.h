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

}  // namespace tern::php
