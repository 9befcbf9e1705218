// Tern\Internal\BlockingSocket. SocketCall has the code that makes it block.
#include "php/bridge/compat/engine.h"
#include "php/class/registry.h"
#include "php/class/socket/blocking_socket_arginfo.h"

namespace tern::php {

void register_blocking_socket(Classes& into) {
    into.blocking_socket = register_class_Tern_Internal_BlockingSocket(into.coroutine_socket);
}

}  // namespace tern::php
