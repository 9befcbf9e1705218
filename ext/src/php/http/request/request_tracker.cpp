#include "php/http/request/request_tracker.h"

#include "php/coroutine/program/process_runtime.h"
#include "php/http/port_host.h"
#include "serve/log/access_format.h"
#include "serve/telemetry/request_queries.h"

namespace tern::php {

namespace {

constexpr size_t kLongestPath = 200;

bool are_wanted(const PortConfig& config, const ServerConfig& server) {
    if (config.server_timing || server.slow_request_ms > 0 || !server.admin.empty() || !server.db_queries.empty())
        return true;
    return !config.access_log.empty() && serve::AccessFormat(config.access_log_format).wants_account();
}

double to_ms(int64_t ns) noexcept { return static_cast<double>(ns) / 1e6; }

void describe(serve::RequestAccount& account, int64_t now_ns, zval* row) {
    account.settle(now_ns);
    const serve::Exchange& exchange = *account.exchange();
    array_init(row);
    add_assoc_long(row, "session", exchange.session_id);
    add_assoc_stringl(row, "method", exchange.head.method.data(), exchange.head.method.size());
    add_assoc_stringl(row, "path", exchange.head.path.data(), exchange.head.path.size());
    add_assoc_double(row, "age_ms", to_ms(now_ns - account.since_ns()));
    add_assoc_bool(row, "slow", account.slow);
    add_assoc_double(row, "cpu_ms", to_ms(account.cpu_ns()));
    add_assoc_long(row, "switches", static_cast<zend_long>(account.switches()));
    add_assoc_long(row, "memory", account.memory_bytes());
    const coro::Coroutine* coroutine = coroutines()->scheduler.find(account.coroutine_id);
    add_assoc_string(row, "waits_for",
                     coro::describe(coroutine == nullptr ? coro::Wait::nothing : coroutine->waits_for()));
    zval waits;
    array_init(&waits);
    for (size_t i = 0; i < serve::kWaitNames.size(); ++i) {
        const int64_t ns = account.waited_ns(static_cast<serve::WaitKind>(i));
        if (ns > 0) add_assoc_double_ex(&waits, serve::kWaitNames[i].data(), serve::kWaitNames[i].size(), to_ms(ns));
    }
    add_assoc_zval(row, "waits_ms", &waits);
}

// What the request has asked databases, as a line of the log.
[[gnu::noinline]] void log_queries(const serve::Exchange& exchange, const serve::RequestQueries& queries) noexcept {
    serve::QueryReport text;
    text.add("queries of ");
    text.add(exchange.head.method);
    text.add(" ");
    text.add(exchange.head.path.substr(0, kLongestPath));
    text.add(": ");
    const bool advises = serve::write_report(text, queries);
    const LogLevel level = advises ? LogLevel::warning : LogLevel::info;
    if (TERN_G(log)->wants(level)) TERN_G(log_file)->write(level, text.view());
}

}  // namespace

std::unique_ptr<RequestTracker> RequestTracker::make(PortHost& host, const PortConfig& config,
                                                     const ServerConfig& server) noexcept {
    if (!are_wanted(config, server)) return nullptr;
    return std::make_unique<RequestTracker>(*runtime(), host, config, server);
}

RequestTracker::RequestTracker(Runtime& runtime, PortHost& host, const PortConfig& config,
                               const ServerConfig& server) noexcept
    : runtime_(runtime),
      host_(host),
      active_(runtime.loop, server.slow_request_ms, runtime.slow_request_log),
      server_timing_(config.server_timing) {
    host_.active_requests.push_back(&active_);
    runtime_.coroutine_clock.turn_on();
    if (server.slow_request_ms == 0) return;
    runtime_.slow_request_log.start(server.slow_request_ms);
    runtime_.coroutine_clock.notify(runtime_.slow_request_log);
}

RequestTracker::~RequestTracker() { std::erase(host_.active_requests, &active_); }

void RequestTracker::open(serve::Exchange& exchange) noexcept {
    Fiber* fiber = runtime_.current();
    if (fiber == nullptr) runtime_.coroutine_clock.begin_outside();
    serve::RequestAccount& account = active_.open(exchange, runtime_.coroutine_clock.since_ns());
    account.server_timing = server_timing_;
    runtime_.coroutine_clock.handle(fiber, account);
}

void RequestTracker::due(serve::Exchange& exchange) noexcept {
    if (runtime() == nullptr) return;  // the process ends, or was forked by PHP code
    Runtime& runtime = *php::runtime();
    const int64_t now_ns = runtime.coroutine_clock.settle(runtime.current(), exchange.facts.ended_us * 1000);
    exchange.account->settle(now_ns);
    runtime.slow_request_log.on_end(*exchange.account, exchange.facts.status, now_ns);
    const serve::RequestQueries* queries = exchange.account->queries;
    if (queries != nullptr && queries->logs) log_queries(exchange, *queries);
}

void add_server_timing(const serve::Exchange& exchange, std::vector<http::Field>& fields) noexcept {
    serve::RequestAccount* account = exchange.account;
    if (account == nullptr || !account->server_timing) return;
    const int64_t now_ns = coroutines()->coroutine_clock.settle(coroutines()->current());
    account->settle(now_ns);
    serve::ServerTimingText& text = port_host()->server_timing;
    text.clear();
    serve::write_server_timing(text, *account, now_ns);
    fields.push_back({"Server-Timing", text.view()});
}

void list_active_requests(zval* into) {
    array_init(into);
    if (port_host() == nullptr) return;
    const int64_t now_ns = coroutines()->coroutine_clock.settle(coroutines()->current());
    for (serve::ActiveRequests* active : port_host()->active_requests) {
        active->each([&](serve::RequestAccount& account) {
            zval row;
            describe(account, now_ns, &row);
            add_index_zval(into, static_cast<zend_ulong>(account.coroutine_id), &row);
        });
    }
}

}  // namespace tern::php
