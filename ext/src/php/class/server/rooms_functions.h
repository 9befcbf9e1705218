// What Tern\WebSocket\Rooms does to the rooms of this process's server.
#pragma once

namespace tern::php {

void register_rooms_functions();

}  // namespace tern::php
