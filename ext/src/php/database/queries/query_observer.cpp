#include "php/database/queries/query_observer.h"

#include "php/database/queries/application_line.h"
#include "php/database/queries/mysql_queries.h"
#include "php/database/queries/pgsql_queries.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/trace_scope.h"

namespace tern::php {

namespace {

// Null: the running code works for no request that has an account.
serve::RequestAccount* running_account() noexcept {
    Coroutines* coroutines = php::coroutines();
    return coroutines == nullptr ? nullptr : coroutines->coroutine_clock.account_of(coroutines->current());
}

constexpr size_t kMostRaw = 4096;  // of an attribute of a span

// Null: what runs is not recorded.
TraceScope* sampled_trace() noexcept {
    Coroutines* coroutines = php::coroutines();
    TraceScope* trace = coroutines == nullptr ? nullptr : current_trace(*coroutines);
    return trace != nullptr && trace->trace().sampled() ? trace : nullptr;
}

}  // namespace

QueryObserver::QueryObserver(const QueryOptions& options) noexcept
    : logs_(options.logs),
      traces_raw_(options.traces_raw),
      slow_ns_(options.slow_ms > 0 ? options.slow_ms * 1'000'000 : INT64_MAX) {
    if (options.slow_ms > 0) peek_.emplace();
}

serve::RequestQueries* QueryObserver::queries_of(serve::RequestAccount* account) const {
    if (account == nullptr) return nullptr;
    if (account->queries == nullptr) account->queries = new serve::RequestQueries(logs_);
    return account->queries;
}

void QueryObserver::end(QueryRun& run) noexcept {
    if (run.digest == nullptr) return;
    std::exchange(run.digest, nullptr)->release();
    if (run.account != nullptr) std::exchange(run.account, nullptr)->release();
}

void QueryObserver::start(QueryRun& run, serve::QueryDigest& digest, uint64_t exact) noexcept {
    end(run);
    run = {};
    run.digest = &digest;
    run.exact = exact;
    run.account = running_account();
    if (run.account != nullptr) run.account->retain();
}

void QueryObserver::begin(QueryRun& run, serve::QueryDigest& digest, uint64_t exact, Bytes statement) {
    start(run, digest, exact);
    if (TraceScope* trace = sampled_trace()) {
        trace->describe_query(digest, traces_raw_ ? statement.substr(0, kMostRaw) : Bytes());
    }
}

void QueryObserver::begin_sent(QueryRun& run, serve::QueryDigest& digest, int64_t waited_ns) {
    start(run, digest, digest.hash);
    run.waited_ns = waited_ns;
    if (TraceScope* trace = sampled_trace()) trace->describe_sent_query(digest);
}

void QueryObserver::count_wait(QueryRun& run, int64_t ns) noexcept {
    serve::QueryTotals& totals = run.digest->totals;
    totals.waited_ns += ns;
    totals.worst_ns = std::max(totals.worst_ns, run.waited_ns);
    counts_.waited_ns[static_cast<size_t>(run.digest->kind)] += ns;
    if (run.waited_ns < slow_ns_ || std::exchange(run.is_slow, true)) return;
    ++counts_.slow;
    report_slow(run);
}

// With the PHP stack of the running code, which has waited for it.
[[gnu::noinline]] void QueryObserver::report_slow(const QueryRun& run) noexcept {
    if (!TERN_G(log)->wants(LogLevel::warning)) return;
    BlockingText text;
    text.add("slow query: ");
    text.add(static_cast<uint64_t>(run.waited_ns / 1'000'000));
    text.add(" ms: ");
    text.add(run.digest->text);
    (void)write_stack(text, EG(current_execute_data), *peek_);
    TERN_G(log_file)->write(LogLevel::warning, text.view());
}

void QueryObserver::add_wait(QueryRun& run, int64_t ns) noexcept {
    if (run.digest == nullptr) return;
    run.waited_ns += ns;
    if (!run.has_response) return;  // respond() counts it
    count_wait(run, ns);
    if (run.account != nullptr && run.account->queries != nullptr) run.account->queries->add_wait(run.sort, ns);
}

void QueryObserver::respond(QueryRun& run, Bytes error) {
    if (run.digest == nullptr || run.has_response) return;
    run.has_response = true;
    serve::QueryTotals& totals = run.digest->totals;
    ++totals.count;
    ++counts_.queries[static_cast<size_t>(run.digest->kind)];
    if (!error.empty()) {
        if (TraceScope* trace = sampled_trace()) trace->fail_query(error);
        ++totals.failed;
        ++counts_.failed;
    }
    totals.first_ns += run.waited_ns;
    count_wait(run, run.waited_ns);
    serve::RequestQueries* queries = queries_of(run.account);
    if (queries == nullptr) return;
    const ApplicationLine line = application_line();
    const uint64_t n_plus_1 = queries->n_plus_1();
    run.sort = queries->add(*run.digest, {line.file == nullptr ? Bytes() : view(line.file), line.line}, run.exact);
    queries->add_wait(run.sort, run.waited_ns);
    counts_.n_plus_1 += queries->n_plus_1() - n_plus_1;
}

void QueryObserver::add_rows(QueryRun& run, uint64_t rows) noexcept {
    if (run.digest == nullptr) return;
    run.digest->totals.rows += rows;
    if (run.account != nullptr && run.account->queries != nullptr) run.account->queries->add_rows(run.sort, rows);
}

void QueryObserver::add_transaction(int64_t open_ns) {
    if (serve::RequestQueries* queries = queries_of(running_account())) queries->add_transaction(open_ns);
}

void observe_queries(const QueryOptions& options) {
    TERN_G(query_observer) = new QueryObserver(options);
    take_over_mysql_queries();
    take_over_pgsql_queries();
}

}  // namespace tern::php
