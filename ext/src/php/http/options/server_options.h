// Every option of Server::set() and Server\Port::set(), as plain data: the given values, in the units of the member
// names. Only resolve_defaults() changes values or queries the system.
#pragma once

#include "php/http/options/server_config.h"

namespace tern::php {

const OptionTable& server_options() noexcept;

// The first that is set: the server's option, that of Coroutine::set() (-1: not set), php.ini, the default.
int64_t blocking_threshold_ms(const ServerConfig& config, const OptionMask& touched, int64_t of_coroutines) noexcept;

// The value of max_connection if it is not set.
int64_t default_connections() noexcept;

// Sets the values that depend on the machine: worker_num, reactor_num, max_request_grace, max_connection, the high
// watermark.
void resolve_defaults(ServerConfig& config) noexcept;

}  // namespace tern::php
