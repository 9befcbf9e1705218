#include "php/process/pool_process.h"

#include <climits>
#include <csignal>
#include <poll.h>
#include <pthread.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <utility>

#include "php/coroutine/program/forked.h"
#include "php/coroutine/program/script.h"
#include "php/coroutine/report/crash.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/state/standard_output.h"
#include "proc/end_with_master.h"
#include "proc/ignored_signal.h"

namespace tern::php {

namespace {

// Not called for the master's own forks, which process_table makes outside of callbacks.
void leave_pool() {
    if (pool() != nullptr) pool()->leave_in_child();
}

constexpr int64_t kExitAgainMs = 100;
// A worker without coroutines that has asked for the end reaches its next wait within this time. SIGTERM interrupts
// that wait, but not one that begins later.
constexpr int64_t kSettleMs = 20;

constexpr timespec to_timespec(int64_t ms) noexcept { return {ms / 1'000, ms % 1'000 * 1'000'000}; }

// A timer that does not keep the loop running. `every_ms` 0: once.
Fd watch_time(int64_t first_ms, int64_t every_ms, loop::Watch& watch) noexcept {
    Fd timer(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
    const itimerspec time{to_timespec(every_ms), to_timespec(first_ms)};
    if (timerfd_settime(timer.get(), 0, &time, nullptr) == 0)
        (void)runtime()->loop.watch(timer.get(), loop::kReadable, loop::Trigger::level, watch);
    return timer;
}

}  // namespace

PoolProcess::PoolProcess(const PoolCalls& calls, uint32_t workers, bool in_coroutine, int64_t timeout_ms) noexcept
    : calls_(calls),
      log_(TERN_G(log_file), LogLevel::warning),
      workers_(workers),
      in_coroutine_(in_coroutine),
      program_({TERN_G(enable_coroutine), coroutine_limit(*TERN_G(coroutine_options))}),
      line_watch_([](void* self) { static_cast<PoolProcess*>(self)->look(); }, this),
      timeout_watch_([](void*) { coroutines()->script.stopping = true; }, this),
      exit_again_watch_([](void* self) { static_cast<PoolProcess*>(self)->on_exit_again(); }, this) {
    options_.max_wait_time_ms = timeout_ms;
    options_.reloads_users = true;
    master_pid_ = getpid();
    static const bool noticed = pthread_atfork(nullptr, nullptr, leave_pool) == 0;
    (void)noticed;
    keep_printing_programs_alive();
}

// --- the master

Error PoolProcess::run() noexcept {
    constexpr uint32_t kNoConnections = 1;
    Error error = state_.create({.users = workers_}, kNoConnections);
    if (error == Error::ok) error = inboxes_.create(state_.slot_count());
    if (error != Error::ok) return error;
    master_ = std::make_unique<proc::Master>(options_, *this, state_, inboxes_, log_);
    proc::MasterResult result = master_->run();
    if (result.role == proc::MasterResult::Role::worker) work(std::move(result.identity));
    program_.end_program();
    master_.reset();
    return result.exit_code == 0 ? Error::ok : Error::system_call_fail;
}

void PoolProcess::notify(const char* event) noexcept {
    if (program_.failed()) return;
    zval name;
    ZVAL_STRING(&name, event);
    if (!program_.enter([&] { return guard::call(calls_.event, 1, &name); })) return master_->shutdown();
    zval_ptr_dtor(&name);
}

void PoolProcess::on_start() { notify("start"); }

// All workers have left.
void PoolProcess::on_manager_stop() { program_.end_program(); }

void PoolProcess::on_before_shutdown() {
    last_event_.from = mark_program(runtime());
    program_.limit_callbacks(coro::Deadline::in(options_.max_wait_time_ms));
    notify("shutdown");
    last_event_.to = mark_program(runtime());
    if (!in_coroutine_) drain_from_ms_ = monotonic_ms() + kSettleMs;
}

bool PoolProcess::may_drain() {
    if (program_.failed()) return true;
    return monotonic_ms() >= drain_from_ms_ && !is_pending(runtime(), last_event_);
}

void PoolProcess::wait(int fd, int64_t timeout_ms) {
    const int64_t settles_ms = drain_from_ms_ - monotonic_ms();
    if (settles_ms > 0) timeout_ms = timeout_ms < 0 ? settles_ms : std::min(timeout_ms, settles_ms);
    if (!program_.wait(fd, timeout_ms)) MasterEvents::wait(fd, timeout_ms);
    if (program_.failed()) master_->shutdown();
}

void PoolProcess::leave_in_child() noexcept {
    if (!is_worker() && !program_.in_program()) return;
    identity_.control.close();
    inbox_.close_in_child();
    (void)std::signal(SIGINT, SIG_DFL);
    inboxes_.close();
    if (master_ != nullptr) master_->leave_in_child();
    program_.leave_in_child();
    TERN_G(pool) = nullptr;
}

int PoolProcess::worker_pid(int worker_id) noexcept {
    const int slot = state_.current_slot(worker_id);
    return slot < 0 ? 0 : state_.slot(static_cast<uint32_t>(slot)).pid.load(std::memory_order_relaxed);
}

Error PoolProcess::shutdown() noexcept {
    if (is_worker()) return identity_.control.send({proc::ControlKind::ask_shutdown, 0});
    master_->shutdown();
    return Error::ok;
}

// --- a worker

void PoolProcess::work(proc::WorkerIdentity identity) noexcept {
    program_.leave_in_child();
    parents_master_ = master_.release();
    identity_ = std::move(identity);
    proc::ignore_signal(SIGINT);  // the master handles Ctrl-C
    if (inbox_.open(kSignals) != Error::ok) _exit(1);
    log_crashes();
    if (!in_coroutine_) proc::end_with_master(master_pid_, SIGKILL);
    (void)identity_.control.send({proc::ControlKind::ready, 0});
    zval id;
    ZVAL_LONG(&id, identity_.worker_id);
    auto watch = [](void* self) { (void)static_cast<PoolProcess*>(self)->watch_lines(); };
    run_child({calls_.work, 1, &id, in_coroutine_, watch, stop, this});
}

void PoolProcess::stop(void* self) {
    auto& pool = *static_cast<PoolProcess*>(self);
    zval id;
    ZVAL_LONG(&id, pool.identity_.worker_id);
    (void)guard::call(pool.calls_.stop, 1, &id);
}

void PoolProcess::let_signal_end() noexcept {
    inbox_.remove(SIGTERM);
    signal_ends_ = std::signal(SIGTERM, SIG_DFL) != SIG_ERR;
}

// A loop ends in order, unless the program handles the signal.
void PoolProcess::take_signal_back() noexcept {
    struct sigaction now {};
    if (sigaction(SIGTERM, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) (void)inbox_.add(SIGTERM);
}

// Called once there is a loop. These watches do not keep the loop running; those of the program do.
Error PoolProcess::watch_lines() noexcept {
    if (watched_ || runtime() == nullptr) return Error::ok;
    if (std::exchange(signal_ends_, false)) take_signal_back();
    loop::Loop& loop = runtime()->loop;
    Error error = loop.watch(inbox_.fd(), loop::kReadable, loop::Trigger::level, line_watch_);
    if (error == Error::ok) {
        error = loop.watch(identity_.control.fd(), loop::kReadable, loop::Trigger::level, line_watch_);
    }
    watched_ = error == Error::ok;
    return error;
}

void PoolProcess::look() noexcept {
    bool asked = false;
    for (Result<int> signal = inbox_.take(); signal.ok(); signal = inbox_.take()) asked = true;
    while (identity_.control.open() && !detached_) {
        const Result<proc::ControlMessage> message = identity_.control.receive();
        if (message.error() == Error::would_block) break;
        if (message.ok() && message.value().kind != proc::ControlKind::drain) continue;
        asked = true;
        if (message.ok()) continue;
        if (watched_) runtime()->loop.unwatch(identity_.control.fd(), line_watch_);  // the master has ended
        identity_.control.close();
    }
    if (asked) leave();
}

void PoolProcess::leave() noexcept {
    if (leaving_) return;
    leaving_ = true;
    if (watched_) begin_to_leave();
}

// The master kills the worker at the end of max_wait_time, so the rest is cancelled shortly before.
void PoolProcess::begin_to_leave() noexcept {
    Runtime& runtime = *php::runtime();
    timeout_ = watch_time(std::max<int64_t>(options_.max_wait_time_ms * 9 / 10, 1), 0, timeout_watch_);
    if (waiter_ != nullptr) (void)runtime.scheduler.cancel(*waiter_);
    last_before_exit_ = runtime.scheduler.last_id();
    call_exit();
    has_waiting_ = has_coroutines_until(&runtime, last_before_exit_);
    runtime.script.after_turn = {[](void* self) { static_cast<PoolProcess*>(self)->call_exit_again(); }, this};
    exit_again_ = watch_time(kExitAgainMs, kExitAgainMs, exit_again_watch_);
}

void PoolProcess::call_exit() noexcept {
    LoopCall call{};
    ZVAL_COPY(&call.callable, calls_.leave);
    call.count = 1;
    ZVAL_LONG(&call.argument, identity_.worker_id);
    last_exit_turn_ = runtime()->loop.turns();
    call_back(*runtime(), call);
}

// It makes a turn, and the next call with it.
void PoolProcess::on_exit_again() noexcept {
    uint64_t times = 0;
    [[maybe_unused]] const ssize_t got = ::read(exit_again_.get(), &times, sizeof times);
}

void PoolProcess::call_exit_again() noexcept {
    // Once more after the turn in which the last of them ended.
    const bool waited = std::exchange(has_waiting_, has_coroutines_until(runtime(), last_before_exit_));
    if (waited && runtime()->loop.turns() != last_exit_turn_) call_exit();
}

bool PoolProcess::leaving() noexcept {
    if (!leaving_) look();
    return leaving_;
}

Error PoolProcess::detach() noexcept {
    if (!is_worker() || detached_) return Error::wrong_operation;
    const Error error = identity_.control.send({proc::ControlKind::detach_me, 0});
    detached_ = error == Error::ok;
    if (!detached_) return error;
    if (!in_coroutine_) proc::end_with_master(master_pid_, 0);
    if (watched_) runtime()->loop.unwatch(identity_.control.fd(), line_watch_);
    return Error::ok;
}

Error PoolProcess::wait_readable(int fd, coro::Deadline until) noexcept {
    Runtime* runtime = php::runtime();
    if (runtime == nullptr || !runtime->may_suspend()) return block(fd, until);
    if (Error error = watch_lines(); error != Error::ok) return error;
    return suspend(*runtime, fd, until);
}

bool PoolProcess::end_wait_for(int fd) noexcept {
    if (waiter_ == nullptr || waits_for_ != fd || !waiter_->suspended()) return false;
    waits_for_ = -1;
    return runtime()->scheduler.cancel(*waiter_) == Error::ok;
}

Error PoolProcess::suspend(Runtime& runtime, int fd, coro::Deadline until) noexcept {
    if (leaving()) return Error::canceled_io;
    const coro::FdInterest one{fd, loop::kReadable};
    waiter_ = runtime.scheduler.current();
    waits_for_ = fd;
    coro::FdReady ready{coro::FdOutcome::timed_out};
    if (fd >= 0) {
        ready = runtime.boundary.fds.wait({&one, 1}, until);
    } else if (runtime.scheduler.suspend(coro::Wait::sleep, until) == coro::Wake::canceled) {
        ready.outcome = coro::FdOutcome::canceled;
    }
    waiter_ = nullptr;
    const bool gives_way = fd >= 0 && std::exchange(waits_for_, -1) < 0;
    if (gives_way && !leaving_) return Error::would_block;
    if (leaving_ || ready.outcome == coro::FdOutcome::canceled) return Error::canceled_io;
    return ready.outcome == coro::FdOutcome::ready ? Error::ok : Error::would_block;
}

Error PoolProcess::block(int fd, coro::Deadline until) noexcept {
    pollfd lines[] = {{inbox_.fd(), POLLIN, 0}, {detached_ ? -1 : identity_.control.fd(), POLLIN, 0}, {fd, POLLIN, 0}};
    while (!leaving()) {
        const int ready = ::poll(lines, 3, until.left_ms());
        if (ready == 0 || (ready < 0 && errno != EINTR)) return Error::would_block;
        if (ready > 0 && lines[2].revents != 0 && !leaving()) return Error::ok;
    }
    return Error::canceled_io;
}

}  // namespace tern::php
