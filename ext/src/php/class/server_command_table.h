// The commands of a server: what addCommand() was given.
#pragma once

#include "base/error.h"
#include "php/class/server.h"

namespace tern::php {

// Null: there is none of that name.
const zval* find_command(const ServerObject& server, Bytes name) noexcept;

// Takes the callback's reference. For processes of all types.
void add_command(ServerObject& server, const char* name, zval* callback);

// Calls it with the server and `message`. Ok: `result` is a string. An exception stays pending; the caller releases
// `result` in any case.
Error run_command(ServerObject& server, const zval* command, zval* message, zval* result);

}  // namespace tern::php
