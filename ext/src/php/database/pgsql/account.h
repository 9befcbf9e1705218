// With what an object of the program has logged in: it may have to log in again after it has rested. The objects and
// connections that have come from one login share it.
#pragma once

#include <memory>
#include <openssl/crypto.h>
#include <string>

#include "pool/connection.h"
#include "sql/known_statements.h"

namespace tern::php {

struct PgsqlAccount {
    PgsqlAccount(const pool::Key& its_key, const char* its_conninfo) : key(its_key), conninfo(its_conninfo) {}
    PgsqlAccount(const PgsqlAccount&) = delete;
    PgsqlAccount& operator=(const PgsqlAccount&) = delete;
    ~PgsqlAccount() { OPENSSL_cleanse(conninfo.data(), conninfo.size()); }

    const pool::Key key;
    std::string conninfo;
    sql::KnownStatements<bool> known_statements;  // mode: whether backslashes escape
    sql::KnownStatements<bool> known_selects;     // the same, of those that leave nothing for later ones
};

}  // namespace tern::php
