// How a worker leaves: for its successor, for the next server, or because the server ends.
#include <csignal>
#include <unistd.h>
#include <utility>

#include "php/engine/fiber/sanitizer.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/globals.h"
#include "php/server/server_events.h"
#include "php/server/worker/server_worker.h"

namespace tern::php {

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
