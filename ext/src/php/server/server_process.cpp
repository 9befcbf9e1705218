#include "php/server/server_process.h"

#include <pthread.h>
#include <unistd.h>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/error.h"
#include "php/engine/globals.h"
#include "php/engine/state/standard_output.h"
#include "php/http/port_host.h"
#include "php/server/message/session_send.h"
#include "php/server/port_protocol.h"
#include "php/server/user_process.h"

namespace tern::php {

ServerProcess* process() noexcept { return static_cast<ServerProcess*>(TERN_G(process)); }

ServerProcess* running(zval* return_value) {
    if (process() != nullptr) return process();
    warn("the server is not running");
    failure(Error::wrong_operation, return_value);
    return nullptr;
}

// Not called for the master's own forks, which process_table makes outside of callbacks.
static void leave_server() {
    if (process() != nullptr) process()->leave_in_child();
}

ServerProcess::ServerProcess(ServerObject& server) noexcept
    : server_(server),
      ports_(server, *TERN_G(log)),
      task_client_(server, messenger_, task_ledger_, send_waits_),
      commands_(server, messenger_, task_client_, send_waits_),
      master_pid_(getpid()) {
    static const bool noticed = pthread_atfork(nullptr, nullptr, leave_server) == 0;
    (void)noticed;
    keep_printing_programs_alive();
}

Error ServerProcess::create_shared(const proc::Roster& roster) noexcept {
    const ServerConfig& config = *server_.config;
    Error error = state_.create(roster, static_cast<uint32_t>(config.max_connection), config.start_session_id + 1);
    if (error != Error::ok) return error;
    logs_.count_losses(state_);
    if (error = departures_.open(); error != Error::ok) return error;
    error = inboxes_.create(state_.slot_count() + 1);  // the last one is for the master
    if (error == Error::ok) error = descriptor_requests_.create(state_.slot_count());
    if (error == Error::ok) error = task_ledger_.create(state_.slot_count(), roster.tasks);
    if (error == Error::ok && config.db_connections > 0) {
        error = db_places_.create(static_cast<uint32_t>(config.db_connections));
    }
    if (error == Error::ok && !config.db_shared_queries.empty()) error = db_writes_.create();
    if (error == Error::ok && config.redis_connections > 0) {
        error = redis_places_.create(static_cast<uint32_t>(config.redis_connections));
    }
    return error == Error::ok ? room_hints_.create(state_.slot_count(), config.rooms.size()) : error;
}

void ServerProcess::supervise(ServerRole& role, proc::Master* master) noexcept {
    master_pid_ = getpid();
    role_ = &role;
    master_ = master;
}

// This process has copies of the coroutines that wait in the master, and must not resume them.
void ServerProcess::become(proc::WorkerIdentity identity) noexcept {
    identity_ = std::move(identity);
    state_.set_pid(identity_.slot, ::getpid());  // one of a template has not done so yet
    departures_.reader.reset();
    descriptor_requests_.keep_only(identity_.slot);
    messenger_.become(identity_);
    commands_.leave_in_child();
    task_client_.leave_in_child();
    send_waits_.leave_in_child();
    master_ = nullptr;
}

void ServerProcess::become(ServerRole& role) noexcept {
    role_ = &role;
    master_ = nullptr;
    has_user_of_workers_ = true;
}

void ServerProcess::become(ServerWorker& worker, ServerRole& role, worker::RequestLimit& requests,
                           RunningTasks* tasks) noexcept {
    worker_ = &worker;
    role_ = &role;
    requests_ = &requests;
    running_tasks_ = tasks;
    commands_.read_by_worker();
}

void ServerProcess::become(UserProcess& user, ServerRole& role) noexcept {
    user_ = &user;
    role_ = &role;
}

void ServerProcess::leave_in_child() noexcept {
    if (role_ == nullptr || !role_->runs_program()) return;
    ports_.leave_in_child();
    departures_ = {};
    arrivals_.reset();
    inboxes_.close();
    descriptor_requests_.close();
    identity_.control.close();
    role_->leave_in_child();
    TERN_G(process) = nullptr;
}

void ServerProcess::on_remote_room(void* self) {
    Runtime* runtime = php::runtime();
    if (runtime == nullptr || runtime->bailed) return;
    static_cast<ServerProcess*>(self)->send_waits_.wake(*runtime, SendWaits::kRemote);
}

void ServerProcess::reopen_logs() noexcept {
    logs_.reopen();
    ports_.reopen_access_logs();
}

Error ServerProcess::reload(bool only_tasks) noexcept {
    if (master_ == nullptr) return identity_.control.send({proc::ControlKind::ask_reload, only_tasks ? 1 : 0});
    master_->reload(only_tasks);
    return Error::ok;
}

Error ServerProcess::shutdown() noexcept {
    if (master_ == nullptr) return identity_.control.send({proc::ControlKind::ask_shutdown, 0});
    master_->shutdown();
    return Error::ok;
}

Error ServerProcess::upgrade() noexcept {
    if (master_ == nullptr) return identity_.control.send({proc::ControlKind::ask_upgrade, 0});
    master_->upgrade();
    return Error::ok;
}

Error ServerProcess::stop_worker(int worker_id) noexcept {
    if (master_ != nullptr) return master_->stop_worker(worker_id);
    const bool is_own = worker_id < 0 || worker_id == this->worker_id();
    if (is_own && requests_ != nullptr) return requests_->ask_for_successor();
    if (is_own) worker_id = this->worker_id();
    if (state_.current_slot(worker_id) < 0) return Error::invalid_params;
    return identity_.control.send({proc::ControlKind::ask_stop, worker_id});
}

Error ServerProcess::want_worker(int worker_id, int change) noexcept {
    if (master_ != nullptr) return master_->want_worker(worker_id, change);
    const auto kind = change > 0 ? proc::ControlKind::ask_start : proc::ControlKind::ask_no_more;
    return identity_.control.send({kind, worker_id});
}

bool ServerProcess::speaks_packets(uint32_t listener) const noexcept {
    return listener < server_.port_count && port_protocol(server_, listener) == PortProtocol::packets;
}

bool ServerProcess::is_secure(uint32_t listener) const noexcept { return php::is_secure(server_, listener); }

Error ServerProcess::send(int64_t session_id, zend_string* data) { return send_to_session(session_id, data); }

net::Listener ServerProcess::take_admin_listener() noexcept {
    return user_ != nullptr && user_->is_admin() ? std::move(admin_listener_) : net::Listener();
}

Error ServerProcess::close_session(int64_t session_id, bool reset) noexcept {
    // A connection of the program's own protocol that sends its last bytes is closed already, as published.
    const serve::TcpConnection* own = worker_ == nullptr || reset ? nullptr : port_host()->find_raw(session_id);
    if (own != nullptr && own->closing()) return Error::session_closed;
    if (worker_ != nullptr && port_host()->close_session(session_id, reset)) return Error::ok;
    return messenger_.close_session(session_id, reset);
}

serve::Exchange* ServerProcess::find_exchange(int64_t session_id) noexcept {
    return worker_ == nullptr ? nullptr : port_host()->find_exchange(session_id);
}

}  // namespace tern::php
