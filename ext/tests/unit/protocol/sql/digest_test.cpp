#include "protocol/sql/digest.h"

#include <doctest/doctest.h>
#include <string>

using namespace tern;
using namespace tern::sql;

namespace {

constexpr Syntax kMySql{Dialect::mysql, true};
constexpr Syntax kPostgreSql{Dialect::postgresql, false};

Digest& read(Bytes statement, const Syntax& syntax = kMySql) {
    static Digest digest;
    digest.read(statement, syntax);
    return digest;
}

std::string text(Bytes statement, const Syntax& syntax = kMySql) { return std::string(read(statement, syntax).text()); }

std::string summary(Bytes statement, const Syntax& syntax = kMySql) {
    return std::string(read(statement, syntax).summary().text());
}

}  // namespace

TEST_CASE("digest: values are taken out") {
    CHECK(text("SELECT * FROM t WHERE a = 1 AND b='x''y' AND c = \"z\\\"\"") ==
          "SELECT * FROM t WHERE a = ? AND b = ? AND c = ?");
    CHECK(text("SELECT 0xff, x'ff', b'01', N'a', _utf8mb4'b', 1e-5, .5, 1.5E+3, -7, +7") ==
          "SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?");
    CHECK(text("SELECT a - 1, a -1, a = -1, (-1)") == "SELECT a - ?, a - ?, a = ?, (?)");
    CHECK(text("UPDATE t SET a = NULL, b = TRUE WHERE c IS NULL AND d IS NOT NULL") ==
          "UPDATE t SET a = ?, b = ? WHERE c IS NULL AND d IS NOT NULL");
    CHECK(text("SELECT 'it\\'s', 'a' LIMIT 10, 20") == "SELECT ?, ? LIMIT ?, ?");
    CHECK(text("SELECT 'a\\', 5", {Dialect::mysql, false}) == "SELECT ?, ?");
    CHECK(text("SELECT 'never closed") == "SELECT ?");
}

TEST_CASE("digest: what is not a value stays") {
    CHECK(text("SELECT `a``1`, t.*, @x, @@session.sql_mode FROM `my table`") ==
          "SELECT `a``1`, t.*, @x, @@session.sql_mode FROM `my table`");
    CHECK(text("SELECT COUNT( * ) FROM t") == "SELECT COUNT(*) FROM t");
    CHECK(text("SET a=@x, b:=@@y") == "SET a = @x, b := @@y");
    CHECK(text("SELECT a->>'$.x' FROM t") == "SELECT a ->> ? FROM t");
}

TEST_CASE("digest: comments and space") {
    CHECK(text(" SELECT /* a ' */ 1 -- it's\n , 2 # it's\n FROM\tt ; ") == "SELECT ?, ? FROM t");
    CHECK(text("SELECT 2*/*'*/3") == "SELECT ? * ?");
    CHECK(text("SELECT 5-#'\n1") == "SELECT ? - ?");
    CHECK(text("SELECT 5--1") == "SELECT ? -- ?");
    CHECK(text("/*!40101 SET NAMES utf8 */") == "SET NAMES utf8");
    CHECK(text("SELECT 1 /* /* */ FROM t") == "SELECT ? FROM t");
    CHECK(text("SELECT 1 /* /* */ ' */ FROM t", kPostgreSql) == "SELECT ? FROM t");
    CHECK(text("a=1") == text("a  =  2"));
}

TEST_CASE("digest: a list of values is one") {
    CHECK(text("SELECT * FROM t WHERE id IN (1,2,3)") == "SELECT * FROM t WHERE id IN (?)");
    CHECK(read("SELECT * FROM t WHERE id IN (1)").is_batch() == false);
    CHECK(read("SELECT * FROM t WHERE id IN (?, ?)").is_batch());
    CHECK(text("INSERT INTO t (a, b) VALUES (1, -2), (3, NULL), (5, 'x')") == "INSERT INTO t(a, b) VALUES (?)");
    CHECK(text("INSERT INTO t VALUES (1, NOW()), (2, NOW())") == "INSERT INTO t VALUES (?, NOW())");
    CHECK(read("INSERT INTO t VALUES (1, NOW()), (2, NOW())").is_batch());
    CHECK_FALSE(read("INSERT INTO t VALUES (1, 2, 3)").is_batch());
    CHECK(text("SELECT (a), (b), (b) FROM t") == "SELECT (a), (b) FROM t");
}

