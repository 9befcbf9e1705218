// Tern\Internal\BlockingSocket: what makes it block is in SocketCall.
#include "php/bridge/compat.h"
#include "php/class/registry.h"
#include "php/class/socket/blocking_socket_arginfo.h"

namespace tern::php {

void register_blocking_socket(Classes& into) {
    into.blocking_socket = register_class_Tern_Internal_BlockingSocket(into.coroutine_socket);
}

}  // namespace tern::php
