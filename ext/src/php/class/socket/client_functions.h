// Functions for Swoole\Client and Swoole\Coroutine\Client that PHP cannot do, and swoole_client_select().
#pragma once

namespace tern::php {

void register_client_functions();

}  // namespace tern::php
