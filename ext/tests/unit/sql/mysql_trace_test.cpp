#include "sql/mysql_trace.h"

#include <doctest/doctest.h>

#include "sql/mysql_remains.h"

using namespace tern;
using sql::MySqlFoundRows;
using sql::MySqlQuestions;
using sql::MySqlRemains;
using sql::MySqlTrace;
using sql::MySqlTraceOfText;

namespace {

MySqlTrace trace(Bytes text) { return sql::trace_of_mysql(text, {}).trace; }

constexpr MySqlTraceOfText kSelect{MySqlTrace::rows, true, MySqlFoundRows::replaced};
constexpr MySqlTraceOfText kCommit{MySqlTrace::nothing, false, MySqlFoundRows::kept};
constexpr MySqlTraceOfText kUpdate{MySqlTrace::write, true, MySqlFoundRows::kept};
constexpr MySqlTraceOfText kUpdateOfTwo{MySqlTrace::write, true, MySqlFoundRows::unknown};
constexpr MySqlTraceOfText kInsert{};

// A statement with so many rows, and its warnings.
MySqlRemains::Counts run(MySqlRemains& remains, MySqlTraceOfText trace, MySqlRemains::Counts before,
                         MySqlRemains::Counts after) {
    remains.begin(before);
    remains.begin_statement(trace);
    remains.note_response(true, trace.trace == MySqlTrace::rows);
    return after;
}

}  // namespace

TEST_CASE("mysql trace: the rows of a SELECT are what FOUND_ROWS() tells") {
    for (const Bytes text :
         {"SELECT * FROM t", "select 1", "SELECT a FROM t WHERE b = 'union' LIMIT 5;",
          "WITH c AS (SELECT 1) SELECT * FROM c", "SELECT IF(a, 1, 2) FROM t LIMIT 1", "SELECT * FROM t FOR UPDATE"}) {
        CAPTURE(text);
        CHECK(trace(text) == MySqlTrace::rows);
    }
    for (const Bytes text :
         {"SELECT * FROM t LIMIT 5, 10", "SELECT * FROM t LIMIT 10 OFFSET 5", "SELECT 1 UNION SELECT 2",
          "SELECT SQL_CALC_FOUND_ROWS * FROM t LIMIT 1", "SELECT 1 INTO OUTFILE 'f'", "SHOW WARNINGS",
          "EXPLAIN SELECT 1", "SELECT * FROM t LIMIT ?, ?"}) {
        CAPTURE(text);
        CHECK(trace(text) == MySqlTrace::count);
    }
}

TEST_CASE("mysql trace: statements that leave something for all that follow") {
    for (const Bytes text : {"INSERT INTO t VALUES (1)", "REPLACE INTO t VALUES (1)", "SELECT LAST_INSERT_ID()",
                             "UPDATE t SET a = LAST_INSERT_ID(a + 1)", "SELECT @@identity", "SELECT NEXTVAL(s)",
                             "SELECT NEXT VALUE FOR s", "SELECT CONNECTION_ID()", "SELECT 1; SELECT 2", "CALL p()",
                             "SELECT /*! 1 */", "(SELECT 1)", "CREATE TABLE t (id INT)", ""}) {
        CAPTURE(text);
        CHECK(trace(text) == MySqlTrace::session);
    }
    CHECK(trace("UPDATE t SET a = 1") == MySqlTrace::write);
    CHECK(trace("DELETE FROM t") == MySqlTrace::write);
    for (const Bytes text : {"BEGIN", "COMMIT", "ROLLBACK TO SAVEPOINT a", "SET NAMES utf8mb4", "START TRANSACTION"}) {
        CHECK(trace(text) == MySqlTrace::nothing);
    }
}

TEST_CASE("mysql trace: what FOUND_ROWS() outlives") {
    const auto found_rows = [](Bytes text) { return sql::trace_of_mysql(text, {}).found_rows; };
    for (const Bytes text : {"UPDATE t SET a = 1, b = 2", "DELETE FROM t WHERE a = 1", " set names utf8mb4",
                             "SAVEPOINT a", "RELEASE SAVEPOINT a", "INSERT INTO t (a, b) VALUES (1, 2), (3, 4)",
                             "REPLACE INTO t VALUES (1)", "USE test"}) {
        CAPTURE(text);
        CHECK(found_rows(text) == MySqlFoundRows::kept);
    }
    for (const Bytes text : {"SELECT 1", "WITH c AS (SELECT 1) SELECT * FROM c", "SHOW TABLES", "DESC t"}) {
        CAPTURE(text);
        CHECK(found_rows(text) == MySqlFoundRows::replaced);
    }
    for (const Bytes text :
         {"INSERT INTO t SELECT 8", "SET @a = (SELECT COUNT(*) FROM t)", "UPDATE t SET a = (SELECT 1)",
          "UPDATE t AS x JOIN t AS y SET x.a = 1", "UPDATE t, u SET t.a = 1", "DELETE x FROM t AS x",
          "DELETE FROM t USING t JOIN u", "CALL p()", ""}) {
        CAPTURE(text);
        CHECK(found_rows(text) == MySqlFoundRows::unknown);
    }
}

