#include "php/coroutine/report/slow_request_log.h"

#include <unistd.h>

#include "base/clock.h"
#include "loop/offload.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/watch_thread.h"
#include "php/engine/globals.h"
#include "serve/exchange.h"
#include "serve/telemetry/request_account.h"

namespace tern::php {

namespace {

constexpr size_t kLongestName = 200;

// Reads memory of another thread, which may be running.
void add_view(BlockingText& text, const Bytes* from, Peek& peek) noexcept {
    Bytes name;
    char letters[kLongestName];
    if (!peek.copy(from, name)) return text.add("?");
    const size_t length = std::min(name.size(), sizeof letters);
    if (length > 0 && !peek.copy(static_cast<const void*>(name.data()), letters, length)) return text.add("?");
    text.add(Bytes(letters, length));
}

template <class Number>
uint64_t peek_number(const Number* from, Peek& peek) noexcept {
    Number number{};
    return peek.copy(from, number) ? static_cast<uint64_t>(number) : 0;
}

}  // namespace

proc::LogFile& SlowRequestLog::file() const noexcept { return file_ != nullptr ? *file_ : *TERN_G(log_file); }
bool SlowRequestLog::writes() const noexcept { return file_ != nullptr || TERN_G(log)->wants(LogLevel::warning); }

void SlowRequestLog::start(int64_t slow_ms) noexcept {
    if (pause_ms_ > 0) return;
    peek_.emplace();
    far_peek_.emplace();
    call_file_ = boundary::open_call_file();
    process_ = getpid();
    pause_ms_ = std::max<int64_t>(1, slow_ms / kLooks);
    pulse_.waits();
    pulse_.begin_watch();
    if (!loop::start_thread(thread_, watch_thread<&SlowRequestLog::watch>(), this)) process_ = 0;
}

// A forked child has this memory, but no thread to join.
void SlowRequestLog::end() noexcept {
    if (pause_ms_ == 0) return;
    pulse_.end_watch();
    if (getpid() == process_) pthread_join(thread_, nullptr);
    if (call_file_ >= 0) ::close(call_file_);
    pause_ms_ = 0;
}

void SlowRequestLog::on_run(serve::RequestAccount* account) noexcept {
    serve::RequestAccount* before = running_.load(std::memory_order_relaxed);
    if (before == nullptr && account == nullptr) return;
    if (before != nullptr && reported_.load(std::memory_order_relaxed) == pulse_.count()) note(*before);
    const bool may_become_slow = account != nullptr && !account->slow && account->exchange() != nullptr;
    running_.store(account, std::memory_order_relaxed);
    due_us_.store(may_become_slow ? account->slow_at_us : 0, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    account == nullptr ? pulse_.waits() : pulse_.works();
}

// --- the thread

void* SlowRequestLog::watch(void* slow_request_log) {
    auto& self = *static_cast<SlowRequestLog*>(slow_request_log);
    uint32_t quiet = 0;
    uint64_t last = 0;
    while (quiet < kQuietLooks ? self.pulse_.pause(self.pause_ms_) : self.pulse_.sleep()) {
        const uint64_t count = self.pulse_.count();
        quiet = count == std::exchange(last, count) && !loop::Pulse::working(count) ? quiet + 1 : 0;
        if (loop::Pulse::working(count)) self.look(count);
    }
    return nullptr;
}

void SlowRequestLog::look(uint64_t count) noexcept {
    std::atomic_thread_fence(std::memory_order_acquire);
    const int64_t due_us = due_us_.load(std::memory_order_relaxed);
    if (due_us == 0 || monotonic_us() < due_us || reported_.load(std::memory_order_relaxed) == count) return;
    asked_.store(count, std::memory_order_release);
    zend_atomic_bool_store(&EG(vm_interrupt), true);
    (void)pulse_.pause(kGraceMs);
    if (asked_.exchange(0) == count) report_running(count, false);
}

void SlowRequestLog::answer() noexcept {
    if (asked_.load(std::memory_order_relaxed) == 0) return;
    const uint64_t count = asked_.exchange(0);
    if (count != 0 && count == pulse_.count()) report_running(count, true);
}

void SlowRequestLog::trace_running(uint64_t count, Peek& peek) noexcept {
    const serve::RequestAccount* account = running_.load(std::memory_order_relaxed);
    if (account == nullptr || pulse_.count() != count) return;
    reported_.store(count, std::memory_order_relaxed);
    trace_.send(*account, __atomic_load_n(&EG(current_execute_data), __ATOMIC_RELAXED), peek);
}

void SlowRequestLog::report_running(uint64_t count, bool on_php_thread) noexcept {
    BlockingText text;
    Peek& peek = on_php_thread ? *peek_ : *far_peek_;
    if (trace_.wanted()) return trace_running(count, peek);
    if (!add_request(text, running_.load(std::memory_order_relaxed), peek)) return;
    text.add(" runs");
    if (!on_php_thread) {
        const boundary::BlockedCall call = boundary::blocked_call(call_file_);
        if (call.name != nullptr) {
            text.add(", blocked in ");
            text.add(call.name);
            text.add("()");
        }
    }
    (void)write_stack(text, __atomic_load_n(&EG(current_execute_data), __ATOMIC_RELAXED), peek);
    // The thread has run meanwhile, so the copied data may be inconsistent.
    if (pulse_.count() != count) return;
    reported_.store(count, std::memory_order_relaxed);
    if (writes()) file().write_aside(LogLevel::warning, text.view());
}

// --- the text of the log

// False: the request has ended.
bool SlowRequestLog::add_request(BlockingText& text, const serve::RequestAccount* account, Peek& peek) noexcept {
    serve::Exchange* exchange = nullptr;
    if (account == nullptr || !peek.copy(account->exchange_address(), exchange) || exchange == nullptr) return false;
    text.add("slow request: ");
    add_view(text, &exchange->head.method, peek);
    text.add(" ");
    add_view(text, &exchange->head.path, peek);
    text.add(" (session ");
    text.add(peek_number(&exchange->session_id, peek));
    text.add(", coroutine ");
    text.add(peek_number(&account->coroutine_id, peek));
    text.add(") after ");
    const auto since_ns = static_cast<int64_t>(peek_number(account->since_address(), peek));
    text.add(static_cast<uint64_t>((read_clock_ns(CLOCK_MONOTONIC) - since_ns) / 1'000'000));
    text.add(" ms");
    return true;
}

void SlowRequestLog::note(serve::RequestAccount& account) noexcept {
    if (std::exchange(account.slow, true)) return;
    if (counter_ != nullptr) counter_->increment();
}

void SlowRequestLog::on_slow(serve::RequestAccount& account) {
    note(account);
    const auto* fiber = static_cast<const ProgramCoroutine*>(coroutines_.scheduler.find(account.coroutine_id));
    if (trace_.wanted()) {
        if (fiber != nullptr && fiber->suspended()) trace_.send(account, fiber->frame(), *peek_);
        return;
    }
    BlockingText text;
    if (!writes() || !add_request(text, &account, *peek_)) return;
    if (fiber != nullptr && fiber->suspended()) {
        text.add(" waits for ");
        text.add(coro::describe(fiber->waits_for()));
        (void)write_stack(text, fiber->frame(), *peek_);
    } else {
        text.add(": its handler has returned, its response has not ended");
    }
    file().write(LogLevel::warning, text.view());
}

// A function of its own, as two such texts would need too much stack.
[[gnu::noinline]] static void add_figures(BlockingText& text, const serve::RequestAccount& account) noexcept {
    serve::AccountSummary summary;
    serve::write_summary(summary, account);
    text.add(": ");
    text.add(summary.view());
}

void SlowRequestLog::on_end(serve::RequestAccount& account, int status, int64_t now_ns) noexcept {
    if (running_.load(std::memory_order_relaxed) == &account) due_us_.store(0, std::memory_order_relaxed);
    if (account.slow_at_us == 0 || now_ns / 1000 < account.slow_at_us) return;
    note(account);
    BlockingText text;
    if (trace_.wanted() || !writes() || !add_request(text, &account, *peek_)) return;
    text.add(" ended with status ");
    text.add(static_cast<uint64_t>(status));
    add_figures(text, account);
    file().write(LogLevel::warning, text.view());
}

}  // namespace tern::php
