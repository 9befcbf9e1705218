#include "php/server/server_master.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <sys/ipc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/fiber/fiber_stack.h"
#include "php/engine/globals.h"
#include "php/server/server_events.h"
#include "php/server/server_template.h"
#include "php/server/server_threads.h"
#include "php/server/telemetry/admin_process.h"
#include "php/server/telemetry/server_metrics.h"
#include "php/server/user_process.h"
#include "php/server/worker/server_worker.h"
#include "php/shared/shared_cache_object.h"
#include "proc/ignored_signal.h"
#include "protocol/http/codec_libraries.h"

namespace tern::php {

namespace {

constexpr int64_t kSharedMemory = 1;  // the default of task_ipc_mode

// Makes a write beyond `ulimit -f` fail, like one to a full disk, instead of ending the process. A handler of the
// program stays.
void take_large_files_for_errors() noexcept {
    struct sigaction former {};
    if (sigaction(SIGXFSZ, nullptr, &former) == 0 && former.sa_handler == SIG_DFL) proc::ignore_signal(SIGXFSZ);
}

// Sets the options that the runtimes of all processes use.
void take_over_options(const ServerConfig& config) noexcept {
    CoroutineOptions& options = *TERN_G(coroutine_options);
    if (config.hook_flags >= 0) options.hook_flags = config.hook_flags;
    if (config.hook_files) options.hook_files = true;
    options.max_coroutine = config.max_coroutine;
}

// The process of `tern supervise` above this server. What the program starts must not end with it.
pid_t take_supervisor() noexcept {
    constexpr const char* kVariable = "TERN_SUPERVISOR";
    const char* text = std::getenv(kVariable);
    const pid_t pid = text == nullptr ? 0 : static_cast<pid_t>(std::strtol(text, nullptr, 10));
    (void)::unsetenv(kVariable);
    return pid;
}

// `pid`: the new server; 0: none was started. Debian's package looks for these words (debian/upgrade-servers).
std::string failed_upgrade(pid_t pid) {
    if (pid == 0) return "READY=1\nSTATUS=No upgrade is possible: the log says why";
    return "READY=1\nSTATUS=The upgrade to process " + std::to_string(pid) + " failed: the log says why";
}

}  // namespace

ServerMaster::ServerMaster(ServerProcess& process) noexcept
    : process_(process),
      server_(process.server()),
      log_(*TERN_G(log)),
      program_({server_.config->enable_coroutine, static_cast<size_t>(server_.config->max_coroutine)}),
      lost_tasks_(process.messenger(), process.task_ledger(), log_) {
    process.commands().enter_by(*this);
}

ServerMaster::~ServerMaster() = default;

// --- before there are workers

Error ServerMaster::prepare() noexcept {
    take_large_files_for_errors();
    service_manager_.look();
    connect_predecessor();
    if (Error error = process_.logs().open(*server_.config); error != Error::ok) return error;
    complaint_ = admin_complaint(*server_.config);
    if (complaint_.empty()) complaint_ = process_.ports().tls().load(server_);
    if (!complaint_.empty()) return Error::invalid_params;
    if (Error error = daemonize(); error != Error::ok) return error;
    process_.supervise(*this, nullptr);
    TERN_G(log_file)->set_writer('#', process_.master_pid(), 0);
    return open_all();
}

void ServerMaster::connect_predecessor() noexcept {
    predecessor_.look();
    is_successor_ = predecessor_.pending();
    for (proc::PassedSocket& socket : predecessor_.take_sockets()) {
        service_manager_.add(std::move(socket.fd), socket.is_managed, socket.any_port);
    }
    process_.expect_arrivals(predecessor_.take_arrivals());
}

Error ServerMaster::open_all() noexcept {
    net::Listener& admin = process_.admin_listener();
    if (Error error = open_admin(server_, service_manager_, log_, admin); error != Error::ok) return error;
    if (Error error = process_.ports().open(service_manager_); error != Error::ok) return error;
    const ServerConfig& config = *server_.config;
    const proc::Roster roster{static_cast<uint32_t>(config.worker_num), static_cast<uint32_t>(config.task_worker_num),
                              process_count(server_), process_.admin_listener().is_open() ? 1U : 0U};
    name_processes(server_, roster);
    http::load_codec_libraries();  // here, so that all processes share them
    if (!config.db_shared_queries.empty() && config.db_connections == 0) {
        log_.print(LogLevel::error, "db_shared_queries needs db_connections");
        return Error::invalid_params;
    }
    Error error = process_.create_shared(roster);
    if (error == Error::ok && user_metrics() == nullptr) error = Error::no_memory;
    (void)server_cache();  // here, so that all processes share it; a program that uses it learns whether it is there
    if (error != Error::ok) log_.print(LogLevel::error, "the server cannot start: %s", describe(error));
    return error;
}

Error ServerMaster::daemonize() noexcept {
    if (!server_.config->daemonize || is_successor_) return Error::ok;  // it is in the background already
    Result<proc::Daemon> daemon = proc::Daemon::detach();
    if (!daemon.ok()) return daemon.error();
    daemon_ = std::move(daemon.value());
    if (daemon_.role() == proc::Daemon::Role::launcher) _exit(daemon_.exit_code());
    return Error::ok;
}

// --- the processes

int ServerMaster::run() noexcept {
    program_.take_over_script();
    show_identity();
    proc::MasterOptions options = server_.config->master;
    options.supervisor = take_supervisor();
    options.has_template = Z_TYPE(server_.boot_call) != IS_UNDEF;
    options.on_demand = processes_on_demand(server_, process_.state().roster());
    master_ = std::make_unique<proc::Master>(options, *this, process_.state(), process_.messenger().inboxes(), log_);
    if (is_successor_) master_->succeed(predecessor_);
    process_.supervise(*this, master_.get());
    log_.print(LogLevel::trace, "server starts: %ld workers, %ld task workers, master %d",
               static_cast<long>(server_.config->worker_num), static_cast<long>(server_.config->task_worker_num),
               process_.master_pid());
    process_.commands().open_inbox();
    keep_tasks();
    const CoroutineOptions scripts = *TERN_G(coroutine_options);
    take_over_options(*server_.config);
    proc::MasterResult result = master_->run();
    if (result.role != proc::MasterResult::Role::master) leave_master();
    if (result.role == proc::MasterResult::Role::workers_template) {
        auto* workers_template = new ServerTemplate(process_, std::move(result.channel));
        work(workers_template->run());
    }
    if (result.role == proc::MasterResult::Role::worker) work(std::move(result.identity));
    program_.end_program();
    *TERN_G(coroutine_options) = scripts;
    process_.supervise(*this, nullptr);
    master_.reset();
    close_all();
    return result.exit_code;
}

void ServerMaster::keep_tasks() noexcept {
    const ServerConfig& config = *server_.config;
    if (config.task_ipc_mode == kSharedMemory || config.task_worker_num == 0) return;
    auto key = static_cast<key_t>(config.message_queue_key);
    if (key == 0 && SG(request_info).path_translated != nullptr) key = ftok(SG(request_info).path_translated, 1);
    if (key == 0 || key == -1) return;  // the program has no file
    stored_tasks_ = std::make_unique<worker::StoredTasks>(key, process_.messenger(), process_.task_ledger(), log_);
}

void ServerMaster::close_all() noexcept {
    if (upgraded_ || predecessor_.pending()) {
        process_.ports().leave_paths();
        process_.admin_listener().close();
        return;
    }
    process_.ports().close();
    process_.admin_listener().unlink_path();
    process_.admin_listener().close();
}

void ServerMaster::show_identity() noexcept {
    zend_object* object = &server_.std;
    zend_update_property_long(object->ce, object, ZEND_STRL("master_pid"), process_.master_pid());
    zend_update_property_long(object->ce, object, ZEND_STRL("manager_pid"), process_.master_pid());
}

// This object and its Master stay in memory: their destructors have nothing to do in this process.
void ServerMaster::leave_master() noexcept {
    program_.leave_in_child();
    daemon_ = proc::Daemon();
    service_manager_.leave_in_child();
}

void ServerMaster::work(proc::WorkerIdentity identity) noexcept {
    process_.wait_for_takeover(predecessor_.pending());
    process_.become(std::move(identity));
    enter_thread(server_);
    const proc::WorkerRole role = process_.state().roster().role_of(process_.worker_id());
    if (role != proc::WorkerRole::admin) process_.admin_listener().close();
    if (role == proc::WorkerRole::user || role == proc::WorkerRole::admin) {
        auto* user = new UserProcess(process_);
        user->run();
    }
    auto* worker = new ServerWorker(process_);
    worker->run();
}

void ServerMaster::leave_in_child() noexcept {
    if (master_ != nullptr) master_->leave_in_child();
    program_.leave_in_child();
}

// --- events

// Calls the event outside of coroutines.
void ServerMaster::call(ServerEvent event) noexcept {
    EventCall call(server_.callback(event));
    call.add(&server_.std);
    this->call(call);
}

void ServerMaster::call(EventCall& call) noexcept {
    const bool called = program_.enter([&] { return call_now(call) ? Outcome::ok : Outcome::bailed; });
    if (!called && master_ != nullptr) master_->shutdown();
}

// Calls the event in a coroutine of its own until its first suspension, unless enable_coroutine is off. Returns its id.
int64_t ServerMaster::start_call(ServerEvent event) noexcept {
    if (Z_TYPE_P(server_.callback(event)) == IS_UNDEF || program_.failed()) return 0;
    const Result<Runtime*> made = server_.config->enable_coroutine ? program_.make() : Error::operation_not_supported;
    if (!made.ok()) {
        call(event);
        return 0;
    }
    EventCall call(server_.callback(event));
    call.add(&server_.std);
    const int64_t id = made.value()->scheduler.last_id() + 1;
    enter_program([](void* one) { call_event(*static_cast<EventCall*>(one), true); }, &call);
    return id;
}

void ServerMaster::enter_program(void (*body)(void* argument), void* argument) noexcept {
    if (!program_.enter([&] { return guard::run(body, argument); })) master_->shutdown();
}

bool ServerMaster::may_drain() {
    return program_.failed() || runtime() == nullptr || runtime()->scheduler.find(before_shutdown_id_) == nullptr;
}

bool ServerMaster::may_end() { return program_.failed() || !is_pending(runtime(), last_event_); }

void ServerMaster::on_start() { (void)start_call(ServerEvent::start); }
void ServerMaster::on_manager_start() { call(ServerEvent::manager_start); }
void ServerMaster::on_before_reload() {
    service_manager_.notify_reloading();
    process_.state().count_reload(wall_clock_s());
    call(ServerEvent::before_reload);
    process_.ports().tls().reload(log_);
}
void ServerMaster::on_after_reload() {
    call(ServerEvent::after_reload);
    service_manager_.notify("READY=1");
}
void ServerMaster::on_before_shutdown() {
    if (!predecessor_.pending()) service_manager_.notify("STOPPING=1");
    last_event_.from = mark_program(runtime());
    before_shutdown_id_ = start_call(ServerEvent::before_shutdown);
    last_event_.to = mark_program(runtime());
}

// All workers have left. The coroutines and timers of the master end.
void ServerMaster::on_manager_stop() {
    if (stored_tasks_ != nullptr) stored_tasks_->save();
    program_.end_program();
    call_at_end(ServerEvent::manager_stop);
}
void ServerMaster::on_shutdown() { call_at_end(ServerEvent::shutdown); }

void ServerMaster::call_at_end(ServerEvent event) noexcept {
    last_event_ = {mark_program(runtime())};
    program_.limit_callbacks(coro::Deadline::in(server_.config->master.max_wait_time_ms));
    call(event);
}

void ServerMaster::on_workers_ready() {
    if (stored_tasks_ != nullptr) stored_tasks_->restore();
    for (const std::string& place : service_manager_.close_left_over()) {
        log_.print(LogLevel::info, "%s is closed: only the server before this one listened there", place.c_str());
    }
    service_manager_.notify("READY=1\nMAINPID=" + std::to_string(process_.master_pid()) +
                            "\nSTATUS=" + std::to_string(server_.config->worker_num) + " workers are ready");
    is_watched_ = true;
    if (TERN_G(coroutine_options)->c_stack_size == 0 && usual_stack_bytes() < FiberStack::kDefaultBytes) {
        log_.print(LogLevel::warning,
                   "addresses are limited (RLIMIT_AS, or vm.overcommit_memory is 2): coroutines have %zu KB of C stack "
                   "(option c_stack_size)",
                   usual_stack_bytes() / 1024);
    }
    if (!server_.config->daemonize || is_successor_) return;
    if (Error error = daemon_.report_up(TERN_G(log_file)->fd()); error != Error::ok) {
        log_.print(LogLevel::warning, "cannot leave the terminal: %s", describe(error));
    }
}

proc::UpgradePlan ServerMaster::plan_upgrade() {
    proc::UpgradePlan plan;
    if (getpid() == 1) plan.refusal = "this server is process 1 of its container, which would end with it";
    if (proc::start_command().words.empty())
        plan.refusal = "the program that started this server must start the next one, too";
    process_.ports().pass_on(plan);
    const net::Listener& admin = process_.admin_listener();
    if (admin.is_open()) plan.sockets.push_back({.fd = admin.fd()});
    plan.arrivals = process_.departures().reader.get();
    return plan;
}

// After `done` the reader of departing connections is the next server's alone: if that dies, workers must notice it.
void ServerMaster::on_upgrade(proc::UpgradeState state, pid_t pid) {
    const bool begins = state == proc::UpgradeState::starting || pid == 0;
    const uint32_t count = process_.state().upgrade().count + (begins ? 1 : 0);
    process_.state().note_upgrade({static_cast<uint32_t>(state), count, pid});
    if (state == proc::UpgradeState::starting) service_manager_.notify_successor(pid);
    if (state == proc::UpgradeState::failed) service_manager_.notify(failed_upgrade(pid));
    if (state != proc::UpgradeState::done) return;
    service_manager_.leave();
    process_.departures().reader.reset();
    upgraded_ = true;
}

void ServerMaster::on_main_process(pid_t pid) { service_manager_.notify("MAINPID=" + std::to_string(pid)); }

void ServerMaster::on_worker_error(const proc::WorkerExit& exit) {
    WorkerEnd end{&server_, exit};
    const bool wanted = Z_TYPE_P(server_.callback(ServerEvent::worker_error)) != IS_UNDEF;
    if (server_.config->event_object) return wanted ? enter_program(call_worker_error, &end) : void();
    EventCall call(server_.callback(ServerEvent::worker_error));
    call.add(&server_.std).add(exit.worker_id).add(exit.pid).add(exit.exit_code).add(exit.signal);
    this->call(call);
}

void ServerMaster::on_worker_stop(const proc::WorkerExit& exit) {
    if (!exit.was_ready) service_manager_.notify("X_TERN_START_FAILED=1");
    if (process_.state().roster().role_of(exit.worker_id) == proc::WorkerRole::task) lost_tasks_.look_for(exit);
}

// Notifies the service manager twice as often as it requires, at first when the server is ready: in an upgrade it
// accepts nothing from this process before, and its clock still runs since the last sign of life of the server before
// this one. Returns the time to wait until the next notification.
int64_t ServerMaster::notify_service_manager(int64_t timeout_ms) noexcept {
    const int64_t every_ms = service_manager_.watchdog_ms() / 2;
    if (every_ms <= 0 || !is_watched_) return timeout_ms;
    const int64_t now_ms = monotonic_ms();
    if (now_ms >= notify_at_ms_) {
        service_manager_.notify("WATCHDOG=1");
        notify_at_ms_ = now_ms + every_ms;
    }
    const int64_t left_ms = notify_at_ms_ - now_ms;
    return timeout_ms < 0 ? left_ms : std::min(timeout_ms, left_ms);
}

// Other processes send commands and results, and wake the master when an inbox has room again.
void ServerMaster::wait(int fd, int64_t timeout_ms) {
    timeout_ms = notify_service_manager(timeout_ms);
    lost_tasks_.report();
    ServerCommands& commands = process_.commands();
    if (runtime() != nullptr) commands.open_inbox();
    if (!program_.wait(fd, timeout_ms)) commands.wait(fd, timeout_ms);
    if (program_.failed()) master_->shutdown();
}

}  // namespace tern::php
