#include "php/server/user_process.h"

#include <csignal>
#include <poll.h>
#include <unistd.h>

#include "php/coroutine/program/forked.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/coroutine/report/crash.h"
#include "php/database/flight/query_flights.h"
#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/process/process_object.h"
#include "php/server/privileges.h"
#include "php/server/telemetry/admin_process.h"
#include "proc/end_with_master.h"
#include "proc/ignored_signal.h"

namespace tern::php {

namespace {

constexpr uint32_t kMostProcesses = 1024;
constexpr int kMostWaitMs = 1000;  // how long to wait for a process that reads
constexpr int64_t kLookForOthersMs = 10;

ProcessObject& process_at(const ServerObject& server, uint32_t index) noexcept {
    return *of<ProcessObject>(Z_OBJ_P(zend_hash_index_find(Z_ARRVAL(server.processes), index)));
}

// Null after an Error or a warning.
ProcessObject* addable(const ServerObject& server, const zval* object) {
    ProcessObject* self = process_of(object);
    if (self == nullptr || !may_change(server.sealed, "processes")) return nullptr;
    zval slot;
    const bool is_started =
        zval_get_long(zend_read_property(classes.process, &self->std, ZEND_STRL("pid"), true, &slot)) > 0;
    if (Z_ISUNDEF(self->callback) || self->is_of_server || is_started) {
        warn("the process was added or started already");
        remember(Error::wrong_operation);
        return nullptr;
    }
    if (process_count(server) < kMostProcesses) return self;
    warn("a server has at most %u processes", kMostProcesses);
    remember(Error::invalid_params);
    return nullptr;
}

}  // namespace

uint32_t process_count(const ServerObject& server) noexcept {
    return Z_TYPE(server.processes) == IS_ARRAY ? zend_hash_num_elements(Z_ARRVAL(server.processes)) : 0;
}

std::vector<int> processes_on_demand(const ServerObject& server, const proc::Roster& roster) noexcept {
    std::vector<int> ids;
    for (uint32_t i = 0; i < roster.users; ++i) {
        if (process_at(server, i).on_demand) ids.push_back(static_cast<int>(roster.events + roster.tasks + i));
    }
    return ids;
}

void name_processes(ServerObject& server, const proc::Roster& roster) noexcept {
    for (uint32_t i = 0; i < roster.users; ++i) {
        zend_update_property_long(classes.process, &process_at(server, i).std, ZEND_STRL("id"),
                                  roster.events + roster.tasks + i);
    }
}

Error write_to_process(ServerProcess& process, int worker_id, Bytes message) noexcept {
    const proc::Roster& roster = process.state().roster();
    const uint32_t index = static_cast<uint32_t>(worker_id) - roster.events - roster.tasks;
    proc::ProcessPipe& pipe = process_at(process.server(), index).parts->pipe;
    if (pipe.fd() < 0) return Error::bad_descriptor;
    size_t sent = 0;
    while (sent < message.size()) {
        const Result<size_t> part = pipe.send(message.substr(sent));
        if (part.ok()) {
            sent += part.value();
            continue;
        }
        if (part.error() != Error::would_block) return part.error();
        pollfd room{pipe.fd(), POLLOUT, 0};
        // A part of a stream message was sent, so the rest has to follow.
        if (sent == 0 || ::poll(&room, 1, kMostWaitMs) <= 0) return Error::server_pipe_buffer_full;
    }
    return Error::ok;
}

UserProcess::UserProcess(ServerProcess& process) noexcept
    : process_(process),
      server_(process.server()),
      identity_(process.identity()),
      control_watch_([](void* self) { static_cast<UserProcess*>(self)->on_control(); }, this),
      timeout_([](void*) { _exit(1); }, this),
      leave_last_([](void* self) { static_cast<UserProcess*>(self)->leave_last(); }, this) {
    process.become(*this, *this);
}

bool UserProcess::is_admin() const noexcept {
    return process_.state().roster().role_of(identity_.worker_id) == proc::WorkerRole::admin;
}

void UserProcess::run() noexcept {
    if (Error error = init(); error != Error::ok) {
        TERN_G(log)->print(LogLevel::error, "process %d cannot start: %s", identity_.worker_id, describe(error));
        _exit(1);
    }
    if (is_admin()) run_admin();
    const proc::Roster& roster = process_.state().roster();
    ProcessObject& program =
        process_at(server_, static_cast<uint32_t>(identity_.worker_id) - roster.events - roster.tasks);
    become_child(program, 0);
    (void)identity_.control.send({proc::ControlKind::ready, 0});
    zval argument;
    ZVAL_OBJ_COPY(&argument, &program.std);
    auto watch = [](void* self) { static_cast<UserProcess*>(self)->watch_control(); };
    run_child({&program.callback, 1, &argument, program.in_coroutine, watch, nullptr, this});
}

void UserProcess::wait_for_takeover() noexcept {
    for (;;) {
        pollfd control{identity_.control.fd(), POLLIN, 0};
        (void)::poll(&control, 1, -1);
        const Result<proc::ControlMessage> message = identity_.control.receive();
        if (message.ok() && message.value().kind == proc::ControlKind::take_over) return;
        const bool ends =
            message.ok() ? message.value().kind == proc::ControlKind::drain : message.error() != Error::would_block;
        if (ends) _exit(0);
    }
}

void UserProcess::run_admin() noexcept {
    (void)identity_.control.send({proc::ControlKind::ready, 0});
    if (process_.waits_for_takeover()) wait_for_takeover();
    zval site;
    ZVAL_STRING(&site, "Tern\\Internal\\Admin\\Site::serve");
    zval argument;
    ZVAL_OBJ_COPY(&argument, &server_.std);
    auto watch = [](void* self) { static_cast<UserProcess*>(self)->watch_control(); };
    run_child({&site, 1, &argument, true, watch, nullptr, this});
}

Error UserProcess::init() noexcept {
    TERN_G(log_file)->set_writer('@', getpid(), identity_.worker_id);
    proc::ignore_signal(SIGINT);  // the master handles Ctrl-C
    (void)std::signal(SIGPIPE, SIG_IGN);
    log_crashes();
    process_.ports().close_connection_ports();
    process_.departures() = {};
    (void)process_.take_arrivals();
    const proc::PrivilegeOptions& privileges = server_.config->privileges;
    if (Error error = give_up_privileges(privileges, *TERN_G(log)); error != Error::ok) return error;
    proc::end_with_master(identity_.master_pid, SIGTERM);
    show_identity();
    process_.commands().open_inbox();
    if (!process_.config().db_shared_queries.empty()) take_over_flights(process_.db_writes());
    return Error::ok;
}

void UserProcess::show_identity() noexcept {
    zend_object* object = &server_.std;
    zend_update_property_long(object->ce, object, ZEND_STRL("worker_id"), identity_.worker_id);
    zend_update_property_long(object->ce, object, ZEND_STRL("worker_pid"), getpid());
    shm::WorkerCounters& counters = process_.state().slot(identity_.slot);
    counters.start_time.set(static_cast<uint64_t>(wall_clock_s()));
    counters.status.store(shm::WorkerStatus::idle, std::memory_order_relaxed);
}

// Called once there is a loop. This watch does not keep the loop running; those of the program do.
void UserProcess::watch_control() noexcept {
    if (runtime() == nullptr) return;
    (void)runtime()->loop.watch(identity_.control.fd(), loop::kReadable, loop::Trigger::level, control_watch_);
    process_.commands().open_inbox();  // the loop reads it from now on
}

void UserProcess::on_control() noexcept {
    for (;;) {
        const Result<proc::ControlMessage> message = identity_.control.receive();
        if (message.ok() && message.value().kind == proc::ControlKind::reopen_logs) process_.reopen_logs();
        if (message.ok() && message.value().kind == proc::ControlKind::drain && is_admin()) {
            leave(static_cast<proc::DrainReason>(message.value().value));
        }
        if (message.ok()) continue;  // the other user processes get a signal together with the drain message
        if (message.error() == Error::would_block) return;
        runtime()->loop.unwatch(identity_.control.fd(), control_watch_);
        identity_.control.close();
        runtime()->loop.start_timer(timeout_, server_.config->master.max_wait_time_ms);
        return;
    }
}

// While the server shuts down, the admin process stays available.
void UserProcess::leave(proc::DrainReason reason) noexcept {
    if (reason != proc::DrainReason::shutdown) _exit(0);  // a successor runs already
    last_at_ms_ = monotonic_ms() + server_.config->master.max_wait_time_ms;
    leave_last();
}

void UserProcess::leave_last() noexcept {
    if (is_last_worker(process_.messenger()) || monotonic_ms() >= last_at_ms_) _exit(0);
    runtime()->loop.start_timer(leave_last_, kLookForOthersMs);
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Server, addProcess) {
    zval* process;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_OBJECT_OF_CLASS(process, classes.process)
    ZEND_PARSE_PARAMETERS_END();
    ServerObject* server = constructed(ZEND_THIS);
    if (server == nullptr) RETURN_THROWS();
    ProcessObject* self = addable(*server, process);
    if (EG(exception) != nullptr) RETURN_THROWS();
    if (self == nullptr) RETURN_FALSE;
    if (Z_TYPE(server->processes) != IS_ARRAY) array_init(&server->processes);
    self->is_of_server = true;
    Z_ADDREF_P(process);
    add_next_index_zval(&server->processes, process);
    RETURN_LONG(zend_hash_num_elements(Z_ARRVAL(server->processes)) - 1);
}
