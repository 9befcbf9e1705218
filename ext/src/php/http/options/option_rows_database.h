// The options of connections to databases.
#pragma once

#include "php/http/options/option_rows.h"

namespace tern::php::option_rows {

constexpr int64_t kMostDatabaseConnections = 1 << 16;  // of shm::Places

constexpr int64_t kMostSharedQuery = 16384;  // bytes, which is what a digest reads

inline const char* check_queries(Bytes, Bytes value) {
    const bool is_known = value.empty() || value == "totals" || value == "log";
    return is_known ? nullptr : "be \"totals\", \"log\" or empty";
}

inline const char* check_multiplex(Bytes, Bytes value) {
    return value == "off" || value == "transaction" ? nullptr : "be \"off\" or \"transaction\"";
}

// clang-format off
constexpr Option kDatabaseRows[] = {
    {"db_connections", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, db_connections), 0, kMostDatabaseConnections,
     "The most connections of PDO, mysqli and pgsql to MySQL, MariaDB and PostgreSQL that all workers have together. Requests use them one "
     "after another, cleaned in between. 0: each object has a connection of its own. See few-connections.md."},
    {"redis_connections", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, redis_connections), 0, kMostDatabaseConnections,
     "The most connections of the class Redis (phpredis) to servers of Redis from version 6.2 that all workers have "
     "together, as db_connections. 0: each object has a connection of its own."},
    {"db_connections_timeout", "", OptionKind::seconds, kServer, TERN_MEMBER(ServerConfig, db_connections_timeout_ms), 1, kDay,
     "How long a request waits for one of the db_connections, or of the redis_connections. Then connecting fails as at a server that is full."},
    {"db_connections_min", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, db_connections_min), 0, kMostDatabaseConnections,
     "How many of the db_connections each worker keeps open that no request needs, beyond the usual minute. They are "
     "tested once a minute."},
    {"db_shared_queries", "", OptionKind::texts, kServer, TERN_MEMBER(ServerConfig, db_shared_queries), 1, kMostSharedQuery,
     "Of these SELECTs to MySQL, MariaDB and PostgreSQL, those that are equal with their values and that a worker would "
     "have at the server at the same time are sent once. Digests as those of `tern queries`, or `*`: all SELECTs that "
     "qualify. Needs db_connections. See few-connections.md."},
    {"db_multiplex", "", OptionKind::text, kServer, TERN_MEMBER(ServerConfig, db_multiplex), 0, 16,
     "`transaction`: a request that waits for one of the db_connections gets that of another request which is between two statements, outside of a "
     "transaction, if nothing is left in its session. `off`: each keeps its connection to its end. See few-connections.md.", check_multiplex},
    {"db_queries", "", OptionKind::text, kServer, TERN_MEMBER(ServerConfig, db_queries), 0, 16,
     "Observe the queries of PDO, mysqli and pgsql to MySQL, MariaDB and PostgreSQL. `totals`: count them by their digests; "
     "`log`: also write a line for each request that has sent some, with N+1. Empty: off. See queries.md.", check_queries},
    {"slow_query_ms", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, slow_query_ms), 0, kDay,
     "A query of PDO, mysqli or pgsql to MySQL, MariaDB and PostgreSQL that takes this many milliseconds is logged, without "
     "its values, with its PHP stack. 0: off. See queries.md."},
};
// clang-format on

}  // namespace tern::php::option_rows
