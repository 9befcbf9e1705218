#include "php/server/telemetry/trace_export.h"

#include <unistd.h>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/version.h"
#include "php/library/library.h"

namespace tern::php {

namespace {

std::string host_name() {
    char name[256] = "";
    return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

void fill_headers(const TextPairs& headers, zval* into) {
    array_init(into);
    for (const auto& [key, text] : headers)
        add_assoc_stringl_ex(into, key.data(), key.size(), text.data(), text.size());
}

}  // namespace

TraceExport::TraceExport(Runtime& runtime, const ServerConfig& config, shm::WorkerCounters& counters) noexcept
    : runtime_(runtime),
      config_(config),
      counters_(counters),
      tracer_(
          config.tracing_sample_ratio, counters, [](void* self) { static_cast<TraceExport*>(self)->on_span(); }, this),
      resource_{{"service.name", config.tracing_service_name},
                {"service.instance.id", host_name() + ":" + std::to_string(getpid())},
                {"host.name", host_name()},
                {"telemetry.sdk.name", "tern"},
                {"telemetry.sdk.language", "php"},
                {"telemetry.sdk.version", kTernVersion}},
      timer_([](void* self) { static_cast<TraceExport*>(self)->begin(); }, this) {}

TraceExport::~TraceExport() { counters_.spans_dropped.add(tracer_.count() + batch_count_); }

void TraceExport::schedule(int64_t delay_ms) noexcept { runtime_.loop.start_timer(timer_, delay_ms); }

void TraceExport::on_span() noexcept {
    if (sending_ || (failing_ && timer_.pending())) return;
    const bool full = tracer_.spans().size() >= serve::Tracer::kBatchBytes;
    if (full || !timer_.pending()) schedule(full ? 1 : kEveryMs);
}

void TraceExport::begin() noexcept {
    if (sending_ || runtime_.bailed) return;
    if (batch_.empty()) batch_count_ = tracer_.take(batch_);
    if (batch_.empty()) return;
    sending_ = true;
    if (!Fiber::spawn(runtime_, {run, nullptr, nullptr}, this)) end(Outcome::failed, {"there are too many coroutines"});
}

void TraceExport::run(void* argument) {
    auto* self = static_cast<TraceExport*>(argument);
    zval result;
    ZVAL_UNDEF(&result);
    const Outcome outcome = self->send(&result);
    if (EG(exception) != nullptr) zend_clear_exception();  // the worker is about to end
    self->end(outcome, read_refusal(result));
    zval_ptr_dtor(&result);
}

TraceExport::Refusal TraceExport::read_refusal(const zval& result) noexcept {
    if (Z_TYPE(result) != IS_ARRAY) return {};
    const zval* why = zend_hash_index_find(Z_ARRVAL(result), 1);
    const zval* seconds = zend_hash_index_find(Z_ARRVAL(result), 2);
    Refusal refusal;
    if (why != nullptr && Z_TYPE_P(why) == IS_STRING) refusal.why = view(Z_STR_P(why));
    if (seconds != nullptr && Z_TYPE_P(seconds) == IS_LONG) refusal.after_ms = Z_LVAL_P(seconds) * 1000;
    return refusal;
}

TraceExport::Outcome TraceExport::send(zval* return_value) {
    zend_class_entry* entry = library::need("tern\\internal\\tracing\\exporter");
    if (entry == nullptr) return Outcome::failed;
    zval arguments[3];
    ZVAL_STRINGL(&arguments[0], config_.tracing.data(), config_.tracing.size());
    fill_headers(config_.tracing_headers, &arguments[1]);
    Buffer* body = new Buffer;
    serve::write_export_request(*body, resource_, kTernVersion, batch_.view());
    ZVAL_STRINGL(&arguments[2], body->data(), body->size());
    delete body;
    auto* function = static_cast<zend_function*>(zend_hash_str_find_ptr(&entry->function_table, ZEND_STRL("send")));
    zend_call_known_function(function, nullptr, entry, return_value, 3, arguments, nullptr);
    bail_if_fatal();
    for (zval& one : arguments) zval_ptr_dtor(&one);
    if (Z_TYPE_P(return_value) == IS_NULL) return Outcome::sent;
    const zval* again =
        Z_TYPE_P(return_value) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(return_value), 0) : nullptr;
    return again != nullptr && Z_TYPE_P(again) == IS_FALSE ? Outcome::refused : Outcome::failed;
}

void TraceExport::forget_batch(shm::Counter& counted) noexcept {
    counted.add(batch_count_);
    batch_.clear();
    batch_count_ = 0;
}

void TraceExport::end(Outcome outcome, const Refusal& refusal) noexcept {
    sending_ = false;
    if (outcome == Outcome::sent) {
        forget_batch(counters_.spans_sent);
        if (failing_) TERN_G(log)->print(LogLevel::info, "traces: %s takes them again", config_.tracing.c_str());
    } else if (!failing_) {
        TERN_G(log)->print(LogLevel::warning, "traces: %s does not take them: %.*s", config_.tracing.c_str(),
                           static_cast<int>(refusal.why.size()), refusal.why.data());
    }
    failing_ = outcome != Outcome::sent;
    if (outcome == Outcome::refused || leaving_) forget_batch(counters_.spans_dropped);
    const int64_t delay_ms = next_delay_ms(outcome, refusal.after_ms);
    if (!batch_.empty() || !tracer_.spans().empty()) schedule(delay_ms);
}

// Each worker adds a delay of its own, so that they do not all retry at the same time.
int64_t TraceExport::next_delay_ms(Outcome outcome, int64_t asked_ms) noexcept {
    constexpr int64_t kShares = 256;
    if (outcome != Outcome::failed) return delay_ms_ = kEveryMs;
    delay_ms_ = std::min(delay_ms_ * 2, kMostDelayMs);
    const int64_t base_ms = asked_ms > 0 ? std::min(asked_ms, kMostAskedDelayMs) : delay_ms_;
    return base_ms + base_ms / 4 * (getpid() % kShares) / kShares;
}

bool TraceExport::finish() noexcept {
    leaving_ = true;
    if (sending_) return false;
    if (failing_ || runtime_.bailed) {
        forget_batch(counters_.spans_dropped);
        batch_count_ = tracer_.take(batch_);
        forget_batch(counters_.spans_dropped);
    }
    begin();
    return !sending_;
}

}  // namespace tern::php
