#include "php/server/server_process.h"

#include <algorithm>
#include <csignal>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "php/bridge/error.h"
#include "php/bridge/globals.h"
#include "php/bridge/php_log.h"
#include "php/options/port_options.h"
#include "php/server/admin_process.h"
#include "php/server/port_protocol.h"
#include "php/server/server_worker.h"
#include "php/server/user_metrics.h"
#include "php/server/user_process.h"
#include "php/server/worker_messages.h"

namespace tern::php {

namespace {

zend_long port_number(zend_object* port, const char* name, size_t length) {
    zval slot;
    return zval_get_long(zend_read_property(port->ce, port, name, length, true, &slot));
}

std::string port_host(zend_object* port) {
    zval slot;
    zval* host = zend_read_property(port->ce, port, ZEND_STRL("host"), true, &slot);
    return Z_TYPE_P(host) == IS_STRING ? std::string(view(Z_STR_P(host))) : std::string();
}

Result<net::Address> address_of(zend_object* port) {
    zend_long type = port_number(port, ZEND_STRL("type"));
    auto number = static_cast<uint16_t>(port_number(port, ZEND_STRL("port")));
    if (type == kSockUnixStream || type == kSockUnixDgram) return net::Address::unix_path(port_host(port));
    return net::Address::ip(type == kSockTcp6 || type == kSockUdp6 ? AF_INET6 : AF_INET, port_host(port), number);
}

// Behind chroot() it is for the workers to find out.
bool has_document_root(const PortConfig& port, const ServerConfig& server) {
    if (!port.enable_static_handler) return true;
    struct stat status {};
    if (port.document_root.empty()) return false;
    return !server.chroot.empty() || (::stat(port.document_root.c_str(), &status) == 0 && S_ISDIR(status.st_mode));
}

// A file that would pass `ulimit -f` is an error of one write, as a full disk is, and no end of the process. A handler
// of the program's own stays.
void take_large_files_for_errors() noexcept {
    struct sigaction former {};
    if (sigaction(SIGXFSZ, nullptr, &former) == 0 && former.sa_handler == SIG_DFL) (void)std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace

ServerProcess* process() noexcept { return TERN_G(process); }

ServerProcess* running(zval* return_value) {
    if (process() != nullptr) return process();
    warn("the server is not running");
    failure(Error::wrong_operation, return_value);
    return nullptr;
}

// The master's own forks are of its process_table, and made outside of callbacks.
static void leave_server() {
    if (process() != nullptr) process()->leave_in_child();
}

// What the runtimes of its processes are made with.
static void take_over_options(const ServerConfig& config) noexcept {
    CoroutineOptions& options = *TERN_G(coroutine_options);
    if (config.hook_flags >= 0) options.hook_flags = config.hook_flags;
    if (config.hook_files) options.hook_files = true;
    options.max_coroutine = config.max_coroutine;
}

ServerProcess::ServerProcess(ServerObject& server) noexcept
    : server_(server),
      log_(*TERN_G(log)),
      program_({server.config->enable_coroutine, static_cast<size_t>(server.config->max_coroutine)}) {
    static const bool noticed = pthread_atfork(nullptr, nullptr, leave_server) == 0;
    (void)noticed;
}

void ServerProcess::leave_in_child() noexcept {
    if (worker_ == nullptr && user_ == nullptr && !program_.in_program()) return;
    for (PortFiles& port : ports_) {
        for (net::Listener& listener : port.sockets) listener.close();
    }
    mailboxes_.close();
    if (worker_ != nullptr) worker_->leave_in_child();
    if (user_ != nullptr) user_->leave_in_child();
    if (master_ != nullptr) master_->leave_in_child();
    program_.leave_in_child();
    TERN_G(process) = nullptr;
}

ServerProcess::~ServerProcess() { TERN_G(log_file)->count_in(nullptr); }

Error ServerProcess::prepare() noexcept {
    take_large_files_for_errors();
    service_manager_.look();
    if (Error error = open_log(); error != Error::ok) return error;
    complaint_ = admin_complaint(*server_.config);
    if (complaint_.empty()) complaint_ = tls_.load(server_);
    if (!complaint_.empty()) return Error::invalid_params;
    if (Error error = daemonize(); error != Error::ok) return error;
    master_pid_ = getpid();
    TERN_G(log_file)->set_writer('#', master_pid_, 0);
    if (Error error = open_ports(); error != Error::ok) return error;
    if (Error error = open_admin(server_, log_, admin_listener_); error != Error::ok) return error;
    const ServerConfig& config = *server_.config;
    const auto tasks = static_cast<uint32_t>(config.task_worker_num);
    const proc::Roster roster{static_cast<uint32_t>(config.worker_num), tasks, process_count(server_),
                              admin_listener_.is_open() ? 1U : 0U};
    name_processes(server_, roster);
    Error error = state_.create(roster, static_cast<uint32_t>(config.max_connection));
    if (error == Error::ok) count_log_losses();
    if (error == Error::ok) error = mailboxes_.create(state_.seat_count() + 1);
    if (error == Error::ok) error = task_ledger_.create(state_.seat_count(), tasks);
    if (error == Error::ok && user_metrics() == nullptr) error = Error::no_memory;
    if (error == Error::ok) error = room_hints_.create(state_.seat_count(), config.rooms.size());
    if (error != Error::ok) log_.print(LogLevel::error, "the server cannot start: %s", describe(error));
    return error;
}

Error ServerProcess::open_log() noexcept {
    const ServerConfig& config = *server_.config;
    escape_php_log();
    log_.set_least(static_cast<LogLevel>(config.log_level));
    proc::LogFileOptions options{config.log_file, config.log_date_format, config.log_date_with_microseconds,
                                 static_cast<proc::Rotation>(config.log_rotation)};
    Error error = TERN_G(log_file)->open(std::move(options));
    if (error != Error::ok) {
        log_.print(LogLevel::error, "log_file %s cannot be opened: %s", config.log_file.c_str(), describe(error));
    }
    return error == Error::ok ? open_slow_log() : error;
}

void ServerProcess::count_log_losses() noexcept {
    TERN_G(log_file)->count_in(&state_.log_losses());
    slow_log_.count_in(&state_.slow_log_losses());
}

Error ServerProcess::open_slow_log() noexcept {
    const ServerConfig& config = *server_.config;
    proc::LogFileOptions options{config.slow_request_file, config.log_date_format, config.log_date_with_microseconds,
                                 static_cast<proc::Rotation>(config.log_rotation), "slow_request_file"};
    const Error error = slow_log_.open(std::move(options));
    if (error != Error::ok) {
        log_.print(LogLevel::error, "slow_request_file %s cannot be opened: %s", config.slow_request_file.c_str(),
                   describe(error));
    }
    return error;
}

Error ServerProcess::daemonize() noexcept {
    if (!server_.config->daemonize) return Error::ok;
    Result<proc::Daemon> daemon = proc::Daemon::detach();
    if (!daemon.ok()) return daemon.error();
    daemon_ = std::move(daemon.value());
    if (daemon_.role() == proc::Daemon::Role::launcher) _exit(daemon_.exit_code());
    return Error::ok;
}

Error ServerProcess::open_ports() noexcept {
    ports_.resize(server_.port_count);
    for (uint32_t i = 0; i < server_.port_count; ++i) {
        if (Error error = open_port(i); error != Error::ok) return error;
    }
    for (const std::string& place : service_manager_.left_over()) {
        log_.print(LogLevel::warning, "the service manager opened %s, where no port listens", place.c_str());
    }
    return Error::ok;
}

Result<net::Listener> ServerProcess::open_listener(const net::Address& address, const PortConfig& config,
                                                   bool datagrams) noexcept {
    Fd given = service_manager_.take_socket(address, datagrams ? SOCK_DGRAM : SOCK_STREAM);
    if (given.open()) return net::Listener::adopt(std::move(given));
    return net::Listener::open(address, listen_options(config, datagrams));
}

Error ServerProcess::open_port(uint32_t index) noexcept {
    PortConfig config = port_config(server_, index);
    if (!has_document_root(config, *server_.config)) {
        log_.print(LogLevel::error, "enable_static_handler needs document_root, and \"%s\" is no directory",
                   config.document_root.c_str());
        return Error::invalid_params;
    }
    if (Error failed = ports_[index].access.open(config.access_log); failed != Error::ok) {
        log_.print(LogLevel::error, "access_log %s cannot be opened: %s", config.access_log.c_str(), describe(failed));
        return failed;
    }
    return open_sockets(index, config);
}

Error ServerProcess::open_sockets(uint32_t index, const PortConfig& config) noexcept {
    zend_object* port = server_.ports[index];
    const bool datagrams = port_protocol(server_, index) == PortProtocol::datagrams;
    Result<net::Address> address = address_of(port);
    Error error = address.error();
    size_t count = config.enable_reuse_port ? static_cast<size_t>(server_.config->worker_num) : 1;
    for (size_t i = 0; address.ok() && i < count; ++i) {
        Result<net::Listener> listener = open_listener(address.value(), config, datagrams);
        error = listener.error();
        if (!listener.ok()) break;
        if (listener.value().adopted()) count = 1;
        address = listener.value().address();  // port 0: all sockets share the one that the system chose
        ports_[index].sockets.push_back(std::move(listener.value()));
    }
    if (error != Error::ok) {
        log_.print(LogLevel::error, "cannot listen on %s:%ld: %s", port_host(port).c_str(),
                   static_cast<long>(port_number(port, ZEND_STRL("port"))), describe(error));
        return error;
    }
    uint16_t number = ports_[index].sockets.front().address().port();
    zend_update_property_long(port->ce, port, ZEND_STRL("port"), number);
    if (index == 0) zend_update_property_long(server_.std.ce, &server_.std, ZEND_STRL("port"), number);
    return Error::ok;
}

void ServerProcess::close_ports() noexcept {
    for (PortFiles& port : ports_) {
        for (net::Listener& listener : port.sockets) {
            listener.unlink_path();
            listener.close();
        }
    }
    admin_listener_.unlink_path();
    admin_listener_.close();
}

void ServerProcess::close_connection_ports() noexcept {
    for (uint32_t i = 0; i < server_.port_count; ++i) {
        if (port_protocol(server_, i) == PortProtocol::datagrams) continue;
        for (net::Listener& listener : ports_[i].sockets) listener.close();
    }
}

net::Listener& ServerProcess::listener(uint32_t port, int worker_id) noexcept {
    std::vector<net::Listener>& sockets = ports_[port].sockets;
    return sockets[static_cast<size_t>(worker_id) % sockets.size()];
}

int ServerProcess::run() noexcept {
    show_identity();
    proc::MasterOptions options;
    options.max_wait_time_ms = server_.config->max_wait_time_ms;
    options.pid_file = server_.config->pid_file;
    master_ = std::make_unique<proc::Master>(options, *this, state_, mailboxes_, log_);
    log_.print(LogLevel::info, "server starts: %ld workers, %ld task workers, master %d",
               static_cast<long>(server_.config->worker_num), static_cast<long>(server_.config->task_worker_num),
               master_pid_);
    commands_.open_box();
    const CoroutineOptions scripts = *TERN_G(coroutine_options);
    take_over_options(*server_.config);
    proc::MasterResult result = master_->run();
    if (result.role == proc::MasterResult::Role::worker) work(std::move(result.seat));
    program_.end_program();
    *TERN_G(coroutine_options) = scripts;
    master_.reset();
    close_ports();
    return result.exit_code;
}

void ServerProcess::show_identity() noexcept {
    zend_object* object = &server_.std;
    zend_update_property_long(object->ce, object, ZEND_STRL("master_pid"), master_pid_);
    zend_update_property_long(object->ce, object, ZEND_STRL("manager_pid"), master_pid_);
}

// This process has a copy of what the master's coroutines wait for, and must not resume them.
void ServerProcess::work(proc::WorkerSeat seat) noexcept {
    program_.leave_in_child();
    commands_.leave_in_child();
    task_desk_.leave_in_child();
    daemon_ = proc::Daemon();
    // The Master stays in memory, emptied: its destructor has nothing left to do in this process.
    emptied_ = master_.release();
    const proc::WorkerRole role = state_.roster().role_of(seat.worker_id);
    if (role != proc::WorkerRole::admin) admin_listener_.close();
    if (role == proc::WorkerRole::user || role == proc::WorkerRole::admin) {
        user_ = new UserProcess(*this, std::move(seat));
        user_->run();
    }
    worker_ = new ServerWorker(*this, std::move(seat));
    worker_->run();
}

const proc::WorkerSeat* ServerProcess::seat() const noexcept {
    if (user_ != nullptr) return &user_->seat();
    return worker_ == nullptr ? nullptr : &worker_->seat();
}

int ServerProcess::worker_id() const noexcept { return seat() == nullptr ? -1 : seat()->worker_id; }
uint32_t ServerProcess::incarnation() const noexcept { return seat() == nullptr ? 0 : seat()->incarnation; }
uint32_t ServerProcess::box() const noexcept { return seat() == nullptr ? state_.seat_count() : seat()->seat; }

Error ServerProcess::tell_master(proc::ControlMessage message) noexcept {
    return user_ != nullptr ? user_->tell_master(message) : worker_->tell_master(message);
}

Error ServerProcess::reload(bool only_tasks) noexcept {
    if (master_ != nullptr) {
        master_->reload(only_tasks);
        return Error::ok;
    }
    return tell_master({proc::ControlKind::ask_reload, only_tasks ? 1 : 0});
}

Error ServerProcess::shutdown() noexcept {
    if (master_ != nullptr) {
        master_->shutdown();
        return Error::ok;
    }
    return tell_master({proc::ControlKind::ask_shutdown, 0});
}

Error ServerProcess::stop_worker(int worker_id) noexcept {
    if (master_ != nullptr) return master_->stop_worker(worker_id);
    const bool is_own = worker_id < 0 || worker_id == this->worker_id();
    if (is_own && worker_ != nullptr) return worker_->ask_for_successor();
    if (is_own) worker_id = this->worker_id();
    if (state_.current_seat(worker_id) < 0) return Error::invalid_params;
    return tell_master({proc::ControlKind::ask_stop, worker_id});
}

Error ServerProcess::close_session(int64_t session_id, bool reset) noexcept {
    if (worker_ != nullptr && worker_->host().close_session(session_id, reset)) return Error::ok;
    return close_foreign_session(*this, session_id, reset);
}

serve::Exchange* ServerProcess::find_exchange(int64_t session_id) noexcept {
    return worker_ == nullptr ? nullptr : worker_->host().find_exchange(session_id);
}

}  // namespace tern::php
