// The events of a server's master.
#include <algorithm>
#include <sys/wait.h>

#include "php/bridge/fiber_stack.h"
#include "php/bridge/globals.h"
#include "php/server/event_call.h"
#include "php/server/server_event_objects.h"
#include "php/server/server_process.h"

namespace tern::php {

// Outside of coroutines.
void ServerProcess::call(ServerEvent event) noexcept {
    EventCall call(server_.callback(event));
    call.add(&server_.std);
    this->call(call);
}

void ServerProcess::call(EventCall& call) noexcept {
    const bool called = program_.enter([&] { return call_now(call) ? Outcome::ok : Outcome::bailed; });
    if (!called && master_ != nullptr) master_->shutdown();
}

// In a coroutine of its own, to its first suspension, unless the program has coroutines switched off. Gives its id.
int64_t ServerProcess::start_call(ServerEvent event) noexcept {
    if (Z_TYPE_P(server_.callback(event)) == IS_UNDEF || program_.failed()) return 0;
    const Result<Runtime*> all = server_.config->enable_coroutine ? program_.make() : Error::operation_not_supported;
    if (!all.ok()) {
        call(event);
        return 0;
    }
    EventCall call(server_.callback(event));
    call.add(&server_.std);
    const int64_t id = all.value()->scheduler.last_id() + 1;
    run_in_master([](void* one) { call_event(*static_cast<EventCall*>(one), true); }, &call);
    return id;
}

void ServerProcess::run_in_master(void (*body)(void* argument), void* argument) noexcept {
    if (!program_.enter([&] { return guard::run(body, argument); })) master_->shutdown();
}

bool ServerProcess::may_drain() {
    return program_.failed() || runtime() == nullptr || runtime()->scheduler.find(before_shutdown_id_) == nullptr;
}

bool ServerProcess::may_end() { return program_.failed() || !is_pending(runtime(), last_event_); }

void ServerProcess::on_start() { (void)start_call(ServerEvent::start); }
void ServerProcess::on_manager_start() { call(ServerEvent::manager_start); }
void ServerProcess::on_before_reload() {
    service_manager_.tell_reloading();
    state_.count_reload(wall_clock_us() / 1'000'000);
    call(ServerEvent::before_reload);
    tls_.reload(log_);
}
void ServerProcess::on_after_reload() {
    call(ServerEvent::after_reload);
    service_manager_.tell("READY=1");
}
void ServerProcess::on_before_shutdown() {
    service_manager_.tell("STOPPING=1");
    last_event_.from = mark_program(runtime());
    before_shutdown_id_ = start_call(ServerEvent::before_shutdown);
    last_event_.to = mark_program(runtime());
}

// The workers have left, and what waits in the master ends.
void ServerProcess::on_manager_stop() {
    program_.end_program();
    call_at_end(ServerEvent::manager_stop);
}
void ServerProcess::on_shutdown() { call_at_end(ServerEvent::shutdown); }

void ServerProcess::call_at_end(ServerEvent event) noexcept {
    last_event_ = {mark_program(runtime())};
    program_.limit_callbacks(coro::Deadline::in(server_.config->max_wait_time_ms));
    call(event);
}

void ServerProcess::on_workers_ready() {
    service_manager_.tell("READY=1\nMAINPID=" + std::to_string(master_pid_) +
                          "\nSTATUS=" + std::to_string(server_.config->worker_num) + " workers are ready");
    if (TERN_G(coroutine_options)->c_stack_size == 0 && usual_stack_bytes() < FiberStack::kDefaultBytes) {
        log_.print(LogLevel::warning,
                   "addresses are limited (RLIMIT_AS, or vm.overcommit_memory is 2): coroutines have %zu KB of C stack "
                   "(option c_stack_size)",
                   usual_stack_bytes() / 1024);
    }
    if (!server_.config->daemonize) return;
    if (Error error = daemon_.report_up(TERN_G(log_file)->fd()); error != Error::ok) {
        log_.print(LogLevel::warning, "cannot leave the terminal: %s", describe(error));
    }
}

void ServerProcess::on_worker_error(const proc::WorkerExit& exit) {
    WorkerEnd end{&server_, exit};
    const bool wanted = Z_TYPE_P(server_.callback(ServerEvent::worker_error)) != IS_UNDEF;
    if (server_.config->event_object) return wanted ? run_in_master(call_worker_error, &end) : void();
    EventCall call(server_.callback(ServerEvent::worker_error));
    call.add(&server_.std).add(exit.worker_id).add(exit.pid).add(exit.exit_code).add(exit.signal);
    this->call(call);
}

void ServerProcess::on_worker_stop(const proc::WorkerExit& exit) {
    if (!exit.was_ready) service_manager_.tell("X_TERN_START_FAILED=1");
    if (state_.roster().role_of(exit.worker_id) == proc::WorkerRole::task) lost_tasks_.look_for(exit);
}

void ServerProcess::on_reopen_log() {
    if (Error error = TERN_G(log_file)->reopen(); error != Error::ok) {
        log_.print(LogLevel::error, "log_file cannot be opened again: %s", describe(error));
    }
    if (Error error = slow_log_.reopen(); error != Error::ok) {
        log_.print(LogLevel::error, "slow_request_file cannot be opened again: %s", describe(error));
    }
    for (PortFiles& port : ports_) {
        Error error = port.access.reopen();
        if (error == Error::ok) continue;
        log_.print(LogLevel::error, "access_log %s cannot be opened again: %s", port.access.path().c_str(),
                   describe(error));
    }
}

// Twice as often as the service manager wants to hear of us. Other processes send commands.
void ServerProcess::wait(int fd, int64_t timeout_ms) {
    const int64_t every_ms = service_manager_.watchdog_ms() / 2;
    if (every_ms > 0) {
        const int64_t now_ms = monotonic_ms();
        if (now_ms >= tell_alive_at_ms_) {
            service_manager_.tell("WATCHDOG=1");
            tell_alive_at_ms_ = now_ms + every_ms;
        }
        const int64_t left_ms = tell_alive_at_ms_ - now_ms;
        timeout_ms = timeout_ms < 0 ? left_ms : std::min(timeout_ms, left_ms);
    }
    if (const int64_t again_ms = lost_tasks_.report(); again_ms > 0) {
        timeout_ms = timeout_ms < 0 ? again_ms : std::min(timeout_ms, again_ms);
    }
    if (runtime() != nullptr) commands_.open_box();
    if (!program_.wait(fd, timeout_ms)) commands_.wait(fd, timeout_ms);
    if (program_.failed()) master_->shutdown();
}

}  // namespace tern::php
