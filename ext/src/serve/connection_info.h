// Describes a connection that is handed over between processes: everything but the socket.
#pragma once

#include "shm/session_table.h"

namespace tern::serve {

struct ConnectionInfo {
    int64_t session_id = 0;
    shm::SessionOrigin origin;
};

}  // namespace tern::serve
