// The options of connections to databases.
#pragma once

#include "php/http/options/option_rows.h"

namespace tern::php::option_rows {

constexpr int64_t kMostDatabaseConnections = 1 << 16;  // of shm::Places

// clang-format off
constexpr Option kDatabaseRows[] = {
    {"db_connections", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, db_connections), 0, kMostDatabaseConnections,
     "The most connections of PDO and mysqli to MySQL and MariaDB that all workers have together. Requests use them one "
     "after another, cleaned in between. 0: each object has a connection of its own. See few-connections.md."},
    {"db_connections_timeout", "", OptionKind::seconds, kServer, TERN_MEMBER(ServerConfig, db_connections_timeout_ms), 1, kDay,
     "How long a request waits for one of the db_connections. Then connecting fails with error 1040."},
};
// clang-format on

}  // namespace tern::php::option_rows
