// What stands for the connection that an object or a resource of a client extension belongs to.
#pragma once

#include "php/hooks/connection_claim.h"

namespace tern::php {

using AddConnections = void (*)(Claim& claim, zend_object* object);

// Null: an object of the class is its own connection, or has the object of it as a property.
AddConnections connections_of_class(Bytes name) noexcept;
void add_resource(Claim& claim, const zend_resource& resource);

}  // namespace tern::php
