// Tern\Internal\BlockingSocket. SocketCall has the code that makes it block.
#include "php/engine/compat/engine.h"
#include "php/engine/registry.h"
#include "php/socket/blocking_socket_arginfo.h"

namespace tern::php {

void register_blocking_socket(Classes& into) {
    into.blocking_socket = register_class_Tern_Internal_BlockingSocket(into.coroutine_socket);
}

}  // namespace tern::php
