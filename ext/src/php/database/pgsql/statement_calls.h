// The functions of libpq that send statements, as the pool and the observer of queries replace them.
#pragma once

#include "base/bytes.h"
#include "php/database/pgsql/forwarded_calls.h"

namespace tern::php::pgsql {

using Formats = const int*;

// How PDO ends a prepared statement: with its name behind.
inline constexpr Bytes kDeallocate = "DEALLOCATE ";
// The end of a statement of PDO, whose name follows kDeallocate.
inline bool ends_statement_of_pdo(Bytes text) noexcept {
    return text.starts_with(kDeallocate) && text.substr(kDeallocate.size()).starts_with("pdo_stmt_");
}

// The values of the parameters of a statement.
struct PgsqlValues {
    int count = 0;
    Texts values = nullptr;
    const int* lengths = nullptr;
    Formats formats = nullptr;  // null: all are texts

    bool is_binary(int i) const noexcept { return formats != nullptr && formats[i] != 0 && lengths != nullptr; }
    // Calls visit(its bytes, whether it is binary) for each; null bytes: NULL.
    template <class Visitor>
    void each(Visitor visit) const {
        for (int i = 0; values != nullptr && i < count; ++i) {
            if (values[i] == nullptr) {
                visit(Bytes(), false);
            } else if (is_binary(i)) {
                visit(Bytes(values[i], static_cast<size_t>(lengths[i])), true);
            } else {
                visit(Bytes(values[i]), false);
            }
        }
    }
};

struct StatementCalls {
    PgResult* (*exec)(PgConnection*, const char*);
    PgResult* (*exec_params)(PgConnection*, const char*, int, const Oid*, Texts, const int*, Formats, int);
    PgResult* (*prepare)(PgConnection*, const char*, const char*, int, const Oid*);
    PgResult* (*exec_prepared)(PgConnection*, const char*, int, Texts, const int*, Formats, int);
    PgResult* (*close_prepared)(PgConnection*, const char*);
    int (*send_query)(PgConnection*, const char*);
    int (*send_query_params)(PgConnection*, const char*, int, const Oid*, Texts, const int*, Formats, int);
    int (*send_prepare)(PgConnection*, const char*, const char*, int, const Oid*);
    int (*send_query_prepared)(PgConnection*, const char*, int, Texts, const int*, Formats, int);
    PgResult* (*get_result)(PgConnection*);
};

// A function of ours in the place of `real`, which `theirs` gets.
template <class Function>
boundary::Replacement replace(const char* name, Function* ours, Function*& theirs, void* real) noexcept {
    theirs = reinterpret_cast<Function*>(real);
    return {name, reinterpret_cast<void*>(ours), boundary::Callers::pgsql, real};
}

}  // namespace tern::php::pgsql
