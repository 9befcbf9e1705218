// The commands of a server, as added by addCommand().
#pragma once

#include "base/error.h"
#include "php/server/server_object.h"

namespace tern::php {

// The processes that run a command: the published SWOOLE_SERVER_COMMAND_* numbers, and one of our own.
enum : zend_long { kMaster = 2, kReactor = 4, kEventWorker = 8, kTaskWorker = 16, kManager = 32 };
constexpr zend_long kAllTypes = kMaster | kReactor | kEventWorker | kTaskWorker | kManager;
constexpr zend_long kUserProcess = 256;  // for Tern\Internal\Admin\Questions, not for programs

// Null: there is no command with that name.
const zval* find_command(const ServerObject& server, Bytes name) noexcept;

// Takes over the callback's reference. `types`: a mask of the processes that run it.
void add_command(ServerObject& server, zend_string* name, zend_long types, zval* callback);
zend_long command_types(const zval* command) noexcept;

// Calls the command with the server and `message`. Ok: `result` is a string. An exception stays pending. The caller
// releases `result` in any case.
Error run_command(ServerObject& server, const zval* command, zval* message, zval* result);

}  // namespace tern::php
