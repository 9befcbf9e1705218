// What makes a session of PostgreSQL, as a key of the pool.
#pragma once

#include "php/database/pgsql/libpq.h"
#include "pool/connection.h"

namespace tern::php {

struct PgsqlLogin {
    pool::Key key{};
    bool replicates = false;  // it is no usual session
};

// A digest of the connection string, and of what libpq reads besides: variables of the environment, files with
// services, passwords and certificates (by their identity and time), and the locale, if that decides about the
// encoding.
PgsqlLogin login_of(const Libpq& libpq, const char* conninfo) noexcept;

}  // namespace tern::php
