// Observes the queries of this process: drivers (queries/mysql_queries, queries/pgsql_queries) report each, with times
// that are taken around their calls. It knows the digest, the line of the application, and the request that waits.
// There is one in each worker of a server with the option db_queries.
#pragma once

#include <array>
#include <optional>

#include "base/address_map.h"
#include "base/clock.h"
#include "php/coroutine/report/blocking_report.h"
#include "php/engine/compat/engine.h"
#include "php/engine/globals.h"
#include "serve/telemetry/query_digests.h"
#include "serve/telemetry/request_account.h"
#include "serve/telemetry/request_queries.h"

namespace tern::php {

// A query on one connection, until its results are read or the next one is sent.
struct QueryRun {
    serve::QueryDigest* digest = nullptr;      // a reference; null: none is under way
    serve::RequestAccount* account = nullptr;  // a reference; null: it belongs to no request
    size_t sort = serve::RequestQueries::kNoSort;
    uint64_t exact = 0;
    int64_t waited_ns = 0;
    bool has_response = false;
    bool is_slow = false;  // and was reported
};

struct QueryOptions {
    bool logs = false;        // a line for each request
    int64_t slow_ms = 0;      // 0: none is slow
    bool traces_raw = false;  // spans have statements with their values
};

// For metrics.
struct QueryCounts {
    std::array<uint64_t, serve::kQueryOperations> queries{};
    std::array<int64_t, serve::kQueryOperations> waited_ns{};
    uint64_t failed = 0;
    uint64_t slow = 0;
    uint64_t n_plus_1 = 0;  // lines that have become that, of requests
};

class QueryObserver {
public:
    explicit QueryObserver(const QueryOptions& options) noexcept;
    QueryObserver(const QueryObserver&) = delete;
    QueryObserver& operator=(const QueryObserver&) = delete;
    ~QueryObserver() = default;

    static int64_t now_ns() noexcept { return read_clock_ns(CLOCK_MONOTONIC); }

    // The caller gets a reference.
    serve::QueryDigest& digest_of(Bytes statement, const sql::Syntax& syntax, Bytes system) {
        return digests_.of(statement, syntax, system);
    }
    const serve::QueryDigests& digests() const noexcept { return digests_; }
    const QueryCounts& counts() const noexcept { return counts_; }

    // The query is about to be sent. Takes over the reference to the digest.
    // `statement`: of a text with values; empty: the digest says all.
    void begin(QueryRun& run, serve::QueryDigest& digest, uint64_t exact, Bytes statement);
    // The same, for one that was sent, and has waited.
    void begin_sent(QueryRun& run, serve::QueryDigest& digest, int64_t waited_ns);
    // A call for it has waited.
    void add_wait(QueryRun& run, int64_t ns) noexcept;
    // The server has begun to respond, or has failed. The line of the application is that of the running code.
    // `error`: the number or SQLSTATE of the database; empty: it has not failed.
    void respond(QueryRun& run, Bytes error);
    void add_rows(QueryRun& run, uint64_t rows) noexcept;
    static void end(QueryRun& run) noexcept;
    // A transaction of the running request has ended.
    void add_transaction(int64_t open_ns);

private:
    serve::RequestQueries* queries_of(serve::RequestAccount* account) const;

    static void start(QueryRun& run, serve::QueryDigest& digest, uint64_t exact) noexcept;
    void count_wait(QueryRun& run, int64_t ns) noexcept;
    void report_slow(const QueryRun& run) noexcept;

    const bool logs_;
    const bool traces_raw_;
    const int64_t slow_ns_;  // INT64_MAX: none is slow
    serve::QueryDigests digests_;
    QueryCounts counts_;
    std::optional<Peek> peek_;  // for stacks of slow queries
};

// Of this process. Null: queries are not observed.
inline QueryObserver* query_observer() noexcept { return TERN_G(query_observer); }

// Makes the observer of a worker, for the rest of the process.
void observe_queries(const QueryOptions& options);

}  // namespace tern::php
