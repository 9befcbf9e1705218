// What stands for the connection that an object or a resource of a client extension belongs to.
#pragma once

#include "php/socket/driver/connection_claim.h"

namespace tern::php {

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
