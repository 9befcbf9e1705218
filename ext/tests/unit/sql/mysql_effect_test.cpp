#include "sql/mysql_effect.h"

#include <doctest/doctest.h>

using namespace tern;
using sql::MySqlEffect;
using sql::MySqlMode;
using sql::MySqlSetting;
using sql::MySqlSettings;

namespace {

MySqlEffect effect(Bytes text, MySqlMode mode = {}) {
    std::vector<MySqlSetting> settings;
    return sql::effect_of_mysql(text, mode, settings);
}

std::vector<std::string> statements(std::initializer_list<Bytes> texts) {
    MySqlSettings all;
    for (const Bytes text : texts) {
        std::vector<MySqlSetting> settings;
        REQUIRE(sql::effect_of_mysql(text, {}, settings) == MySqlEffect::settings);
        for (const MySqlSetting& one : settings) all.set(one);
    }
    return all.statements();
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("mysql effect: statements that leave nothing") {
    for (const Bytes text : {
             "",
             " ; ",
             "select 1",
             "SELECT * FROM `users` WHERE `id` = ? LIMIT 1;",
             "(SELECT 1) UNION (SELECT 2)",
             "INSERT INTO users (name, age) VALUES ('it''s', 5)",
             "insert into `a`.`users`(`name`) values (?)",
             "REPLACE INTO users (id) VALUES (1)",
             "INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = VALUES(a)",
             "UPDATE t SET a = CONCAT(a, 'x') WHERE id IN (1, 2)",
             "DELETE FROM t WHERE id = 1",
             "WITH recursive tree (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM tree) SELECT COUNT(*) FROM tree",
             "SELECT @a, @@sql_mode",
             "SELECT 'into @a := 1 f(x)'",
             "SELECT \"a \\\" f(x)\"",
             "SHOW TABLES",
             "/* f(x) */ SELECT 1 # := ",
             "SELECT 1 -- := \n + 2",
             "BEGIN",
             "BEGIN WORK",
             "START TRANSACTION READ ONLY",
             "COMMIT",
             "ROLLBACK TO SAVEPOINT a",
             "RELEASE SAVEPOINT a",
             "CREATE TABLE t (id INT, KEY k (id))",
             "DROP TABLE t",
             "ALTER TABLE t ADD c VARCHAR(10) DEFAULT (now())",
             "SELECT 1; UPDATE t SET a = 1",
             "SELECT - 1",
             "SELECT LAST_INSERT_ID(), NOW(6), IF(1, 2, 3)",
             "KILL QUERY 5",
             "SELECT a INTO OUTFILE '/tmp/x' FROM t",
         }) {
        CAPTURE(text);
        CHECK(effect(text) == MySqlEffect::nothing);
    }
}

TEST_CASE("mysql effect: statements that leave something") {
    struct Row {
        Bytes text;
        MySqlEffect effect;
    };
    for (const Row& row : std::initializer_list<Row>{
             {"SELECT @a := 1", MySqlEffect::user_variable},
             {"SELECT 1 INTO @a", MySqlEffect::user_variable},
             {"SET @a = 1", MySqlEffect::user_variable},
             {"SET time_zone = '+00:00', @a = 1", MySqlEffect::user_variable},
             {"CREATE TEMPORARY TABLE t (id INT)", MySqlEffect::temporary_table},
             {"create /* a */ temporary table t select 1", MySqlEffect::temporary_table},
             {"SELECT GET_LOCK('a', 1)", MySqlEffect::lock},
             {"LOCK TABLES t READ", MySqlEffect::lock},
             {"SET timestamp = 5", MySqlEffect::setting},
             {"SET sql_mode = CONCAT(@@sql_mode, ',ANSI')", MySqlEffect::setting},
             {"SET sql_mode = (SELECT 1)", MySqlEffect::setting},
             {"SET GLOBAL time_zone = '+00:00'", MySqlEffect::setting},
             {"SET TRANSACTION READ ONLY", MySqlEffect::setting},
             {"SET NAMES gbk", MySqlEffect::setting},
             {"SET NAMES DEFAULT", MySqlEffect::setting},
             {"SET time_zone = 'a\\'b'", MySqlEffect::setting},
             {"SET time_zone = 'a' 'b'", MySqlEffect::setting},
             {"SET optimizer_switch = 'mrr=on'", MySqlEffect::setting},
             {"SET ROLE a", MySqlEffect::setting},
             {"SET STATEMENT max_statement_time = 1 FOR SELECT 1", MySqlEffect::setting},
             {"SET time_zone = 'a'; SELECT 1", MySqlEffect::setting},
             {"SELECT 1; SET time_zone = 'a'", MySqlEffect::setting},
             {"SELECT f(1)", MySqlEffect::unknown},
             {"SELECT now (1)", MySqlEffect::unknown},
             {"SELECT a.now()", MySqlEffect::unknown},
             {"SELECT `f`(1)", MySqlEffect::unknown},
             {"INSERT INTO t (a) VALUES (f(1))", MySqlEffect::unknown},
             {"INSERT INTO t SELECT f(1)", MySqlEffect::unknown},
             {"INSERT INTO t SET a = f(1)", MySqlEffect::unknown},
             {"CALL p()", MySqlEffect::unknown},
             {"XA START 'a'", MySqlEffect::unknown},
             {"HANDLER t OPEN", MySqlEffect::unknown},
             {"PREPARE a FROM 'SELECT 1'", MySqlEffect::unknown},
             {"FLUSH TABLES WITH READ LOCK", MySqlEffect::unknown},
             {"SELECT 1 /*! , f(1) */", MySqlEffect::unknown},
             {"SELECT 1 /*M! , f(1) */", MySqlEffect::unknown},
             {"SELECT 'a", MySqlEffect::unknown},
             {"SELECT 1 /* ", MySqlEffect::unknown},
             {"BEGIN NOT ATOMIC SET @a = 1; END", MySqlEffect::unknown},
             {"BEGIN SET @a = 1; END", MySqlEffect::unknown},
             {"COMMIT RELEASE", MySqlEffect::unknown},
             {"DROP DATABASE a", MySqlEffect::unknown},
             {"CREATE TABLE a AS SELECT f(1)", MySqlEffect::unknown},
             {"USE a b", MySqlEffect::unknown},
         }) {
        CAPTURE(row.text);
        CHECK(effect(row.text) == row.effect);
    }
}

TEST_CASE("mysql effect: the session's mode says where a string ends") {
    CHECK(effect(R"(SELECT 'a\', f(1), 'b')") == MySqlEffect::unknown);
    CHECK(effect(R"(SELECT 'a\', f(1), ')") == MySqlEffect::nothing);
    CHECK(effect(R"(SELECT 'a\', f(1), 'b')", {.no_backslash_escapes = true}) == MySqlEffect::unknown);
    CHECK(effect(R"(SELECT 'a\', now(), 'b')", {.no_backslash_escapes = true}) == MySqlEffect::nothing);
    CHECK(effect(R"(SELECT "a\", f(1), "b")", {.ansi_quotes = true}) == MySqlEffect::unknown);
    CHECK(effect(R"(SELECT "f"(1))", {.ansi_quotes = true}) == MySqlEffect::unknown);
}

TEST_CASE("mysql settings: what was set last is set again") {
    CHECK(statements({"SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_ci', SESSION sql_mode='ANSI';"}) ==
          Texts{"SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_ci', sql_mode = 'ANSI'"});
    CHECK(statements({"SET time_zone = '+01:00'", "SET @@session.sql_mode := ''", "SET TIME_ZONE='+02:00'"}) ==
          Texts{"SET sql_mode = '', time_zone = '+02:00'"});
    CHECK(statements({"SET NAMES latin1", "SET character_set_results = NULL", "set names utf8mb4"}) ==
          Texts{"SET character_set_results = NULL, NAMES utf8mb4"});
    CHECK(statements({"SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED, READ ONLY"}) ==
          Texts{"SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", "SET SESSION TRANSACTION READ ONLY"});
    CHECK(statements({"SET autocommit=0", "SET SQL_BIG_SELECTS = 1", "SET div_precision_increment = -1"}) ==
          Texts{"SET autocommit = 0, sql_big_selects = 1, div_precision_increment = -1"});
}

TEST_CASE("mysql settings: the database, and their digest") {
    MySqlSettings all;
    CHECK(all.empty());
    CHECK(all.digest() == 0);
    for (const Bytes text : {"USE a", "use `b c`;"}) {
        std::vector<MySqlSetting> settings;
        REQUIRE(sql::effect_of_mysql(text, {}, settings) == MySqlEffect::settings);
        all.set(settings.at(0));
    }
    REQUIRE(all.find("database") != nullptr);
    CHECK(*all.find("database") == "b c");
    CHECK(all.statements().empty());
    MySqlSettings same;
    same.set({"database", "b c"});
    CHECK(all.digest() == same.digest());
    same.set_multiple(true, true);
    CHECK(all.digest() != same.digest());
}
