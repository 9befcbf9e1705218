// What makes a session of MySQL, as a key of the pool.
#pragma once

#include "php/database/mysql/driver.h"
#include "pool/connection.h"

namespace tern::php {

struct MySqlLoginRequest {
    Bytes address;  // tcp://host:port or unix:///path
    Bytes user;
    Bytes password;
    Bytes database;
    unsigned capabilities;
};

// A digest of the login and of the options that were set before. Init commands are not among them: the driver runs them
// whenever an object connects.
pool::Key key_of(const MYSQLND_CONN_DATA& session, const MySqlLoginRequest& login) noexcept;

}  // namespace tern::php
