#include "sql/pgsql_effect.h"

#include <doctest/doctest.h>

using namespace tern;
using sql::PgsqlEffect;
using sql::PgsqlSetting;
using sql::PgsqlSettings;

namespace {

PgsqlEffect pgsql_effect(Bytes text, bool backslashes = false) {
    std::optional<PgsqlSetting> setting;
    return sql::effect_of_pgsql(text, backslashes, setting);
}

std::string pgsql_statement(std::initializer_list<Bytes> texts) {
    PgsqlSettings all;
    for (const Bytes text : texts) {
        std::optional<PgsqlSetting> setting;
        CHECK(sql::effect_of_pgsql(text, false, setting) == PgsqlEffect::settings);
        REQUIRE(setting.has_value());
        all.set(*setting);
    }
    return all.statement();
}

}  // namespace

TEST_CASE("pgsql effect: statements that leave nothing") {
    for (const Bytes text : {
             "",
             " ; ",
             "select 1",
             "SELECT * FROM \"users\" WHERE \"id\" = $1 LIMIT 1;",
             "(SELECT 1) UNION (SELECT 2)",
             "INSERT INTO users (name, age) VALUES ('it''s', 5) RETURNING id",
             "insert into \"a\".\"users\"(\"name\") values ($1) on conflict (name) do update set (a, b) = (1, 2)",
             "INSERT INTO t AS x (a) SELECT count(*) FROM y",
             "UPDATE t SET a = concat(a, 'x')::varchar(20) WHERE id IN (1, 2) AND b = ANY (ARRAY[1])",
             "DELETE FROM t USING u WHERE (a, b) = (u.a, u.b)",
             "MERGE INTO t USING u ON (t.id = u.id) WHEN NOT MATCHED THEN INSERT (a) VALUES (1)",
             "WITH RECURSIVE tree (id) AS MATERIALIZED (SELECT 1 UNION ALL SELECT id + 1 FROM tree) SELECT COUNT(*) "
             "FROM tree",
             "SELECT a FROM unnest($1::int[]) AS t(a) JOIN LATERAL (SELECT 1) x ON true",
             "SELECT sum(a) FILTER (WHERE b) OVER (PARTITION BY c), CAST(d AS numeric(10, 2)) FROM t GROUP BY ROLLUP "
             "(a)",
             "SELECT $$ set_config('a', 'b', false) $$, 'f(x)', E'it\\'s f(x)', U&'f(x)'",
             "SELECT 1 /* f(x) /* g(x) */ h(x) */ -- f(x)\n + 2",
             "SELECT '{}'::jsonb ? 'a', a ->> 'b' FROM t",
             "SELECT nextval('numbers'), currval_of FROM t FOR UPDATE SKIP LOCKED",
             "SELECT * INTO copied FROM t",
             "SHOW ALL",
             "EXPLAIN SELECT remembers(1)",
             "BEGIN ISOLATION LEVEL SERIALIZABLE",
             "COMMIT AND CHAIN",
             "ROLLBACK TO SAVEPOINT a",
             "SET LOCAL app.tenant = '5'",
             "SET TRANSACTION READ ONLY",
             "SET CONSTRAINTS ALL DEFERRED",
             "CREATE TABLE t (id INT PRIMARY KEY, CHECK (id > 0))",
             "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT g() $$",
             "TRUNCATE t RESTART IDENTITY",
             "COPY t (a, b) FROM STDIN",
             "COPY (SELECT upper(a) FROM t) TO STDOUT",
             "DECLARE c CURSOR FOR SELECT 1",
             "FETCH FORWARD 5 FROM c",
             "NOTIFY channel, 'text'",
             "DEALLOCATE pdo_stmt_00000001",
             "SELECT 1; UPDATE t SET a = 1; ",
         }) {
        CAPTURE(text);
        CHECK(pgsql_effect(text) == PgsqlEffect::nothing);
    }
}

