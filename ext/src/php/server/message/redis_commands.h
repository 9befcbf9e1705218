// Calls the handlers of a Redis\Server: there is one for each command name.
#pragma once

#include <vector>

#include "php/server/server_object.h"

namespace tern::php {

class RedisCommands {
public:
    explicit RedisCommands(ServerObject& server) noexcept : server_(server) {}

    // `command` is a whole command; it is not read any more once PHP code runs. Works in a coroutine and outside. A
    // string that the handler returns is sent; an exception stays pending.
    void run(int64_t session_id, Bytes command);

private:
    zval* find_handler(Bytes name) const;

    ServerObject& server_;
    std::vector<Bytes> words_;
};

}  // namespace tern::php
