#include "sql/pgsql_access.h"

#include <doctest/doctest.h>

using namespace tern;
using sql::PgsqlAccess;

namespace {

PgsqlAccess pgsql_access(Bytes text, bool backslashes = false) { return sql::access_of_pgsql(text, backslashes); }

}  // namespace

TEST_CASE("pgsql access: what depends on the text, the tables and the settings only") {
    for (const Bytes text : {
             "SELECT 1",
             "select * from \"users\" where id = $1 limit 1;",
             "SELECT COUNT(*), MAX(date_trunc('month', made)) FROM public.orders GROUP BY name",
             "(SELECT 1) UNION (SELECT 2)",
             "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n",
             "TABLE things",
             "VALUES (1, 2), (3, 4)",
             "SELECT now, random, age FROM accounts",
             "SELECT 'random() ; FOR UPDATE'",
             "SELECT \"for\", \"update\" FROM t",
             "SELECT 1 /* now() */ -- FOR UPDATE",
             "SELECT 'a\\b', md5('a')",
         }) {
        CAPTURE(text);
        CHECK(pgsql_access(text) == PgsqlAccess::repeats);
    }
}

TEST_CASE("pgsql access: what another session or another time answers differently") {
    for (const Bytes text : {
             "SELECT now()",
             "SELECT CURRENT_TIMESTAMP",
             "SELECT * FROM t WHERE day = current_date",
             "SELECT * FROM t WHERE day > 'yesterday'",
             "SELECT TIMESTAMP 'now'",
             "SELECT E'n\\157w'::timestamp",
             "SELECT age(born) FROM t",
             "SELECT random()",
             "SELECT gen_random_uuid()",
             "SELECT pg_sleep(1)",
             "SELECT pg_backend_pid()",
             "SELECT lastval()",
             "SELECT user",
             "SELECT current_setting('TimeZone')",
             "SELECT * FROM t FOR SHARE",
             "SELECT * FROM pg_stat_activity",
             "SELECT * FROM \"pg_catalog\".\"pg_locks\"",
             "SELECT * FROM information_schema.tables",
             "SELECT 1; SELECT 2",
             "SHOW TimeZone",
             "EXPLAIN SELECT 1",
         }) {
        CAPTURE(text);
        CHECK(pgsql_access(text) == PgsqlAccess::reads);
    }
    CHECK(pgsql_access("SELECT 'n\\157w'::timestamp", true) == PgsqlAccess::reads);
}

TEST_CASE("pgsql access: what concerns the session only") {
    for (const Bytes text : {"SET TimeZone = 'UTC'", "SET LOCAL work_mem = '1MB'", "RESET ALL", "BEGIN", "SAVEPOINT a",
                             "DEALLOCATE pdo_stmt_00000001", "LISTEN a", "BEGIN; SELECT 1"}) {
        CAPTURE(text);
        CHECK(pgsql_access(text) == PgsqlAccess::sets);
    }
}

TEST_CASE("pgsql access: what writes, may do so, or is not understood") {
    for (const Bytes text : {
             "",
             "INSERT INTO t VALUES (1)",
             "UPDATE t SET a = 1",
             "COMMIT",
             "ROLLBACK",
             "END",
             "COPY t FROM STDIN",
             "TRUNCATE t",
             "CREATE TABLE t (a INT)",
             "REFRESH MATERIALIZED VIEW v",
             "SELECT 1; UPDATE t SET a = 1",
             "SET TimeZone TO DEFAULT; SELECT own(1)",
             "LISTEN a; SELECT own(1)",
             "WITH c AS (DELETE FROM t RETURNING *) SELECT * FROM c",
             "WITH c AS (SELECT 1) UPDATE t SET a = 1",
             "SELECT * INTO copies FROM t",
             "SELECT * FROM t FOR UPDATE",
             "SELECT own(1)",
             "SELECT public.own(1)",
             "SELECT \"own\"(1)",
             "SELECT nextval('s')",
             "SELECT setval('s', 1)",
             "SELECT lo_get(1)",
             "SELECT * FROM t TABLESAMPLE system (1)",
             "SELECT set_config('a.b', 'c', false)",
             "SELECT pg_advisory_lock(1)",
             "EXPLAIN ANALYZE SELECT 1",
             "EXPLAIN (ANALYZE) SELECT 1",
             "EXECUTE prepared",
             "PREPARE prepared AS SELECT 1",
             "FETCH 1 FROM c",
             "DECLARE c CURSOR FOR SELECT 1",
             "CALL own()",
             "DO 'BEGIN END'",
             "DISCARD ALL",
             "NOTIFY a",
         }) {
        CAPTURE(text);
        CHECK(pgsql_access(text) == PgsqlAccess::writes);
    }
}

TEST_CASE("pgsql access: values that depend on the time") {
    for (const Bytes value : {"now", "Today", "tomorrow 12:00", " YESTERDAY ", "'now'", "12:00today"})
        CHECK(sql::pgsql_value_varies(value));
    for (const Bytes value : {"", "2020-01-01", "no w", "epoch", "unknown", "nowhere"})
        CHECK_FALSE(sql::pgsql_value_varies(value));
}
