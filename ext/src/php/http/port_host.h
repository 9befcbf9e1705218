// The shared state of all ports of a process, those of a server's worker and those of coroutine servers. There is one
// in each process with ports. Its Runtime owns it, and it outlives every port.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "php/coroutine/program/process_runtime.h"
#include "php/http/request/late_calls.h"
#include "serve/context.h"
#include "serve/files/document_root.h"
#include "serve/request_entry.h"
#include "serve/telemetry/active_requests.h"
#include "serve/telemetry/request_account.h"

namespace tern::proc {
struct StartFailure;
}  // namespace tern::proc

namespace tern::serve {
class Connection;
class Port;
class TcpConnection;
}  // namespace tern::serve

namespace tern::php {

// A port that its host owns. All of these are called on the loop.
class HostedPort {
public:
    virtual ~HostedPort() = default;
    // The worker leaves: the port accepts nothing new and finishes its requests.
    virtual void leave() noexcept = 0;
    // No more PHP runs in this process.
    virtual void terminate() noexcept = 0;
    // For a forked process: its copies of the sockets are replaced by `nothing`.
    virtual void leave_in_child(int nothing) noexcept = 0;
    // True: no part of it is in use any more.
    virtual bool idle() const noexcept = 0;
};

class PortHost {
public:
    // All outlive it.
    PortHost(Runtime& runtime, shm::WorkerCounters& counters, shm::SessionTable& sessions,
             const serve::AdmissionLimits& limits, std::span<const shm::WorkerCounters> all_counters) noexcept;
    PortHost(const PortHost&) = delete;
    PortHost& operator=(const PortHost&) = delete;
    ~PortHost();

    // Open ports, in which connections are searched.
    void add(serve::Port& port) { ports_.push_back(&port); }
    void remove(serve::Port& port) noexcept { std::erase(ports_, &port); }

    HostedPort& take(std::unique_ptr<HostedPort> port);
    // Frees ports that have left at the end of a turn, if they are idle. Call it again when one becomes idle.
    void free_when_idle() noexcept;
    void leave_hosted() noexcept;
    void terminate_hosted() noexcept;
    // Call it once in a forked process.
    void leave_in_child() noexcept;

    // Null: not a connection of this process.
    serve::Connection* find_connection(int64_t session_id) noexcept;
    // Null: not a connection of this process, or one of the server's own protocols.
    serve::TcpConnection* find_raw(int64_t session_id) noexcept;
    serve::Exchange* find_exchange(int64_t session_id) noexcept;
    bool close_session(int64_t session_id, bool reset) noexcept;

    // What the close callback may still ask about a session that the table does not have any more.
    void keep_closed(int64_t session_id);
    void forget_closed(int64_t session_id) noexcept { closed_.erase(session_id); }
    bool is_closing(int64_t session_id) const noexcept { return closed_.contains(session_id); }
    Result<shm::SessionInfo> session_info(int64_t session_id) const noexcept;

    // That of an open port which sends files below this path; null: none does.
    std::shared_ptr<serve::DocumentRoot> document_root(Bytes path) const noexcept;
    // The file as it is now; null: it is no regular file, or cannot be read. Valid until the next call, or drop_file().
    serve::CachedFile* find_file(const char* absolute_path);
    // Call it when the file has been sent: it may be a large one, which is not kept open.
    void drop_file() noexcept { files_.drop_passing(); }

    serve::Context context;
    serve::Admission admission;
    serve::ExchangePool exchanges;
    AbortCalls abort_calls;
    const proc::StartFailure* start_failure = nullptr;    // not null: the program has failed to start, and does not run
    bool cuts_off = false;                                // handlers are cancelled when their connections end
    std::vector<serve::ActiveRequests*> active_requests;  // of ports that keep accounts
    serve::ServerTimingText server_timing;                // buffer for the Server-Timing field of a response

private:
    void sweep() noexcept;

    std::vector<serve::Port*> ports_;
    std::vector<std::unique_ptr<HostedPort>> hosted_;
    loop::Deferred sweep_;
    std::unordered_map<int64_t, shm::SessionInfo> closed_;  // whose close callback runs
    serve::RootDirectory everything_;                       // files that the program may name
    serve::FileCache files_;
    bool left_ = false;
};

// Null: this process has opened no port.
inline PortHost* port_host() noexcept { return runtime() == nullptr ? nullptr : runtime()->port_host.get(); }

// The host of this process, made if there is none. Null, and errno: there is no memory for its connections.
PortHost* need_port_host(Runtime& runtime) noexcept;

}  // namespace tern::php
