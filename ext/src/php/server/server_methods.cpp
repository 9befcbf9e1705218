// The methods of Swoole\Server that work on a running server.
#include <sys/resource.h>
#include <sys/socket.h>

#include "php/coroutine/program/script.h"
#include "php/engine/error.h"
#include "php/engine/fiber/interrupt.h"
#include "php/engine/globals.h"
#include "php/library/library.h"
#include "php/process/pool_process.h"
#include "php/server/connection_iterator.h"
#include "php/server/launcher_functions.h"
#include "php/server/launcher_hook.h"
#include "php/server/port_binding.h"
#include "php/server/port_protocol.h"
#include "php/server/server_master.h"
#include "php/server/server_object.h"
#include "php/server/server_threads.h"
#include "php/server/worker/server_worker.h"
#include "protocol/http/h2/flood_watch.h"
#include "serve/origin.h"

namespace tern::php {

namespace {

// Raises the limit of descriptors to the system's maximum, as each connection needs one.
void raise_file_limit() noexcept {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur == limit.rlim_max) return;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

bool can_serve(ServerObject& server) {
    if (server.config->task_worker_num > 0 && Z_TYPE_P(server.callback(ServerEvent::task)) == IS_UNDEF) {
        throw_exception(Error::invalid_params,
                        "task_worker_num is " ZEND_LONG_FMT ": there is no callback for the task event",
                        static_cast<zend_long>(server.config->task_worker_num));
        return false;
    }
    resolve_ports(server);
    for (uint32_t i = 0; i < server.port_count; ++i) {
        if (!check_port(server, i)) return false;
    }
    return true;
}

// False: an exception was thrown.
bool attach_helpers(ServerObject& server) {
    if (server.config->stats_file.empty() && server.config->admin_server.empty()) return true;
    zval argument;
    ZVAL_OBJ(&argument, &server.std);
    return library::call("tern\\internal\\serverhelpers", "attach", &argument);
}

void add_totals(zval* into, const shm::Totals& totals) {
    for (const shm::TotalRow& row : shm::kTotalRows) {
        add_assoc_long(into, row.name, static_cast<zend_long>(totals.*row.total));
    }
    for (size_t i = 0; i < http::h2::kFloodKinds; ++i) {
        const auto kind = static_cast<http::h2::Flood>(i);
        add_assoc_long(into, http::h2::counter_of(kind), static_cast<zend_long>(totals.http2_floods[i]));
    }
}

struct Levels {
    uint64_t connections = 0;
    uint64_t concurrency = 0;
    uint64_t coroutines = 0;
    uint64_t websockets = 0;
    uint64_t idle = 0;        // event workers
    uint64_t idle_tasks = 0;  // task workers
    uint64_t start_time = 0;
};

Levels levels_of(const proc::SharedState& state) {
    Levels levels;
    for (uint32_t i = 0; i < state.slot_count(); ++i) {
        const shm::WorkerCounters& one = state.slot(i);
        if (one.generation.load(std::memory_order_relaxed) == 0) continue;
        levels.connections += one.connection_num.get();
        levels.concurrency += one.concurrency.get();
        levels.coroutines += one.coroutine_num.get();
        levels.websockets += one.websocket_num.get();
        const proc::WorkerRole role = state.roster().role_of(one.worker_id.load(std::memory_order_relaxed));
        if (role == proc::WorkerRole::event && !one.has_work()) ++levels.idle;
        if (role == proc::WorkerRole::task && one.task_num.get() == 0) ++levels.idle_tasks;
    }
    return levels;
}

int slot_of_worker(ServerProcess& server, zend_long worker_id) {
    const bool is_own = worker_id == -1 || worker_id == server.worker_id();
    if (!is_own) return worker_id < 0 ? -1 : server.state().current_slot(static_cast<int32_t>(worker_id));
    // A worker that leaves may have a successor with its number already.
    return server.worker_id() < 0 ? -1 : static_cast<int>(server.messenger().slot());
}

zend_long socket_type(const shm::SessionOrigin& origin) {
    ServerProcess* server = process();
    const bool is_port = server != nullptr && origin.listener < server->server().port_count;
    if (is_port && takes_datagrams(server->server(), origin.listener))
        return port_type(server->server(), origin.listener);
    const int family = origin.family;
    if (family == AF_INET6) return kSockTcp6;
    return family == AF_UNIX ? kSockUnixStream : kSockTcp;
}

}  // namespace

void describe_session(const shm::SessionInfo& info, zval* into) {
    array_init(into);
    char ip[serve::kMaxIpText];
    size_t length = serve::write_ip(info.origin, ip);
    add_assoc_long(into, "server_port", info.origin.server_port);
    add_assoc_long(into, "server_fd", info.origin.listener);
    add_assoc_long(into, "socket_fd", info.socket_fd);
    add_assoc_long(into, "socket_type", socket_type(info.origin));
    add_assoc_long(into, "remote_port", info.origin.remote_port);
    add_assoc_stringl(into, "remote_ip", ip, length);
    add_assoc_long(into, "reactor_id", info.worker_id);
    add_assoc_long(into, "worker_id", info.worker_id);
    add_assoc_long(into, "connect_time", info.origin.connect_time_us / 1'000'000);
    add_assoc_long(into, "last_time", info.last_recv_time_us / 1'000'000);
    add_assoc_double(into, "last_recv_time", static_cast<double>(info.last_recv_time_us) / 1e6);
    add_assoc_double(into, "last_send_time", static_cast<double>(info.last_send_time_us) / 1e6);
    // What arrives is handed over at once.
    add_assoc_double(into, "last_dispatch_time", static_cast<double>(info.last_recv_time_us) / 1e6);
    add_assoc_long(into, "close_errno", 0);
    add_assoc_long(into, "recv_queued_bytes", 0);
    add_assoc_long(into, "send_queued_bytes", info.send_queued_bytes);
    if (info.uid > 0) add_assoc_long(into, "uid", info.uid);
    if (info.websocket_status != 0 || process()->server().config->port.open_websocket_protocol) {
        add_assoc_long(into, "websocket_status", info.websocket_status);
    }
}

// The script usually ends then. With the launcher its exit status tells systemd and others of the failure, unless the
// script sets another one.
static void return_start_failure(Error error, zval* return_value) {
    warn("the server cannot start: %s", describe(error));
    if (launcher_hook() != nullptr) EG(exit_status) = 1;
    failure(error, return_value);
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Server, start) {
    ZEND_PARSE_PARAMETERS_NONE();
    ServerObject* server = constructed(ZEND_THIS);
    if (server == nullptr) RETURN_THROWS();
    if (process() != nullptr) {
        throw_exception(Error::server_only_start_one, "a server was started in this process already");
        RETURN_THROWS();
    }
    if (server->ended) {
        warn("the server has been shut down: make a new one to start again");
        RETURN_FALSE;
    }
    if (pool() != nullptr) pool()->give_away_all();
    if (!ask_launcher(ZEND_THIS) || !attach_helpers(*server) || !init_threads(*server)) RETURN_THROWS();
    if (server->config->daemonize ? !drop_script_runtime() : !leave_script_runtime()) {
        warn("%s are in use", server->config->daemonize ? "a daemon cannot start while coroutines, timers or events"
                                                        : "a server cannot start while coroutines or events");
        if (launcher_hook() != nullptr) EG(exit_status) = 1;
        return failure(Error::wrong_operation, return_value);
    }
    end_time_limit();
    raise_file_limit();
    if (!can_serve(*server)) RETURN_THROWS();
    seal(*server);
    if (EG(exception) != nullptr) RETURN_THROWS();
    TERN_G(process) = new ServerProcess(*server);
    auto* master = new ServerMaster(*process());
    Error error = master->prepare();
    int code = error == Error::ok ? master->run() : 1;
    server->ended = error == Error::ok;
    const bool gave_up = master->fatal_error();
    if (!master->complaint().empty()) throw_exception(error, "%s", master->complaint().c_str());
    const ServerProcess* ended = process();
    TERN_G(process) = nullptr;
    delete master;
    delete ended;
    if (gave_up) zend_bailout();
    end_threads(*server);
    if (EG(exception) != nullptr && error != Error::ok) RETURN_THROWS();
    if (error != Error::ok) return return_start_failure(error, return_value);
    RETURN_BOOL(code == 0);
}

ZEND_METHOD(Swoole_Server, stop) {
    zend_long worker_id = -1;
    bool wait_event = false;
    ZEND_PARSE_PARAMETERS_START(0, 2)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(worker_id)
    Z_PARAM_BOOL(wait_event)
    ZEND_PARSE_PARAMETERS_END();
    ServerProcess* running_server = running(return_value);
    if (running_server == nullptr) return;
    Error error = running_server->stop_worker(static_cast<int>(worker_id));
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server, reload) {
    bool only_tasks = false;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(only_tasks)
    ZEND_PARSE_PARAMETERS_END();
    ServerProcess* running_server = running(return_value);
    if (running_server == nullptr) return;
    Error error = running_server->reload(only_tasks);
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server, shutdown) {
    ZEND_PARSE_PARAMETERS_NONE();
    ServerProcess* running_server = running(return_value);
    if (running_server == nullptr) return;
    Error error = running_server->shutdown();
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server, stats) {
    ZEND_PARSE_PARAMETERS_NONE();
    ServerProcess* running_server = running(return_value);
    if (running_server == nullptr) return;
    if (running_server->worker() != nullptr) {
        running_server->worker()->counters().coroutine_num.set(coroutines()->scheduler.count());
    }
    Levels levels = levels_of(running_server->state());
    array_init(return_value);
    add_assoc_long(return_value, "start_time", running_server->started_at());
    add_assoc_long(return_value, "connection_num", levels.connections);
    add_totals(return_value, running_server->state().totals());
    add_assoc_long(return_value, "log_lost", running_server->state().lost_log_lines());
    add_assoc_long(return_value, "websocket_num", levels.websockets);
    add_assoc_long(return_value, "concurrency", levels.concurrency);
    add_assoc_long(return_value, "worker_num", running_server->state().roster().events);
    add_assoc_long(return_value, "task_worker_num", running_server->state().roster().tasks);
    add_assoc_long(return_value, "user_worker_num", running_server->state().roster().users);
    add_assoc_long(return_value, "idle_worker_num", levels.idle);
    add_assoc_long(return_value, "task_idle_worker_num", levels.idle_tasks);
    add_assoc_long(return_value, "tasking_num", running_server->task_ledger().all_outstanding());
    add_assoc_long(return_value, "reload_count", running_server->state().reloads().count);
    add_assoc_long(return_value, "last_reload_time", running_server->state().reloads().last_s);
    add_assoc_long(return_value, "coroutine_num", levels.coroutines);
    ServerWorker* worker = running_server->worker();
    if (worker == nullptr) return;
    add_assoc_long(return_value, "worker_coroutine_num", coroutines()->scheduler.count());
    add_assoc_long(return_value, "worker_request_count", worker->counters().request_count.get());
    add_assoc_long(return_value, "worker_response_count", worker->counters().response_count.get());
    add_assoc_long(return_value, "worker_dispatch_count", worker->counters().dispatch_count.get());
    add_assoc_long(return_value, "worker_concurrency", worker->counters().concurrency.get());
    add_assoc_long(return_value, "worker_blocking_count", worker->counters().blocking_count.get());
    add_assoc_long(return_value, "coroutine_peek_num", coroutines()->scheduler.peak());
}

ZEND_METHOD(Swoole_Server, getClientInfo) {
    zend_long fd;
    zend_long reactor_id = -1;
    bool ignore_error = false;
    ZEND_PARSE_PARAMETERS_START(1, 3)
    Z_PARAM_LONG(fd)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(reactor_id)
    Z_PARAM_BOOL(ignore_error)
    ZEND_PARSE_PARAMETERS_END();
    ServerProcess* running_server = running(return_value);
    if (running_server == nullptr) return;
    const PortHost* host = port_host();
    const tern::Result<tern::shm::SessionInfo> info =
        host == nullptr ? running_server->state().sessions().read(fd) : host->session_info(fd);
    if (!info.ok()) return failure(Error::session_not_exist, return_value);
    describe_session(info.value(), return_value);
    tern::serve::Connection* own =
        running_server->worker() == nullptr ? nullptr : running_server->worker()->host().find_connection(fd);
    if (own != nullptr) add_assoc_long(return_value, "send_queued_bytes", static_cast<zend_long>(own->unsent()));
    const tern::net::TlsFacts* tls = own == nullptr ? nullptr : own->tls_facts();
    if (tls == nullptr || tls->client_pem.empty()) return;
    add_assoc_stringl(return_value, "ssl_client_cert", tls->client_pem.data(), tls->client_pem.size());
}

ZEND_METHOD(Swoole_Server, getClientList) {
    zend_long start = 0;
    zend_long count = 10;
    ZEND_PARSE_PARAMETERS_START(0, 2)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(start)
    Z_PARAM_LONG(count)
    ZEND_PARSE_PARAMETERS_END();
    if (count < 1 || count > 100) {
        warn_argument(2, "must be between 1 and 100, " ZEND_LONG_FMT " given", count);
        RETURN_FALSE;
    }
    ServerProcess* running_server = running(return_value);
    if (running_server == nullptr) return;
    int64_t ids[100];
    size_t found = running_server->state().sessions().list(start, {ids, static_cast<size_t>(count)});
    if (found == 0) RETURN_FALSE;
    array_init_size(return_value, found);
    for (size_t i = 0; i < found; ++i) add_next_index_long(return_value, ids[i]);
}

ZEND_METHOD(Swoole_Server, exists) {
    zend_long fd;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(fd)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(process() != nullptr && process()->state().sessions().owner_of(fd) != 0);
}

ZEND_METHOD(Swoole_Server, close) {
    zend_long fd;
    bool reset = false;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(fd)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(reset)
    ZEND_PARSE_PARAMETERS_END();
    ServerProcess* running_server = running(return_value);
    if (running_server == nullptr) return;
    Error error = running_server->close_session(fd, reset);
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server, getWorkerId) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (process() == nullptr || process()->worker_id() < 0) RETURN_FALSE;
    RETURN_LONG(process()->worker_id());
}

