#include "sql/mysql_access.h"

#include <doctest/doctest.h>

using namespace tern;
using sql::MySqlAccess;
using sql::MySqlMode;

namespace {

MySqlAccess access(Bytes text, MySqlMode mode = {}) { return sql::access_of_mysql(text, mode); }

}  // namespace

TEST_CASE("mysql access: what depends on the text, the tables and the settings only") {
    for (const Bytes text : {
             "SELECT 1",
             "select * from `users` where id = 5 limit 1;",
             "SELECT COUNT(*), MAX(DATE_FORMAT(made, '%Y')) FROM orders GROUP BY name",
             "(SELECT 1) UNION (SELECT 2)",
             "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n",
             "SELECT user, version, now FROM accounts",
             "SELECT REPLACE(name, 'a', 'b'), INSERT(name, 1, 2, 'x') FROM t",
             "SELECT 'NOW() @a ; FOR UPDATE'",
             "SELECT `for`, `lock` FROM t",
             "SELECT 1 /* NOW() */ -- FOR UPDATE",
             "SELECT FROM_UNIXTIME(1000), MD5('a')",
         }) {
        CAPTURE(text);
        CHECK(access(text) == MySqlAccess::repeats);
    }
}

TEST_CASE("mysql access: what another session or another time answers differently") {
    for (const Bytes text : {
             "SELECT NOW()",
             "SELECT CURRENT_TIMESTAMP",
             "SELECT * FROM t WHERE day = current_date",
             "SELECT RAND()",
             "SELECT UUID()",
             "SELECT SLEEP(1)",
             "SELECT CONNECTION_ID()",
             "SELECT LAST_INSERT_ID()",
             "SELECT FOUND_ROWS()",
             "SELECT CURRENT_USER",
             "SELECT USER()",
             "SELECT DATABASE()",
             "SELECT @a",
             "SELECT @@sql_mode",
             "SELECT IS_FREE_LOCK('a')",
             "SELECT 1 INTO OUTFILE '/tmp/a'",
             "SELECT * FROM t LOCK IN SHARE MODE",
             "SELECT * FROM t FOR SHARE",
             "SELECT * FROM t FOR SYSTEM_TIME AS OF '2020-01-01'",
             "SELECT SQL_CALC_FOUND_ROWS id FROM t LIMIT 1",
             "SELECT * FROM information_schema.PROCESSLIST",
             "SELECT * FROM `information_schema`.`PROCESSLIST`",
             "SHOW TABLES",
             "SHOW WARNINGS",
         }) {
        CAPTURE(text);
        CHECK(access(text) == MySqlAccess::reads);
    }
}

TEST_CASE("mysql access: settings") {
    CHECK(access("SET NAMES utf8mb4") == MySqlAccess::sets);
    CHECK(access("SET time_zone = '+00:00', sql_mode = 'ANSI'") == MySqlAccess::sets);
    CHECK(access("SET time_zone = '+00:00', autocommit = 1") == MySqlAccess::writes);
    CHECK(access("SET GLOBAL time_zone = '+00:00'") == MySqlAccess::writes);
}

TEST_CASE("mysql access: what writes, may do so, or is not understood") {
    for (const Bytes text : {
             "",
             "INSERT INTO t VALUES (1)",
             "UPDATE t SET a = 1",
             "BEGIN",
             "COMMIT",
             "DO 1",
             "SELECT 1; SELECT 2",
             "SELECT 1; UPDATE t SET a = 1",
             "WITH c AS (SELECT 1) DELETE FROM t",
             "WITH c AS (SELECT 1) UPDATE t SET a = 1",
             "SELECT * FROM t FOR UPDATE",
             "SELECT own(1)",
             "SELECT db.own(1)",
             "SELECT NEXTVAL(s)",
             "SELECT NEXT VALUE FOR s",
             "SELECT s.nextval",
             "SELECT GET_LOCK('a', 1)",
             "SELECT @a := 1",
             "SELECT 1 INTO @a",
             "SELECT /*! own(1) */ 1",
             "SELECT 'never ends",
             "CALL own()",
             "SELECT * FROM t PROCEDURE ANALYSE()",
             "TABLE t",
         }) {
        CAPTURE(text);
        CHECK(access(text) == MySqlAccess::writes);
    }
    CHECK(access(R"(SELECT "own"(1))") == MySqlAccess::repeats);  // a text before a list
    CHECK(access(R"(SELECT "own"(1))", {false, true}) == MySqlAccess::writes);
}
