// Messages between workers: sendMessage() and the event pipeMessage.
#pragma once

#include "php/server/server_object.h"
#include "proc/inbox.h"

namespace tern::php {

// Calls the program. The flags of the head say how the body is packed.
void deliver_message(ServerObject& server, const proc::MessageHead& head, Bytes body) noexcept;

}  // namespace tern::php