ZEND_METHOD(Swoole_Server, getWorkerPid) {
    zend_long worker_id = -1;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(worker_id)
    ZEND_PARSE_PARAMETERS_END();
    int slot = process() == nullptr ? -1 : slot_of_worker(*process(), worker_id);
    if (slot < 0) RETURN_FALSE;
    RETURN_LONG(process()->state().slot(static_cast<uint32_t>(slot)).pid.load(std::memory_order_relaxed));
}

ZEND_METHOD(Swoole_Server, getWorkerStatus) {
    zend_long worker_id = -1;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(worker_id)
    ZEND_PARSE_PARAMETERS_END();
    int slot = process() == nullptr ? -1 : slot_of_worker(*process(), worker_id);
    if (slot < 0) RETURN_FALSE;
    const tern::shm::WorkerCounters& counters = process()->state().slot(static_cast<uint32_t>(slot));
    const auto status = counters.status.load(std::memory_order_relaxed);
    const bool starts = status == tern::shm::WorkerStatus::none;
    const bool is_own = static_cast<uint32_t>(slot) == process()->messenger().slot();
    if (starts && is_own) RETURN_LONG(static_cast<zend_long>(tern::shm::WorkerStatus::idle));  // workerStart asks
    const bool works = status == tern::shm::WorkerStatus::idle && counters.has_work();
    RETURN_LONG(static_cast<zend_long>(starts || works ? tern::shm::WorkerStatus::busy : status));
}

ZEND_METHOD(Swoole_Server, getManagerPid) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(process() == nullptr ? 0 : process()->master_pid());
}

ZEND_METHOD(Swoole_Server, getMasterPid) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(process() == nullptr ? 0 : process()->master_pid());
}

ZEND_METHOD(Swoole_Server, getSocket) {
    zend_long number = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(number)
    ZEND_PARSE_PARAMETERS_END();
    const ServerObject* server = constructed(ZEND_THIS);
    if (server == nullptr) RETURN_THROWS();
    for (uint32_t i = 0; i < server->port_count; ++i) {
        if (number == 0 || port_number(server->ports[i]) == number) {
            return return_port_socket(*port_at(*server, i), return_value);
        }
    }
    warn_argument(1, "must be a port of this server, " ZEND_LONG_FMT " given", number);
    RETURN_FALSE;
}

ZEND_METHOD(Swoole_Server_Port, getSocket) {
    ZEND_PARSE_PARAMETERS_NONE();
    return_port_socket(*of<PortObject>(ZEND_THIS), return_value);
}
