// Every option of Server::set() and Server\Port::set(), as plain data: what was asked for, in the units of the member
// names. Nothing here is clamped or looked up on the system except by resolve_defaults().
#pragma once

#include "php/options/server_config.h"

namespace tern::php {

const OptionTable& server_options() noexcept;

// The server's option, that of Coroutine::set() (-1: not set), php.ini, the default.
int64_t blocking_threshold_ms(const ServerConfig& config, const OptionMask& touched, int64_t of_coroutines) noexcept;

// What max_connection is where it was not set.
int64_t default_connections() noexcept;

// Fills in what depends on the machine: worker_num, reactor_num, max_request_grace, max_connection, the high watermark.
void resolve_defaults(ServerConfig& config) noexcept;

}  // namespace tern::php
