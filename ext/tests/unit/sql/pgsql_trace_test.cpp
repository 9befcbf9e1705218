#include "sql/pgsql_trace.h"

#include <doctest/doctest.h>

using namespace tern;
using sql::PgsqlTrace;

TEST_CASE("pgsql trace: statements that leave nothing for later ones") {
    for (const Bytes text : {"SELECT * FROM t", "(SELECT 1) UNION (SELECT 2)", "BEGIN", "COMMIT", "SET a TO 1",
                             "DEALLOCATE own_1", "SELECT 1; SELECT 2", "SHOW TimeZone", "SELECT 'nextval(1)'", ""}) {
        CAPTURE(text);
        CHECK(sql::trace_of_pgsql(text, false) == PgsqlTrace::nothing);
    }
    for (const Bytes text : {"UPDATE t SET a = 1", "DELETE FROM t", "BEGIN; DELETE FROM t; COMMIT",
                             "WITH old AS (DELETE FROM t RETURNING *) SELECT * FROM old"}) {
        CAPTURE(text);
        CHECK(sql::trace_of_pgsql(text, false) == PgsqlTrace::write);
    }
}

TEST_CASE("pgsql trace: statements that leave values of sequences, or name the session") {
    for (const Bytes text : {"INSERT INTO t VALUES (1)", "SELECT nextval('s')", "SELECT 1; SELECT LASTVAL()",
                             "UPDATE t SET id = DEFAULT", "WITH a AS (INSERT INTO t VALUES (1) RETURNING *) SELECT 1",
                             "SELECT pg_backend_pid()", "COPY t FROM STDIN", "MERGE INTO t USING u ON true", "\"a\""}) {
        CAPTURE(text);
        CHECK(sql::trace_of_pgsql(text, false) == PgsqlTrace::session);
    }
    CHECK(sql::asks_for_sequences("SELECT CurrVal('s')"));
    CHECK_FALSE(sql::asks_for_sequences("SELECT 1"));
}
