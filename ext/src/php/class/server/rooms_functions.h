// Functions for Tern\WebSocket\Rooms: they use the rooms of this process's server.
#pragma once

namespace tern::php {

void register_rooms_functions();

}  // namespace tern::php