TEST_CASE("pgsql effect: what cannot be made again") {
    struct Row {
        Bytes text;
        PgsqlEffect expected;
    };
    for (const Row& row : {
             Row{"SELECT remembers(1)", PgsqlEffect::unknown},
             Row{"SELECT public.lower('A')", PgsqlEffect::unknown},
             Row{"SELECT set_config('app.tenant', '5', false)", PgsqlEffect::unknown},
             Row{"INSERT INTO t (a) VALUES (remembers(1))", PgsqlEffect::unknown},
             Row{"SELECT 1 INTO x FROM remembers(1)", PgsqlEffect::unknown},
             Row{"SELECT \"Remembers\"(1)", PgsqlEffect::unknown},
             Row{"SELECT setseed(0.5)", PgsqlEffect::unknown},
             Row{"SELECT '' || remembers(1) || ''", PgsqlEffect::unknown},
             Row{"SELECT 'a\\', remembers(1), '", PgsqlEffect::unknown},
             Row{"SELECT 1 -- \r, remembers(1)", PgsqlEffect::unknown},
             Row{"CALL remembers()", PgsqlEffect::unknown},
             Row{"DO $$ BEGIN END $$", PgsqlEffect::unknown},
             Row{"LOAD 'auto_explain'", PgsqlEffect::unknown},
             Row{"EXECUTE p", PgsqlEffect::unknown},
             Row{"EXPLAIN ANALYZE SELECT 1", PgsqlEffect::unknown},
             Row{"CREATE TABLE t AS SELECT remembers(1)", PgsqlEffect::unknown},
             Row{"DISCARD ALL", PgsqlEffect::unknown},
             Row{"SELECT pg_advisory_lock(1)", PgsqlEffect::lock},
             Row{"SELECT pg_try_advisory_lock($1, $2)", PgsqlEffect::lock},
             Row{"CREATE TEMP TABLE t (id INT)", PgsqlEffect::temporary_table},
             Row{"CREATE OR REPLACE TEMPORARY VIEW v AS SELECT 1", PgsqlEffect::temporary_table},
             Row{"SELECT 1 INTO TEMP t", PgsqlEffect::temporary_table},
             Row{"LISTEN channel", PgsqlEffect::listen},
             Row{"PREPARE p AS SELECT 1", PgsqlEffect::prepared_statement},
             Row{"DECLARE c CURSOR WITH HOLD FOR SELECT 1", PgsqlEffect::cursor},
             Row{"SET ROLE other", PgsqlEffect::setting},
             Row{"SET role = 'other'", PgsqlEffect::setting},
             Row{"SET SESSION AUTHORIZATION other", PgsqlEffect::setting},
             Row{"RESET ALL", PgsqlEffect::setting},
             Row{"SET timezone TO DEFAULT", PgsqlEffect::setting},
             Row{"SET work_mem = E'1MB'", PgsqlEffect::setting},
             Row{"SET work_mem = $1", PgsqlEffect::setting},
             Row{"SET transaction_isolation = 'serializable'", PgsqlEffect::setting},
             Row{"SET seed = 0.5", PgsqlEffect::setting},
             Row{"SET NAMES 'SJIS'", PgsqlEffect::setting},
             Row{"SET client_encoding TO 'gb18030'", PgsqlEffect::setting},
             Row{"SET TIME ZONE INTERVAL '1' HOUR", PgsqlEffect::setting},
             Row{"SET timezone = 'UTC'; SELECT 1", PgsqlEffect::setting},
             Row{"SELECT 1; SET timezone = 'UTC'", PgsqlEffect::setting},
         }) {
        CAPTURE(row.text);
        CHECK(pgsql_effect(row.text) == row.expected);
    }
    // Within the string, or after it.
    CHECK(pgsql_effect("SELECT 'a\\', remembers(1), ' '", true) == PgsqlEffect::nothing);
}

TEST_CASE("pgsql effect: settings that can be made again") {
    CHECK(pgsql_statement({"set time zone 'UTC'"}) == "SET timezone TO 'UTC'");
    CHECK(pgsql_statement({"SET SESSION TimeZone = 'Asia/Tokyo';"}) == "SET timezone TO 'Asia/Tokyo'");
    CHECK(pgsql_statement({"set names 'utf8'"}) == "SET client_encoding TO 'utf8'");
    CHECK(pgsql_statement({"set search_path to \"$user\", public"}) == "SET search_path TO \"$user\", public");
    CHECK(pgsql_statement({"SET SCHEMA 'other'"}) == "SET search_path TO 'other'");
    CHECK(pgsql_statement({"SET app.tenant = '5'"}) == "SET app.tenant TO '5'");
    CHECK(pgsql_statement({"SET statement_timeout = 5000", "SET a = -1"}) ==
          "SET statement_timeout TO 5000; SET a TO -1");
    CHECK(pgsql_statement({"set session characteristics as transaction isolation level serializable, read only"}) ==
          "SET SESSION CHARACTERISTICS as transaction isolation level serializable, read only");
}

TEST_CASE("pgsql settings: the last one of a name, in order") {
    CHECK(pgsql_statement({"SET a = 1", "SET b = 2", "SET a = 3"}) == "SET b TO 2; SET a TO 3");
    CHECK(pgsql_statement({"SET datestyle = 'German'", "SET datestyle = 'DMY'"}) ==
          "SET datestyle TO 'German'; SET datestyle TO 'DMY'");
    PgsqlSettings one;
    PgsqlSettings other;
    CHECK(one.digest() == 0);
    one.set({"a", "SET a TO 1"});
    other.set({"a", "SET a TO 2"});
    CHECK(one.digest() != other.digest());
    other.set({"a", "SET a TO 1"});
    CHECK(one.digest() == other.digest());
}
