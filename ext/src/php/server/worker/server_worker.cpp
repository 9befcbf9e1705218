#include "php/server/worker/server_worker.h"

#include <csignal>
#include <sys/random.h>
#include <unistd.h>
#include <utility>

#include "base/cpu.h"
#include "php/coroutine/hooks/blocking_calls.h"
#include "php/coroutine/program/forked.h"
#include "php/coroutine/report/crash.h"
#include "php/coroutine/report/waiting_report.h"
#include "php/database/database_pool.h"
#include "php/database/flight/query_flights.h"
#include "php/database/mysql/methods.h"
#include "php/database/pgsql/calls.h"
#include "php/database/queries/query_observer.h"
#include "php/database/redis/streams.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/sanitizer.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/globals.h"
#include "php/http/options/port_options.h"
#include "php/isolation/random_seeds.h"
#include "php/server/port_protocol.h"
#include "php/server/privileges.h"
#include "php/server/server_events.h"
#include "php/server/telemetry/server_logs.h"
#include "proc/affinity.h"
#include "proc/end_with_master.h"
#include "proc/ignored_signal.h"

namespace tern::php {

namespace {

constexpr int kMessagesPerTurn = 16;
constexpr int kExitAgainMs = 100;

// A random part of `limit`, so that workers that started together do not end together; 0: there is no range.
int64_t below(int64_t limit) noexcept {
    uint64_t random = 0;
    if (limit <= 0 || getrandom(&random, sizeof random, GRND_NONBLOCK) < 0) return 0;
    return static_cast<int64_t>(random % static_cast<uint64_t>(limit));
}

void log_waiting(void* argument) {
    auto& runtime = *static_cast<Runtime*>(argument);
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

std::span<const shm::WorkerCounters> all_slots(proc::SharedState& state) noexcept {
    return {&state.slot(0), state.slot_count()};
}

PortHost& make_host(Runtime& runtime, ServerProcess& process) {
    proc::SharedState& state = process.state();
    runtime.port_host = std::make_shared<PortHost>(runtime, state.slot(process.identity().slot), state.sessions(),
                                                   process.server().config->admission, all_slots(state));
    runtime.port_host->context.input.set_limit(process.server().config->worker_input_buffer_size);
    return *runtime.port_host;
}

}  // namespace

ServerWorker::ServerWorker(ServerProcess& process) noexcept
    : process_(process),
      server_(process.server()),
      identity_(process.identity()),
      host_(make_host(runtime_, process)),
      requests_(host_.context.counters, identity_.control),
      ports_({server_, process.ports(), host_, requests_, process.send_waits(), process.packet_forwards(),
              identity_.worker_id}),
      handovers_(process.messenger(), ports_),
      departures_(process.departures()),
      broadcasts_(process.messenger(), process.room_hints(), host_.context, server_.config->rooms),
      room_queries_(process.messenger(), broadcasts_),
      messages_({server_, runtime_, host_, process.messenger(), ports_, process.remote_sends(),
                 process.packet_forwards(), handovers_, broadcasts_, room_queries_, process.send_waits(),
                 process.task_client(), process.commands()}),
      inbox_(process.messenger(), runtime_.loop, messages_, host_.context.log),
      arrivals_(process.messenger(), runtime_.loop, ports_),
      snapshot_(runtime_, host_.context.counters),
      control_watch_([](void* self) { static_cast<ServerWorker*>(self)->on_control(); }, this),
      signal_watch_([](void* self) { static_cast<ServerWorker*>(self)->on_signal(); }, this),
      leave_timeout_([](void* self) { static_cast<ServerWorker*>(self)->leave_timed_out_ = true; }, this) {
    host_.context.generation = identity_.generation;
    host_.context.worker_id = identity_.worker_id;
    if (!server_.config->tracing.empty()) {
        tracing_ = std::make_unique<TraceExport>(runtime_, *server_.config, host_.context.counters);
        host_.context.tracer = runtime_.tracer = &tracing_->tracer();
    }
    process.task_client().read_with(inbox_);
    if (process.state().roster().role_of(identity_.worker_id) == proc::WorkerRole::task) {
        task_runner_ = std::make_unique<TaskRunner>(TaskRunnerParts{server_, process.messenger(), process.task_ledger(),
                                                                    requests_, inbox_, process.send_waits()});
        messages_.run_tasks_with(*task_runner_);
    }
    process.become(*this, *this, requests_, task_runner_.get());
}

void ServerWorker::run() noexcept {
    if (Error error = init(); error != Error::ok) {
        host_.context.log.print(LogLevel::error, "the worker cannot start: %s", describe(error));
        end_process(1);
    }
    proc::end_with_master(identity_.master_pid, SIGKILL);  // workerStart may never return
    connect_debugger_again();
    if (stands_in()) {
        host_.start_failure = &process_.state().start_failure();
        host_.context.counters.stands_in.store(true, std::memory_order_relaxed);
    } else {
        watch_start_errors(process_.state().start_failure());
        start_program();
        await_loads();
    }
    if (runtime_.bailed) terminate();
    if (requests_.leaving()) end_process(0);
    if (start_failure_ != kNoFailure || open_ports() != Error::ok) end_process(start_failure_ > 0 ? start_failure_ : 1);
    host_.context.counters.status.store(shm::WorkerStatus::idle, std::memory_order_relaxed);
    proc::end_with_master(identity_.master_pid, 0);
    (void)identity_.control.send({proc::ControlKind::ready, host_.start_failure != nullptr ? 1 : 0});
    if (host_.start_failure == nullptr) end_start_errors();
    serve_until_left();
    stop_program();
    end_process(start_failure_ != kNoFailure ? start_failure_ : EG(exit_status) & 0xff);
}

Error ServerWorker::init() noexcept {
    TERN_G(log_file)->set_writer('*', getpid(), identity_.worker_id);
    TERN_G(coroutines) = &runtime_;
    apply_options();
    script_output_.save();
    init_child();
    log_crashes();
    attach_slot();
    const ServerConfig& config = *server_.config;
    if (process_.has_user_of_workers()) {
        (void)guard::run([](void*) { forget_random_seeds_of_contexts(); }, nullptr);
    } else if (Error error = give_up_privileges(config.privileges, host_.context.log); error != Error::ok) {
        return error;
    }
    process_.messenger().inboxes().keep_only(identity_.slot);
    const int64_t most = task_runner_ == nullptr ? config.max_request : config.task_max_request;
    const int64_t grace = task_runner_ == nullptr ? config.max_request_grace : config.task_max_request_grace;
    if (most > 0) requests_.limit_to(most + below(grace));
    show_identity();
    return watch_all();
}

void ServerWorker::apply_options() noexcept {
    int64_t& threshold_ms = TERN_G(coroutine_options)->blocking_threshold_ms;
    threshold_ms = blocking_threshold_ms(*server_.config, server_.touched, threshold_ms);
    // A task worker may block: tasks are made for that.
    if (task_runner_ != nullptr && !in_coroutines()) threshold_ms = 0;
    runtime_.watchdog.count_in(host_.context.counters);
    runtime_.slow_request_log.count_in(host_.context.counters.slow_request_count);
    if (proc::LogFile* file = process_.logs().slow_log(); file != nullptr) {
        file->set_writer('*', getpid(), identity_.worker_id);
        runtime_.slow_request_log.write_to(*file);
    }
    apply_to(runtime_, *TERN_G(coroutine_options));
    if (TERN_G(log)->wants(LogLevel::debug)) (void)guard::run(log_hooked_calls, nullptr);
    runtime_.loop_calls.in_coroutines = in_coroutines();
    runtime_.running = true;
    share_db_connections();
    const ServerConfig& config = *server_.config;
    if (config.db_queries.empty() && config.slow_query_ms == 0) return;
    observe_queries({config.db_queries == "log", config.slow_query_ms, config.tracing_raw_queries});
}

void ServerWorker::share_db_connections() noexcept {
    const ServerConfig& config = *server_.config;
    if (config.db_connections != 0) {
        DatabasePool::Limits limits{{}, config.db_connections_timeout_ms};
        limits.connections.kept = static_cast<size_t>(config.db_connections_min);
        limits.multiplexes = config.db_multiplex == "transaction";
        share_connections(runtime_, process_.db_places(), limits);
        take_over_mysql_methods();
        take_over_pgsql_calls();
        if (!config.db_shared_queries.empty()) share_queries(runtime_, process_.db_writes(), config.db_shared_queries);
    }
    if (config.redis_connections != 0) {
        share_redis_connections(runtime_, process_.redis_places(),
                                {{}, config.db_connections_timeout_ms, "redis_connections"});
        take_over_redis_streams();
    }
}

// When processes share a CPU, a woken one could interrupt another worker in the middle of a request.
void ServerWorker::attach_slot() noexcept {
    const ServerConfig& config = *server_.config;
    const proc::Roster& roster = process_.state().roster();
    const bool outnumber = roster.events + roster.tasks > static_cast<uint32_t>(usable_cpus());
    if (config.batch_scheduling == 1 || (config.batch_scheduling == -1 && outnumber)) {
        Error error = proc::schedule_as_batch();
        if (error != Error::ok) host_.context.log.print(LogLevel::warning, "no batch_scheduling: %s", describe(error));
    }
    if (!config.open_cpu_affinity) return;
    Error error = proc::pin_worker(identity_.worker_id, config.cpu_affinity_ignore);
    if (error != Error::ok) host_.context.log.print(LogLevel::warning, "cannot pin the worker: %s", describe(error));
}

Error ServerWorker::watch_all() noexcept {
    // Ctrl-C in the terminal reaches workers, too, but the master handles it.
    proc::ignore_signal(SIGINT);
    (void)std::signal(SIGPIPE, SIG_IGN);
    const int signals[] = {SIGTERM, SIGUSR1, SIGUSR2, SIGHUP, SIGQUIT};
    if (Error error = signals_.open(signals); error != Error::ok) return error;
    loop::Loop& loop = runtime_.loop;
    if (Error error = loop.open(); error != Error::ok) return error;
    constexpr loop::Trigger kLevel = loop::Trigger::level;
    Error error = loop.watch(signals_.fd(), loop::kReadable, kLevel, signal_watch_);
    if (error == Error::ok) error = loop.watch(identity_.control.fd(), loop::kReadable, kLevel, control_watch_);
    if (error == Error::ok) error = inbox_.open(task_runner_ != nullptr);
    const bool has_connections = task_runner_ == nullptr;
    return error == Error::ok && has_connections ? process_.descriptor_requests().serve(identity_.slot) : error;
}

void ServerWorker::show_identity() noexcept {
    zend_object* object = &server_.std;
    zend_update_property_long(object->ce, object, ZEND_STRL("worker_id"), identity_.worker_id);
    zend_update_property_long(object->ce, object, ZEND_STRL("worker_pid"), getpid());
    zend_update_property_bool(object->ce, object, ZEND_STRL("taskworker"), task_runner_ != nullptr);
    host_.context.counters.start_time.set(static_cast<uint64_t>(wall_clock_s()));
}

void ServerWorker::call(ServerEvent event) noexcept {
    if (host_.start_failure != nullptr) return;  // the program does not run here
    EventCall call(server_.callback(event));
    if (Z_TYPE_P(call.callback) == IS_UNDEF) return;
    call.add(&server_.std).add(zend_long{identity_.worker_id});
    (void)call_now(call);
}

// Calls workerStart. Connections are accepted when it has ended or is first suspended. If it fails, the process ends,
// so that a broken program never replaces a working one.
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
    call.add(&server_.std).add(zend_long{identity_.worker_id});
    call.exit_code = &start_failure_;
    call_event(call, in_coroutines());
}

// True: the program has failed to start, and clients of HTTP get a response meanwhile. The master tries again.
bool ServerWorker::stands_in() const noexcept {
    if (identity_.failed_starts == 0 || identity_.replaces || task_runner_ != nullptr) return false;
    for (uint32_t i = 0; i < server_.port_count; ++i) {
        if (port_protocol(server_, i) != PortProtocol::http) return false;
    }
    return true;
}

// The first process of a server accepts connections before its application has been loaded if that takes long: then its
// requests wait, as long as they may. One that replaces another is awaited by the master.
void ServerWorker::await_loads() noexcept {
    constexpr int64_t kMostMs = 3000;
    const int64_t until_ms = monotonic_ms() + kMostMs;
    while (loads_ > 0 && start_failure_ == kNoFailure && !runtime_.bailed && !requests_.leaving()) {
        const int64_t left_ms = identity_.replaces ? -1 : until_ms - monotonic_ms();
        if (!identity_.replaces && left_ms <= 0) return;
        if (runtime_.loop.turn(static_cast<int>(left_ms)) != Error::ok) return;
    }
}

bool ServerWorker::in_coroutines() const noexcept {
    return task_runner_ == nullptr ? server_.config->enable_coroutine : server_.config->task_enable_coroutine;
}

Error ServerWorker::open_ports() noexcept {
    Fd arrivals = process_.take_arrivals();
    if (task_runner_ == nullptr) {
        balances_ = server_.config->worker_num > 1;
        const Error error = ports_.open(balances_ ? &handovers_ : nullptr);
        return error == Error::ok ? arrivals_.open(std::move(arrivals)) : error;
    }
    if (task_runner_->prepare()) return Error::ok;
    host_.context.log.print(LogLevel::error, "the task callback cannot be called");
    return Error::invalid_params;
}

void ServerWorker::serve_until_left() noexcept {
    while (!requests_.leaving() || !can_exit()) {
        Error error = runtime_.loop.turn(told_exit_ ? kExitAgainMs : -1);
        snapshot_.after_turn();
        if (balances_) handovers_.after_turn(runtime_.loop.now_us());
        if (runtime_.bailed) terminate();
        if (runtime_.damaged) replace_damaged();
        if (start_failure_ != kNoFailure) break;
        if (error == Error::ok) continue;
        host_.context.log.print(LogLevel::error, "the loop failed: %s", describe(error));
        end_process(1);
    }
}

// Its other requests are finished. A new process gets those that come.
void ServerWorker::replace_damaged() noexcept {
    if (replaced_ || requests_.ask_for_successor() != Error::ok) return;
    replaced_ = true;
    host_.context.log.print(LogLevel::warning,
                            "a fatal error has ended a request: a new process will replace this worker");
}

// --- signals, messages and control

void ServerWorker::on_control() noexcept {
    for (int n = 0; n < kMessagesPerTurn; ++n) {
        Result<proc::ControlMessage> message = identity_.control.receive();
        if (!message.ok()) {
            if (message.error() == Error::would_block) return;
            runtime_.loop.unwatch(identity_.control.fd(), control_watch_);
            host_.context.log.print(LogLevel::warning, "the master is gone: this worker leaves");
            leave(proc::DrainReason::master_gone);
            process_.ports().close_connection_ports();  // frees the addresses for the next server
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
    for (Result<int> signal = signals_.take(); signal.ok(); signal = signals_.take()) {
        if (signal.value() != SIGTERM) runtime_.signals.pass_on(signal.value());
        if (signal.value() == SIGTERM || signal.value() == SIGUSR1) (void)requests_.ask_for_successor();
        if (signal.value() == SIGHUP) reopen_logs();
        if (signal.value() == SIGQUIT) (void)guard::run(log_waiting, &runtime_);
    }
}

void ServerWorker::reopen_logs() noexcept {
    ports_.reopen_logs();
    process_.reopen_logs();
}

// --- How it leaves: for its successor, for the next server, or because the server ends

void ServerWorker::leave(proc::DrainReason reason) noexcept {
    if (requests_.leaving()) return;
    requests_.note_leaving();
    host_.context.counters.status.store(shm::WorkerStatus::exiting, std::memory_order_relaxed);
    bool has_successor = reason == proc::DrainReason::reload || reason == proc::DrainReason::recycle ||
                         reason == proc::DrainReason::stop;
    // The master kills the worker at max_wait_time, so the rest is cancelled shortly before.
    int64_t timeout_ms = server_.config->master.max_wait_time_ms * 9 / 10;
    stop_by_ms_ = monotonic_ms() + server_.config->master.max_wait_time_ms * 19 / 20;
    runtime_.loop.start_timer(leave_timeout_, timeout_ms);
    leave_ports(reason, has_successor);
    // The successor runs the tasks that this worker has not begun. Without a successor this worker runs them first.
    if (has_successor) inbox_.leave_to_successor();
    host_.leave_hosted();
    leave_calls_.call(runtime_);
    runtime_.signals.pass_on(SIGTERM);  // what the program expects when its worker is to leave
}

// In an upgrade WebSockets stay as long as other requests in flight may take: their clients are not in a hurry then.
// The master may have died in an upgrade: then idle connections move, too. Without a new server none of them is taken.
void ServerWorker::leave_ports(proc::DrainReason reason, bool has_successor) noexcept {
    arrivals_.stop();
    if (reason == proc::DrainReason::upgrade) {
        host_.context.upgrade_stay_ms = std::max<int64_t>(server_.config->master.max_wait_time_ms * 8 / 10, 1);
    }
    const bool may_move = reason == proc::DrainReason::upgrade || reason == proc::DrainReason::master_gone;
    if (may_move) return ports_.leave(&departures_);
    ports_.leave(has_successor ? &handovers_ : nullptr);
}

// True while there is work that must end before workerExit is called.
bool ServerWorker::is_busy() noexcept {
    if (!process_.remote_sends().empty() || !process_.task_client().empty()) return true;
    if (!process_.packet_forwards().empty()) return true;
    if (task_runner_ != nullptr && !task_runner_->idle()) return true;
    // A connection that another worker handed over late is handled, too.
    return inbox_.has_unread() || !ports_.empty();
}

// True while the program has coroutines, timers or watched descriptors: workerExit is there to end them.
bool ServerWorker::has_program() const noexcept {
    return runtime_.scheduler.count() > 0 || runtime_.loop.holds() > 0 || has_timers_of(&runtime_, {});
}

// It is called again while coroutines wait that the first call was to end.
bool ServerWorker::must_call_exit() const noexcept {
    return told_exit_ ? has_coroutines_until(&runtime_, exit_span_.from.coroutine_id) : has_program();
}

bool ServerWorker::can_exit() noexcept {
    if (leave_timed_out_) return true;
    if (is_busy()) return false;
    if (must_call_exit()) {
        if (!std::exchange(told_exit_, true)) exit_span_.from = mark_program(&runtime_);
        call(ServerEvent::worker_exit);
        exit_span_.to = mark_program(&runtime_);
    }
    if (inbox_.has_held()) return false;
    const bool pending = runtime_.scheduler.count() > 0 || (told_exit_ && has_timers_of(&runtime_, exit_span_));
    if (pending && server_.config->reload_async) return false;
    return tracing_ == nullptr || tracing_->finish();
}

void ServerWorker::stop_program() noexcept {
    if (task_runner_ != nullptr) task_runner_->terminate();
    for (DatabasePool* pool : {database_pool(), redis_pool()}) {
        if (pool != nullptr) pool->stop();
    }
    ports_.terminate();
    host_.abort_calls.run();
    leave_calls_.drop(runtime_);
    drop_callbacks(runtime_);
    cancel_all(runtime_);
    call_worker_stop();
    if (runtime_.bailed) terminate();
    inbox_.return_held();
}

// Calls the last callback of the process, and waits for the coroutines and timers that it starts.
void ServerWorker::call_worker_stop() noexcept {
    inbox_.handle_results_only();
    if (task_runner_ != nullptr) inbox_.stop_reading();
    if (stop_by_ms_ == 0) stop_by_ms_ = monotonic_ms() + server_.config->master.max_wait_time_ms;
    const ProgramSpan since{mark_program(&runtime_)};
    runtime_.run_until.at_ms = stop_by_ms_;
    runtime_.running = false;
    runtime_.watchdog.run(0);  // no client waits for this worker any more
    call(ServerEvent::worker_stop);
    runtime_.running = true;
    auto waits = [&] {
        return is_pending(&runtime_, since) || !process_.task_client().empty() || !process_.remote_sends().empty();
    };
    while (!runtime_.bailed && waits()) {
        const int64_t left_ms = stop_by_ms_ - monotonic_ms();
        if (left_ms <= 0 || runtime_.loop.turn(static_cast<int>(left_ms)) != Error::ok) break;
    }
    drop_callbacks(runtime_);
    cancel_all(runtime_);
}

void ServerWorker::leave_in_child() noexcept {
    signals_.close_in_child();
    (void)std::signal(SIGINT, SIG_DFL);
    host_.leave_in_child();
}

// After a fatal error only C++ code runs. Clients that wait for a response get 503.
void ServerWorker::terminate() noexcept {
    ports_.terminate();
    host_.terminate_hosted();
    ports_.flush_logs();
    _exit(255);
}

// Objects from before the fork are not destroyed here: their destructors would close what all processes share (for
// example a database connection, for which a destructor sends a quit message).
void ServerWorker::end_process(int code) noexcept {
    ports_.flush_logs();
    (void)identity_.control.send({proc::ControlKind::drained, 0});
    runtime_.watchdog.run(0);  // no other thread may run from here on
    runtime_.slow_request_log.end();
    zend_try { php_output_end_all(); }
    zend_end_try();
    std::fflush(nullptr);
    check_for_leaks();
    _exit(code);
}

}  // namespace tern::php
