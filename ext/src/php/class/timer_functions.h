// swoole_timer_*(): the methods of Swoole\Timer as functions.
#pragma once

namespace tern::php {

void register_timer_functions();

}  // namespace tern::php
