// The listening sockets of a server, with their access logs and certificates. The master opens them before it forks,
// and each worker uses them.
#pragma once

#include <string>
#include <vector>

#include "net/listener.h"
#include "net/service_manager.h"
#include "php/http/port_tls.h"
#include "php/server/server_object.h"
#include "proc/upgrade.h"
#include "serve/log/access_file.h"

namespace tern::php {

// The certificates of a server's ports. The master reads them before it forks and on reload, so workers need no access
// to the files. Each worker starts with the master's copies, and all share the secret of the session tickets.
class ServerTls {
public:
    // For ports with SWOOLE_SSL or the option `tls`. Returns what is wrong and where, or an empty text.
    std::string load(const ServerObject& server);
    // Reloads certificates whose files have changed. One that cannot be loaded stays in use, and the failure is logged.
    void reload(Log& log);

    // For a port in a worker; null: no TLS.
    std::unique_ptr<serve::HandshakeLimiter> limiter(serve::Context& context, const PortConfig& config,
                                                     uint32_t index) const;

private:
    net::TicketSecret secret_{};
    std::vector<serve::TlsMaterial> ports_;  // no context: no TLS
};

class ServerPorts {
public:
    ServerPorts(ServerObject& server, Log& log) noexcept : server_(server), log_(log) {}
    ServerPorts(const ServerPorts&) = delete;
    ServerPorts& operator=(const ServerPorts&) = delete;

    // Uses sockets of the service manager or, in an upgrade, of the server before this one instead of new ones. The log
    // reports a failure.
    Error open(net::ServiceManager& service_manager) noexcept;
    // For the master, at the end: also removes the paths of unix sockets.
    void close() noexcept;
    // The same after an upgrade, or when this server did not take over: the paths belong to another server.
    void leave_paths() noexcept;
    // Adds the sockets that an upgrade passes to the next server.
    void pass_on(proc::UpgradePlan& plan) noexcept;
    // For a process that accepts no connections; it may still send through datagram ports.
    void close_connection_ports() noexcept;
    // For a process that PHP code forked.
    void leave_in_child() noexcept;
    void reopen_access_logs() noexcept;

    // The listening socket of a port for this worker.
    net::Listener& listener(uint32_t port, int worker_id) noexcept;
    serve::AccessFile& access_file(uint32_t port) noexcept { return ports_[port].access; }
    ServerTls& tls() noexcept { return tls_; }

private:
    struct PortFiles {
        std::vector<net::Listener> sockets;  // one, or with enable_reuse_port one per worker
        serve::AccessFile access;
    };

    Error open_port(uint32_t index, net::ServiceManager& service_manager) noexcept;
    Error open_sockets(uint32_t index, const PortConfig& config, net::ServiceManager& service_manager) noexcept;
    Error report(uint32_t index, Error error) noexcept;
    void show_number(uint32_t index) noexcept;

    ServerObject& server_;
    Log& log_;
    std::vector<PortFiles> ports_;
    ServerTls tls_;
};

}  // namespace tern::php