TEST_CASE("digest: PostgreSQL") {
    CHECK(text("SELECT \"a\"::int, E'it\\'s', 'a\\', $$ it's $$, $f$ $$ ' $f$, U&'x', U&\"y\" FROM t", kPostgreSql) ==
          "SELECT \"a\"::int, ?, ?, ?, ?, ?, U&\"y\" FROM t");
    CHECK(text("SELECT * FROM t WHERE a = $1 AND b @> $2 AND c ? 'k'", kPostgreSql) ==
          "SELECT * FROM t WHERE a = ? AND b @> ? AND c ? ?");
    CHECK(text("SELECT ARRAY[1,2,3], a[1] FROM t", kPostgreSql) == "SELECT ARRAY[?], a[?] FROM t");
    CHECK(text("SELECT a FROM t WHERE b = 1 /* /* ' */ it's */ -- it's\nAND c IN ($1, $2)", kPostgreSql) ==
          "SELECT a FROM t WHERE b = ? AND c IN (?)");
    CHECK(text("INSERT INTO \"T\".t$1 (a) VALUES ($1), ($2) RETURNING id", kPostgreSql) ==
          "INSERT INTO \"T\".t$1(a) VALUES (?) RETURNING id");
}

TEST_CASE("digest: strings of PostgreSQL") {
    constexpr Syntax kEscaping{Dialect::postgresql, true};  // standard_conforming_strings is off
    CHECK(text("SELECT 'it\\'s', N'it\\'s', B'1', 5", kEscaping) == "SELECT ?, ?, ?, ?");
    CHECK(text("SELECT 'a\\', N'a\\', X'f\\', 5", kPostgreSql) == "SELECT ?, ?, ?, ?");
    CHECK(text("SELECT $1$2", kPostgreSql) == "SELECT ? ?");
    // Parts on several lines have the escapes of the first.
    CHECK(text("SELECT E'a'\n  'it\\'s secret', 5", kPostgreSql) == "SELECT ?, ?");
    CHECK(text("SELECT E'a' -- it's\n -- one\r\n'it\\'s secret' FROM t", kPostgreSql) == "SELECT ? FROM t");
    CHECK(text("SELECT 'a' 'b' FROM t", kPostgreSql) == "SELECT ? ? FROM t");
    CHECK(text("SELECT 'a'\n", kPostgreSql) == "SELECT ?");
    CHECK(text("SELECT 'a' --", kPostgreSql) == "SELECT ?");
    CHECK(text("SELECT -- it's\r a FROM t", kPostgreSql) == "SELECT a FROM t");
    CHECK(text("SELECT -- it's\r a\n FROM t") == "SELECT FROM t");
}

TEST_CASE("digest: operators of PostgreSQL") {
    CHECK(text("SELECT a <-> $1, a->>'x', a#>>'{y}', a @? '$.z', a ?| ARRAY['k'], -5, a=-1, a<>-1", kPostgreSql) ==
          "SELECT a <-> ?, a ->> ?, a #>> ?, a @? ?, a ?| ARRAY[?], ?, a = ?, a <> ?");
    CHECK(text("SELECT a*-- secret\n-1, b||/* secret */'c'", kPostgreSql) == "SELECT a * ?, b || ?");
    CHECK(text("SELECT a::int, -1::text, a+-1", kPostgreSql) == "SELECT a::int, ?::text, a + ?");
}

TEST_CASE("digest: its length has a limit") {
    std::string rows = "INSERT INTO t VALUES (1, 'a')";
    while (rows.size() < 3 * Digest::kMostRead) rows += ", (2, 'it''s')";
    CHECK(text(rows) == "INSERT INTO t VALUES (?)");
    CHECK(read(rows).is_cut());
    CHECK(read(rows).is_batch());
    std::string columns = "SELECT a";
    while (columns.size() < 2 * Digest::kMostText) columns += ", column_name";
    CHECK(read(columns).text().size() == Digest::kMostText);
    CHECK(read(columns).is_cut());
    CHECK(text("") == "");
    CHECK(text(std::string(100, '(')).size() == 100);
    CHECK(text(std::string(100, ')')).size() == 100);
}

