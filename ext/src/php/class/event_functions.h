// swoole_event_*(): the methods of Swoole\Event as functions.
#pragma once

namespace tern::php {

void register_event_functions();

}  // namespace tern::php
