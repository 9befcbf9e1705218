#include "php/server/server_worker.h"

#include <csignal>
#include <sys/random.h>
#include <unistd.h>

#include "base/cpu.h"
#include "php/bridge/globals.h"
#include "php/bridge/guard.h"
#include "php/bridge/sanitizer.h"
#include "php/hooks/blocking_calls.h"
#include "php/options/port_options.h"
#include "php/runtime/crash.h"
#include "php/runtime/debugger.h"
#include "php/runtime/forked.h"
#include "php/runtime/waiting_report.h"
#include "php/server/event_call.h"
#include "php/server/server_process.h"
#include "proc/affinity.h"
#include "proc/end_with_master.h"
#include "proc/privileges.h"

namespace tern::php {

namespace {

constexpr int kMessagesPerTurn = 16;

serve::AdmissionLimits admission_limits(const ServerConfig& config) noexcept {
    return {static_cast<uint64_t>(config.max_concurrency), static_cast<uint64_t>(config.worker_max_concurrency)};
}

// So that workers that started together do not end together; 0 when there is no range.
int64_t below(int64_t limit) noexcept {
    uint64_t random = 0;
    if (limit <= 0 || getrandom(&random, sizeof random, GRND_NONBLOCK) < 0) return 0;
    return static_cast<int64_t>(random % static_cast<uint64_t>(limit));
}

void log_waiting(void* all) {
    auto& runtime = *static_cast<Runtime*>(all);
    smart_str text = waiting_text(runtime);
    smart_str record{};
    smart_str_appends(&record, "coroutines: ");
    smart_str_append_long(&record, static_cast<zend_long>(runtime.scheduler.count()));
    if (text.s != nullptr) {
        smart_str_appendc(&record, '\n');
        smart_str_appendl(&record, ZSTR_VAL(text.s), ZSTR_LEN(text.s) - 1);
    }
    smart_str_0(&record);
    TERN_G(log_file)->write(LogLevel::info, view(record.s));
    smart_str_free(&record);
    smart_str_free(&text);
}

void log_hooked_calls(void*) {
    smart_str text = hooked_calls_text();
    smart_str record{};
    smart_str_appends(&record, "calls made cooperative:\n");
    if (text.s != nullptr) smart_str_append(&record, text.s);
    smart_str_0(&record);
    TERN_G(log_file)->write(LogLevel::debug, view(record.s));
    smart_str_free(&record);
    smart_str_free(&text);
}

std::span<const shm::WorkerCounters> all_seats(proc::SharedState& state) noexcept {
    return {&state.seat(0), state.seat_count()};
}

PortHost& make_host(Runtime& all, ServerProcess& process, uint32_t seat) {
    proc::SharedState& state = process.state();
    all.port_host = std::make_shared<PortHost>(all, state.seat(seat), state.sessions(),
                                               admission_limits(*process.server().config), all_seats(state));
    return *all.port_host;
}

}  // namespace

ServerWorker::ServerWorker(ServerProcess& process, proc::WorkerSeat seat) noexcept
    : process_(process),
      server_(process.server()),
      seat_(std::move(seat)),
      host_(make_host(runtime_, process, seat_.seat)),
      context_(host_.context),
      foreign_sends_(
          process, runtime_.loop, [](void* self) { static_cast<ServerWorker*>(self)->on_foreign_room(); }, this),
      snapshot_(runtime_, context_.counters),
      rooms_(process, context_, seat_.seat),
      control_watch_([](void* self) { static_cast<ServerWorker*>(self)->on_control(); }, this),
      signal_watch_([](void* self) { static_cast<ServerWorker*>(self)->on_signal(); }, this),
      line_watch_([](void* self) { static_cast<ServerWorker*>(self)->on_line(); }, this),
      ring_watch_([](void* self) { static_cast<ServerWorker*>(self)->on_ring(); }, this),
      patience_([](void* self) { static_cast<ServerWorker*>(self)->out_of_patience_ = true; }, this) {
    context_.incarnation = seat_.incarnation;
    context_.worker_id = seat_.worker_id;
    if (!server_.config->tracing.empty()) {
        tracing_ = std::make_unique<TraceExport>(runtime_, *server_.config, context_.counters);
        context_.tracer = runtime_.tracer = &tracing_->tracer();
    }
    if (process.state().roster().role_of(seat_.worker_id) != proc::WorkerRole::task) return;
    task_runner_ = std::make_unique<TaskRunner>(process, *this, seat_.seat);
}

void ServerWorker::run() noexcept {
    if (Error error = settle_in(); error != Error::ok) {
        context_.log.print(LogLevel::error, "the worker cannot start: %s", describe(error));
        end_process(1);
    }
    proc::end_with_master(seat_.master_pid, SIGKILL);  // workerStart may never return
    connect_debugger_again();
    start_program();
    if (runtime_.bailed) give_up();
    if (start_failure_ != kNoFailure || open_ports() != Error::ok) end_process(start_failure_ > 0 ? start_failure_ : 1);
    context_.counters.status.store(shm::WorkerStatus::idle, std::memory_order_relaxed);
    proc::end_with_master(seat_.master_pid, 0);
    (void)seat_.control.send({proc::ControlKind::ready, 0});
    serve_until_left();
    stop_program();
    end_process(start_failure_ != kNoFailure ? start_failure_ : EG(exit_status) & 0xff);
}

Error ServerWorker::settle_in() noexcept {
    TERN_G(log_file)->set_writer('*', getpid(), id());
    TERN_G(runtime) = &runtime_;
    int64_t& threshold_ms = TERN_G(coroutine_options)->blocking_threshold_ms;
    threshold_ms = blocking_threshold_ms(*server_.config, server_.touched, threshold_ms);
    // There it is what tasks are for.
    if (task_runner_ != nullptr && !in_coroutines()) threshold_ms = 0;
    runtime_.watchdog.count_in(context_.counters);
    runtime_.slow_watch.count_in(context_.counters.slow_request_count);
    if (proc::LogFile* file = process_.slow_log(); file != nullptr) {
        file->set_writer('*', getpid(), id());
        runtime_.slow_watch.write_to(*file);
    }
    apply_to(runtime_, *TERN_G(coroutine_options));
    if (TERN_G(log)->wants(LogLevel::debug)) (void)guard::run(log_hooked_calls, nullptr);
    runtime_.callbacks_in_coroutines = in_coroutines();
    runtime_.running = true;
    masters_.save();
    forget_random();
    log_crashes();
    take_place();
    const ServerConfig& config = *server_.config;
    proc::PrivilegeOptions privileges{config.user, config.group, config.chroot};
    if (Error error = proc::drop_privileges(privileges, context_.log); error != Error::ok) return error;
    process_.inboxes().keep_only(seat_.seat);
    const int64_t most = task_runner_ == nullptr ? config.max_request : config.task_max_request;
    const int64_t grace = task_runner_ == nullptr ? config.max_request_grace : config.task_max_request_grace;
    if (most > 0) requests_left_ = most + below(grace);
    show_identity();
    return watch_all();
}

// Wakes preempt whoever runs: another worker in the middle of its requests, where they share a CPU.
void ServerWorker::take_place() noexcept {
    const ServerConfig& config = *server_.config;
    const proc::Roster& roster = process_.state().roster();
    const bool outnumber = roster.events + roster.tasks > static_cast<uint32_t>(usable_cpus());
    if (config.batch_scheduling == 1 || (config.batch_scheduling == -1 && outnumber)) {
        Error error = proc::schedule_as_batch();
        if (error != Error::ok) context_.log.print(LogLevel::warning, "no batch_scheduling: %s", describe(error));
    }
    if (!config.open_cpu_affinity) return;
    Error error = proc::pin_worker(id(), config.cpu_affinity_ignore);
    if (error != Error::ok) context_.log.print(LogLevel::warning, "cannot pin the worker: %s", describe(error));
}

Error ServerWorker::watch_all() noexcept {
    // The terminal's Ctrl-C reaches workers, too: the master decides what it means.
    (void)std::signal(SIGINT, SIG_IGN);
    (void)std::signal(SIGPIPE, SIG_IGN);
    const int signals[] = {SIGTERM, SIGUSR1, SIGUSR2, SIGHUP, SIGQUIT};
    if (Error error = inbox_.open(signals); error != Error::ok) return error;
    loop::Loop& loop = runtime_.loop;
    if (Error error = loop.open(); error != Error::ok) return error;
    constexpr loop::Trigger kLevel = loop::Trigger::level;
    Error error = loop.watch(inbox_.fd(), loop::kReadable, kLevel, signal_watch_);
    if (error == Error::ok) error = loop.watch(seat_.control.fd(), loop::kReadable, kLevel, control_watch_);
    proc::Inboxes& boxes = process_.inboxes();
    if (error == Error::ok) error = loop.watch(boxes.line_fd(seat_.seat), loop::kReadable, kLevel, line_watch_);
    if (error == Error::ok) error = loop.watch(boxes.ring_fd(seat_.seat), loop::kReadable, kLevel, ring_watch_);
    // Who sat here before may have died awake, and then nobody wakes its successor.
    (void)boxes.sleep(seat_.seat);
    return error;
}

void ServerWorker::show_identity() noexcept {
    zend_object* object = &server_.std;
    zend_update_property_long(object->ce, object, ZEND_STRL("worker_id"), id());
    zend_update_property_long(object->ce, object, ZEND_STRL("worker_pid"), getpid());
    zend_update_property_bool(object->ce, object, ZEND_STRL("taskworker"), task_runner_ != nullptr);
    context_.counters.start_time.set(static_cast<uint64_t>(wall_clock_us() / 1'000'000));
}

void ServerWorker::call(ServerEvent event) noexcept {
    EventCall call(server_.callback(event));
    if (Z_TYPE_P(call.callback) == IS_UNDEF) return;
    call.add(&server_.std).add(zend_long{id()});
    (void)call_now(call);
}

// workerStart: connections are accepted when it has ended, or waits for the first time. One that fails ends the
// process, so that a broken program never takes over from one that works.
void ServerWorker::start_program() noexcept {
    if (Z_TYPE(server_.start_calls) == IS_ARRAY) {
        zval* one = nullptr;
        ZEND_HASH_FOREACH_VAL(Z_ARRVAL(server_.start_calls), one) {
            EventCall start(one);
            call_event(start, true);
        }
        ZEND_HASH_FOREACH_END();
    }
    EventCall call(server_.callback(ServerEvent::worker_start));
    if (Z_TYPE_P(call.callback) == IS_UNDEF) return;
    call.add(&server_.std).add(zend_long{id()});
    call.exit_code = &start_failure_;
    call_event(call, in_coroutines());
}

bool ServerWorker::in_coroutines() const noexcept {
    return task_runner_ == nullptr ? server_.config->enable_coroutine : server_.config->task_enable_coroutine;
}

void ServerWorker::serve_until_left() noexcept {
    while (!leaving_ || !may_go()) {
        Error error = runtime_.loop.turn(-1);
        snapshot_.after_turn();
        if (runtime_.bailed) give_up();
        if (start_failure_ != kNoFailure) break;
        if (error == Error::ok) continue;
        context_.log.print(LogLevel::error, "the loop failed: %s", describe(error));
        end_process(1);
    }
}

// --- leaving

void ServerWorker::leave(proc::DrainReason reason) noexcept {
    if (leaving_) return;
    leaving_ = true;
    context_.counters.status.store(shm::WorkerStatus::exiting, std::memory_order_relaxed);
    bool has_successor = reason == proc::DrainReason::reload || reason == proc::DrainReason::recycle ||
                         reason == proc::DrainReason::stop;
    // The master kills at max_wait_time: what is left is ended properly shortly before.
    int64_t patience_ms = server_.config->max_wait_time_ms * 9 / 10;
    stop_by_ms_ = monotonic_ms() + server_.config->max_wait_time_ms * 19 / 20;
    runtime_.loop.start_timer(patience_, patience_ms);
    for (auto& served : ports_) served->leave(has_successor ? this : nullptr);
    // What it has not begun is the successor's; without one it is done first.
    leaves_to_successor_ = has_successor;
    if (task_runner_ != nullptr && has_successor) stop_reading();
    host_.leave_hosted();
    leave_calls_.call(runtime_);
}

void ServerWorker::on_foreign_room() noexcept {
    if (!runtime_.bailed) send_waits_.wake(runtime_, SendWaits::kForeign);
}

bool ServerWorker::may_go() noexcept {
    if (out_of_patience_) return true;
    if (!foreign_sends_.empty() || !process_.task_desk().empty()) return false;
    if (task_runner_ != nullptr && !task_runner_->idle()) return false;
    // A connection that another worker gave us last is read, too.
    if (reads_messages_ && !process_.inboxes().empty(seat_.seat)) return false;
    for (auto& served : ports_) {
        if (!served->port.empty()) return false;
    }
    if (!std::exchange(told_exit_, true)) {
        exit_span_.from = mark_program(&runtime_);
        call(ServerEvent::worker_exit);
        exit_span_.to = mark_program(&runtime_);
    }
    if (!kept_.empty()) return false;
    const bool pending = runtime_.scheduler.count() > 0 || has_timers_of(&runtime_, exit_span_);
    if (pending && server_.config->reload_async) return false;
    return tracing_ == nullptr || tracing_->finish();
}

void ServerWorker::stop_program() noexcept {
    if (task_runner_ != nullptr) task_runner_->give_up();
    for (auto& served : ports_) served->port.give_up();
    host_.abort_calls.run();
    leave_calls_.drop(runtime_);
    drop_callbacks(runtime_);
    cancel_all(runtime_);
    call_worker_stop();
    if (runtime_.bailed) give_up();
    leave_kept();
}

// The last callback of the process, which waits for the coroutines and timers that it starts.
void ServerWorker::call_worker_stop() noexcept {
    stops_ = true;
    if (task_runner_ != nullptr) stop_reading();
    if (stop_by_ms_ == 0) stop_by_ms_ = monotonic_ms() + server_.config->max_wait_time_ms;
    const ProgramSpan since{mark_program(&runtime_)};
    runtime_.run_until.at_ms = stop_by_ms_;
    runtime_.running = false;
    call(ServerEvent::worker_stop);
    runtime_.running = true;
    auto waits = [&] {
        return is_pending(&runtime_, since) || !process_.task_desk().empty() || !foreign_sends_.empty();
    };
    while (!runtime_.bailed && waits()) {
        const int64_t left_ms = stop_by_ms_ - monotonic_ms();
        if (left_ms <= 0 || runtime_.loop.turn(static_cast<int>(left_ms)) != Error::ok) break;
    }
    drop_callbacks(runtime_);
    cancel_all(runtime_);
}

void ServerWorker::leave_in_child() noexcept {
    seat_.control.close();
    inbox_.close_in_child();
    (void)std::signal(SIGINT, SIG_DFL);
    host_.leave_in_child();
}

// After a fatal error: C++ only. Those who wait for an answer get one.
void ServerWorker::give_up() noexcept {
    for (auto& served : ports_) served->port.give_up();
    host_.give_up_hosted();
    flush_logs();
    _exit(255);
}

// Objects of before the fork are the master's: they are not destroyed here, as their destructors would close what all
// processes share (a database connection says goodbye for everyone).
void ServerWorker::end_process(int code) noexcept {
    flush_logs();
    (void)seat_.control.send({proc::ControlKind::drained, 0});
    runtime_.watchdog.run(0);  // nothing else is to run here
    runtime_.slow_watch.end();
    zend_try { php_output_end_all(); }
    zend_end_try();
    std::fflush(nullptr);
    check_for_leaks();
    _exit(code);
}

// --- what arrives

void ServerWorker::on_control() noexcept {
    for (int n = 0; n < kMessagesPerTurn; ++n) {
        Result<proc::ControlMessage> message = seat_.control.receive();
        if (!message.ok()) {
            if (message.error() == Error::would_block) return;
            runtime_.loop.unwatch(seat_.control.fd(), control_watch_);
            context_.log.print(LogLevel::warning, "the master is gone: this worker leaves");
            leave(proc::DrainReason::master_gone);
            process_.close_connection_ports();  // for the server that is started next
            return;
        }
        if (message.value().kind == proc::ControlKind::drain) {
            leave(static_cast<proc::DrainReason>(message.value().value));
        } else if (message.value().kind == proc::ControlKind::reopen_logs) {
            reopen_logs();
        }
    }
}

void ServerWorker::on_signal() noexcept {
    for (Result<int> signal = inbox_.take(); signal.ok(); signal = inbox_.take()) {
        if (signal.value() == SIGTERM || signal.value() == SIGUSR1) (void)ask_for_successor();
        if (signal.value() == SIGHUP) reopen_logs();
        if (signal.value() == SIGQUIT) (void)guard::run(log_waiting, &runtime_);
    }
}

void ServerWorker::reopen_logs() noexcept {
    for (auto& served : ports_) {
        if (served->access_log != nullptr) served->access_log->on_reopen();
    }
    process_.on_reopen_log();
}

void ServerWorker::flush_logs() noexcept {
    for (auto& served : ports_) {
        if (served->access_log != nullptr) served->access_log->flush();
    }
}

Error ServerWorker::ask_for_successor() noexcept {
    if (leaving_) return Error::ok;
    return seat_.control.send({proc::ControlKind::recycle_me, 0});
}

void ServerWorker::count_request() noexcept {
    context_.counters.dispatch_count.increment();
    if (requests_left_ > 0 && --requests_left_ == 0) (void)ask_for_successor();
}

}  // namespace tern::php