TEST_CASE("digest: the same text has the same hash") {
    const uint64_t one = read("SELECT a FROM t WHERE b = 1").hash();
    CHECK(one == read("SELECT a FROM t WHERE b = 'x'").hash());
    CHECK(one != read("SELECT a FROM t WHERE c = 1").hash());
    CHECK(hash_of("abc") != hash_of("abd"));
    CHECK(hash_of("12345678") != hash_of("1234567"));
    CHECK(hash_of("") != hash_of(Bytes("\0", 1)));
}

TEST_CASE("summary: the examples of OpenTelemetry's conventions") {
    CHECK(summary("SELECT *\nFROM   wuser_table\nWHERE  username = ?") == "SELECT wuser_table");
    CHECK(summary("INSERT INTO shipping_details (order_id, address) SELECT order_id, address FROM orders "
                  "WHERE order_id = ?") == "INSERT shipping_details SELECT orders");
    CHECK(summary("SELECT * FROM songs, artists WHERE songs.artist_id == artists.id") == "SELECT songs artists");
    CHECK(summary("SELECT order_date FROM (SELECT * FROM orders o JOIN customers c ON o.customer_id = "
                  "c.customer_id)") == "SELECT SELECT orders customers");
    CHECK(summary("SELECT * FROM \"song list\", artists", kPostgreSql) == "SELECT \"song list\" artists");
    CHECK(summary("call some_stored_procedure(1)") == "call some_stored_procedure");
}

TEST_CASE("summary: operations and tables") {
    CHECK(summary("UPDATE shop.orders SET a = 1 WHERE b = 2") == "UPDATE shop.orders");
    CHECK(summary("DELETE FROM `orders` WHERE a IN (SELECT id FROM old)") == "DELETE `orders` SELECT old");
    CHECK(summary("INSERT IGNORE INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = 2") == "INSERT t");
    CHECK(summary("SELECT * FROM t FOR UPDATE") == "SELECT t");
    CHECK(summary("SELECT (REPLACE(a, 'b', 'c')) FROM t") == "SELECT t");
    CHECK(summary("SELECT EXTRACT(YEAR FROM a) FROM t WHERE a IS DISTINCT FROM b") == "SELECT t");
    CHECK(summary("CREATE TABLE IF NOT EXISTS t (a INT)") == "CREATE t");
    CHECK(summary("TRUNCATE TABLE t") == "TRUNCATE t");
    CHECK(summary("START TRANSACTION") == "START");
    CHECK(summary("WITH x AS (SELECT 1 FROM a) DELETE FROM b") == "SELECT a DELETE b");
    CHECK(read("WITH x AS (SELECT 1 FROM a) DELETE FROM b").summary().operation() == "DELETE");
    CHECK(summary("INSERT INTO a VALUES (1); UPDATE b SET c = 1") == "INSERT a UPDATE b");
}

TEST_CASE("summary: one table, and what only reads") {
    CHECK(read("SELECT * FROM `orders` o").summary().collection() == "orders");
    CHECK(read("SELECT * FROM a JOIN a b ON 1").summary().collection() == "a");
    CHECK(read("SELECT * FROM a JOIN b ON 1").summary().collection() == "");
    CHECK(read("SELECT 1").summary().operation() == "SELECT");
    CHECK(read("SELECT 1").summary().reads());
    CHECK(read("WITH x AS (SELECT 1) SELECT 2").summary().reads());
    CHECK_FALSE(read("WITH x AS (DELETE FROM t RETURNING *) SELECT 2").summary().reads());
    CHECK_FALSE(read("INSERT INTO t SELECT 1").summary().reads());
    CHECK_FALSE(read("COMMIT").summary().reads());
}

TEST_CASE("summary: no name is cut") {
    std::string statement = "SELECT * FROM first";
    for (int i = 0; i < 100; ++i) statement += ", table_" + std::to_string(i);
    const std::string made = summary(statement);
    CHECK(made.size() <= Summary::kMostText);
    CHECK(statement.find(made.substr(made.rfind(' ') + 1) + ",") != std::string::npos);
}
