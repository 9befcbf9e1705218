// What Swoole\Client and Swoole\Coroutine\Client cannot do in PHP, and swoole_client_select().
#pragma once

namespace tern::php {

void register_client_functions();

}  // namespace tern::php
