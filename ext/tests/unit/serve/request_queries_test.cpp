#include "serve/telemetry/request_queries.h"

#include <doctest/doctest.h>
#include <string>

using namespace tern;
using namespace tern::serve;

namespace {

struct QueriesOfARequest {
    size_t add(Bytes statement, uint32_t line = 1) {
        QueryDigest& digest = digests.of(statement, {}, "mysql");
        const size_t sort = queries.add(digest, {"/srv/app.php", line}, sql::hash_of(statement));
        digest.release();
        return sort;
    }
    std::string report() {
        QueryReport text;
        write_report(text, queries);
        return std::string(text.view());
    }

    QueryDigests digests;
    RequestQueries queries{false};
};

std::string item(int id) { return "SELECT * FROM items WHERE order_id = " + std::to_string(id); }

}  // namespace

TEST_CASE("queries of a request: a read in a loop is N+1") {
    QueriesOfARequest one;
    for (int i = 0; i < 5; ++i) one.add(item(i), 31);
    CHECK_FALSE(one.queries.sorts()[0].is_n_plus_1());
    one.add(item(5), 31);
    CHECK(one.queries.sorts()[0].is_n_plus_1());
    one.add(item(6), 31);
    CHECK(one.queries.n_plus_1() == 1);
    one.queries.add_wait(0, 1'234'567);
    one.queries.add_rows(0, 12);
    CHECK(one.report() ==
          "7 queries, 12 rows, 1.234 ms of waiting\n"
          "N+1: 7 times from /srv/app.php:31, 1.234 ms: SELECT * FROM items WHERE order_id = ?");
}

TEST_CASE("queries of a request: what is not N+1") {
    QueriesOfARequest one;
    for (int i = 0; i < 20; ++i) {
        one.add(item(i), static_cast<uint32_t>(i));                                 // from other lines
        one.add("SELECT COUNT(*) FROM table_" + std::to_string(i), 50);             // other shapes
        one.add("INSERT INTO t VALUES (" + std::to_string(i) + ")", 51);            // writes
        one.add("SELECT * FROM t WHERE id IN (1, " + std::to_string(i) + ")", 52);  // batches
    }
    CHECK(one.report() == "80 queries, 0 rows, 0.000 ms of waiting");
}

TEST_CASE("queries of a request: the same statement with the same values") {
    QueriesOfARequest one;
    for (int i = 0; i < 8; ++i) one.add(item(1), 7);
    one.add("UPDATE t SET a = 1", 8);
    one.add("UPDATE t SET a = 1", 8);
    CHECK(one.queries.sorts()[0].same == 7);
    CHECK(one.report().find("asked again with the same values: 7 times from /srv/app.php:7") != std::string::npos);
    CHECK(one.report().find("UPDATE") == std::string::npos);
}

TEST_CASE("queries of a request: transactions") {
    QueriesOfARequest one;
    one.queries.add_transaction(2'000'000);
    CHECK(one.report() == "0 queries, 0 rows, 0.000 ms of waiting, 1 transaction open for 2.000 ms");
    one.queries.add_transaction(3'000'000);
    CHECK(one.report().ends_with("2 transactions open for 5.000 ms, one of them for 3.000 ms"));
}

TEST_CASE("queries of a request: their number has a limit") {
    QueriesOfARequest one;
    for (uint32_t line = 0; line < RequestQueries::kMostSorts; ++line) one.add("SELECT 1", line);
    CHECK(one.add("SELECT 1", 9'999) == RequestQueries::kNoSort);
    one.queries.add_wait(RequestQueries::kNoSort, 1000);
    CHECK(one.queries.count() == RequestQueries::kMostSorts + 1);
    CHECK(one.queries.waited_ns() == 1000);
}

TEST_CASE("query digests: one text for two systems is two") {
    QueryDigests digests;
    QueryDigest& of_mysql = digests.of("SELECT 1", {}, "mysql");
    QueryDigest& of_postgresql = digests.of("SELECT 1", {sql::Dialect::postgresql, false}, "postgresql");
    CHECK(&of_mysql != &of_postgresql);
    CHECK(of_mysql.hash != of_postgresql.hash);
    CHECK(of_postgresql.system == "postgresql");
    QueryDigest& again = digests.of("SELECT 2", {}, "mysql");
    CHECK(&again == &of_mysql);
    for (QueryDigest* digest : {&of_mysql, &of_postgresql, &again}) digest->release();
}

TEST_CASE("query digests: those with the least time make room") {
    QueryDigests digests;
    for (size_t i = 0; i < QueryDigests::kMost + 10; ++i) {
        QueryDigest& digest = digests.of("SELECT * FROM t" + std::to_string(i), {}, "mysql");
        digest.totals.count = 1;
        QueryDigest& again = digests.of("SELECT * FROM t" + std::to_string(i), {}, "mysql");
        CHECK(&again == &digest);
        again.release();
        digest.totals.waited_ns = i == 0 ? 1'000'000 : static_cast<int64_t>(i);
        digest.release();
    }
    size_t count = 0;
    bool has_worst = false;
    digests.each([&](const QueryDigest& digest) {
        ++count;
        has_worst = has_worst || digest.text == "SELECT * FROM t0";
    });
    CHECK(count == QueryDigests::kMost);
    CHECK(has_worst);
    CHECK(digests.others().count == 10);
}
