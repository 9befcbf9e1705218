// What differs between versions of mysqlnd: up to PHP 8.4 it remembers with which name and database a connection was
// made, and whether there was a password.
#pragma once

#include "php/engine/compat/engine.h"
// PHP's header needs what comes before.
#include <ext/mysqlnd/mysqlnd.h>

namespace tern::php {

struct MySqlLogin {
    MYSQLND_STRING user{}, password{}, database{};
};

// False: mysqlnd does not remember it. Up to PHP 8.4 connect() copies the name into `password`, with the length of the
// password. So the login is known only if the password is empty.
inline bool find_login([[maybe_unused]] const MYSQLND_CONN_DATA& session, [[maybe_unused]] MySqlLogin& into) noexcept {
#if PHP_VERSION_ID < 80500
    if (session.password.l != 0) return false;
    into = {session.username, session.password, session.connect_or_select_db};
    return true;
#else
    return false;
#endif
}

}  // namespace tern::php
