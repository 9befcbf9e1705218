// The tables of what OpenSwoole has beyond Swoole, made from openswoole.stub.php.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

const zend_function_entry* openswoole_coroutine_methods() noexcept;
const zend_function_entry* openswoole_channel_methods() noexcept;
const zend_function_entry* openswoole_http_server_methods() noexcept;
const zend_function_entry* openswoole_own_functions() noexcept;

}  // namespace tern::php
