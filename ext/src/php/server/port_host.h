// What the ports of a process have in common, whoever opened them: the worker of a server, or the servers of coroutines
// in it. One per process that has ports; its Runtime owns it, and it outlives every port.
#pragma once

#include <memory>
#include <vector>

#include "php/runtime/process_runtime.h"
#include "php/server/late_calls.h"
#include "serve/admission.h"
#include "serve/context.h"
#include "serve/files/file_cache.h"
#include "serve/telemetry/account_text.h"
#include "serve/telemetry/request_accounts.h"

namespace tern::serve {
class Connection;
class Port;
class TcpConnection;
}  // namespace tern::serve

namespace tern::php {

// A port that belongs to its host. All of this is called on the loop.
class HostedPort {
public:
    virtual ~HostedPort() = default;
    // The worker leaves: nothing new is accepted, what is there comes to its end.
    virtual void leave() noexcept = 0;
    // No more PHP runs in this process.
    virtual void terminate() noexcept = 0;
    // In a process that was forked: its copies of the sockets become `nothing`.
    virtual void leave_in_child(int nothing) noexcept = 0;
    // Nothing of it is in use any more.
    virtual bool idle() const noexcept = 0;
};

class PortHost {
public:
    // All outlive it.
    PortHost(Runtime& all, shm::WorkerCounters& counters, shm::SessionTable& sessions,
             const serve::AdmissionLimits& limits, std::span<const shm::WorkerCounters> all_counters) noexcept;
    PortHost(const PortHost&) = delete;
    PortHost& operator=(const PortHost&) = delete;
    ~PortHost();

    // Where connections are looked for, from open to end.
    void add(serve::Port& port) { ports_.push_back(&port); }
    void remove(serve::Port& port) noexcept { std::erase(ports_, &port); }

    HostedPort& take(std::unique_ptr<HostedPort> port);
    // It has left: it is freed at the end of a turn, when it is idle. To be said again when it has become so.
    void free_when_idle() noexcept;
    void leave_hosted() noexcept;
    void terminate_hosted() noexcept;
    // Once, in a process that was forked.
    void leave_in_child() noexcept;

    // Null: not a connection of this process.
    serve::Connection* find_connection(int64_t session_id) noexcept;
    // Null: not a connection of this process, or the server speaks its protocol.
    serve::TcpConnection* find_raw(int64_t session_id) noexcept;
    serve::Exchange* find_exchange(int64_t session_id) noexcept;
    bool close_session(int64_t session_id, bool reset) noexcept;
    // As it is now; null when it is no small file. Alive until the next call.
    serve::CachedFile* find_small_file(const char* absolute_path);

    serve::Context context;
    serve::Admission admission;
    serve::ExchangePool exchanges;
    AbortCalls abort_calls;
    bool cuts_off = false;                          // handlers end with their connections
    std::vector<serve::RequestAccounts*> accounts;  // of ports that keep them
    serve::ServerTimingText server_timing;          // scratch for the field of an answer

private:
    void sweep() noexcept;

    std::vector<serve::Port*> ports_;
    std::vector<std::unique_ptr<HostedPort>> hosted_;
    loop::Deferred sweep_;
    serve::RootDirectory everything_;  // what the program may name
    serve::FileCache small_files_;
    bool left_ = false;
};

// Null: no port was opened in this process.
inline PortHost* port_host() noexcept { return runtime() == nullptr ? nullptr : runtime()->port_host.get(); }

// That of this process, made where there is none. Null, and errno: the system has no memory for its connections.
PortHost* need_port_host(Runtime& all) noexcept;

}  // namespace tern::php
