// Calls the handlers of a Redis\Server: one for each name of a command.
#pragma once

#include <vector>

#include "php/object/server_object.h"

namespace tern::php {

class RedisCommands {
public:
    explicit RedisCommands(ServerObject& server) noexcept : server_(server) {}

    // `command` is whole, and is not read any more once PHP code runs. Within a coroutine, or outside of any. What the
    // handler returns as a string is sent; an exception is left behind.
    void run(int64_t session_id, Bytes command);

private:
    zval* find_handler(Bytes name) const;

    ServerObject& server_;
    std::vector<Bytes> words_;
};

}  // namespace tern::php