TEST_CASE("mysql trace: a statement that uses a table ends the warnings of those before") {
    CHECK(sql::trace_of_mysql("SELECT * FROM t", {}).ends_warnings);
    CHECK(sql::trace_of_mysql("SELECT a FROM `t`", {}).ends_warnings);
    CHECK(sql::trace_of_mysql("UPDATE t SET a = 1", {}).ends_warnings);
    for (const Bytes text :
         {"SELECT 1", "SELECT 1 FROM DUAL", "SELECT EXTRACT(YEAR FROM a)", "COMMIT", "SELECT 1 FROM (SELECT 1) AS a"}) {
        CAPTURE(text);
        CHECK_FALSE(sql::trace_of_mysql(text, {}).ends_warnings);
    }
}

TEST_CASE("mysql trace: questions") {
    CHECK(sql::questions_of_mysql("select found_Rows()").found_rows);
    CHECK_FALSE(sql::questions_of_mysql("SELECT SQL_CALC_FOUND_ROWS * FROM t").found_rows);
    CHECK(sql::questions_of_mysql("SELECT SQL_CALC_FOUND_ROWS FOUND_ROWS()").found_rows);
    CHECK(sql::questions_of_mysql("SELECT ROW_COUNT()").last);
    CHECK(sql::questions_of_mysql("SHOW COUNT(*) WARNINGS").last);
    CHECK(sql::questions_of_mysql("SELECT @@error_count").last);
    CHECK(sql::questions_of_mysql("SELECT @@last_gtid").gtid);
    CHECK_FALSE(sql::questions_of_mysql("SELECT * FROM t").any());
}

TEST_CASE("mysql remains: a SELECT and a COMMIT leave what can be made again") {
    MySqlRemains remains;
    CHECK_FALSE(remains.can_change({}));
    MySqlRemains::Counts last = run(remains, kSelect, {}, {3, 0});
    CHECK(remains.can_change(last));
    last = run(remains, kUpdate, last, {1, 0});
    CHECK_FALSE(remains.can_change(last));
    last = run(remains, kCommit, last, {0, 0});
    CHECK(remains.can_change(last));
    remains.change(last);
    CHECK_FALSE(remains.can_change(last));
    CHECK_FALSE(remains.is_known({.found_rows = true}));
    const auto wanted = remains.wanted({.found_rows = true});
    REQUIRE(wanted.has_value());
    CHECK(wanted->found_rows == 3);
    CHECK(wanted->counts_none);
    CHECK_FALSE(remains.wanted({.gtid = true}).has_value());
    remains.note_wanted();
    CHECK(remains.is_known({.found_rows = true}));
    CHECK_FALSE(remains.is_known({.gtid = true}));
    remains.end_request();
    CHECK(remains.is_known({.gtid = true}));
}

TEST_CASE("mysql remains: what keeps the connection") {
    MySqlRemains remains;
    SUBCASE("rows that were not stored") { CHECK_FALSE(remains.can_change(run(remains, kSelect, {}, {}))); }
    SUBCASE("a statement that may have changed FOUND_ROWS(), until the next SELECT") {
        MySqlRemains::Counts last = run(remains, kSelect, {}, {3, 0});
        last = run(remains, kUpdateOfTwo, last, {1, 0});
        last = run(remains, kCommit, last, {0, 0});
        CHECK_FALSE(remains.can_change(last));
        CHECK(remains.can_change(run(remains, kSelect, last, {1, 0})));
    }
    SUBCASE("more rows than are made again") { CHECK_FALSE(remains.can_change(run(remains, kSelect, {}, {1001, 0}))); }
    SUBCASE("warnings, until a table is used") {
        MySqlRemains::Counts last = run(remains, {MySqlTrace::rows, false}, {}, {1, 1});
        CHECK_FALSE(remains.can_change(last));
        last = run(remains, kCommit, last, {0, 0});
        CHECK_FALSE(remains.can_change(last));
        last = run(remains, kSelect, last, {1, 0});
        CHECK(remains.can_change(last));
    }
    SUBCASE("an error") {
        remains.begin({});
        remains.begin_statement(kCommit);
        remains.note_response(false, false);
        CHECK_FALSE(remains.can_change({}));
    }
    SUBCASE("INSERT, for good") {
        MySqlRemains::Counts last = run(remains, kInsert, {}, {1, 0});
        last = run(remains, kSelect, last, {1, 0});
        CHECK_FALSE(remains.can_change(last));
        remains.clear();
        CHECK(remains.can_change(run(remains, kSelect, {}, {1, 0})));
    }
    SUBCASE("another command") {
        const MySqlRemains::Counts last = run(remains, kSelect, {}, {1, 0});
        remains.begin(last);
        CHECK_FALSE(remains.can_change(last));
    }
}

TEST_CASE("mysql remains: prepared statements") {
    MySqlRemains remains;
    remains.begin({});
    remains.begin_statement(kSelect);
    remains.note_prepared(7);
    CHECK_FALSE(remains.can_change({}));
    remains.begin({});
    remains.begin_execution(7);
    remains.note_response(true, true);
    CHECK(remains.begin_end(7, {2, 0}));
    CHECK_FALSE(remains.can_change({}));
    remains.note_end();
    CHECK(remains.can_change({}));
    remains.change({});
    CHECK(remains.wanted({.found_rows = true})->found_rows == 2);
    remains.begin_execution(7);  // it is not known any more
    remains.note_response(true, true);
    CHECK_FALSE(remains.can_change({1, 0}));
}
