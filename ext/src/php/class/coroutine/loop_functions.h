// swoole_timer_tick(), ... and swoole_event_add(), ...: the methods of Timer and Event as functions.
#pragma once

namespace tern::php {

void register_loop_functions();

}  // namespace tern::php
