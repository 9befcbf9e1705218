#include "php/http/port_host.h"

#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <pthread.h>

#include "php/http/options/server_config.h"
#include "serve/port.h"
#include "serve/tcp_connection.h"
#include "serve/ws/ws_session.h"

namespace tern::php {

namespace {

// A program expects that a file it has just written is sent, so each file is checked each time. Large files are not
// kept open: a file that was sent and deleted would keep its disk space.
constexpr serve::FileCacheOptions kFiles{.bytes = 4 << 20, .entries = 256, .valid_ms = 0, .keeps_open = false};
constexpr uint32_t kGeneration = 1;
constexpr size_t kLineBytes = 64;

// For a process that is no worker: it has counters and sessions of its own.
struct StandaloneHost {
    StandaloneHost(Runtime& runtime, char* memory, uint32_t connections) noexcept
        : sessions(memory, connections), host(runtime, counters, sessions, {}, {}) {
        host.context.generation = kGeneration;
    }

    shm::WorkerCounters counters;
    shm::SessionTable sessions;
    PortHost host;
};

// A forked child has a copy of it, but its parent ends the sessions.
struct StandaloneHostInMemory {
    std::unique_ptr<void, void (*)(void*)> memory{nullptr, std::free};
    std::optional<StandaloneHost> own;
};

void leave_parents_host() {
    Runtime* parents = TERN_G(parents_runtime);
    if (parents != nullptr && parents->port_host != nullptr) parents->port_host->leave_in_child();
}

}  // namespace

PortHost::PortHost(Runtime& runtime, shm::WorkerCounters& counters, shm::SessionTable& sessions,
                   const serve::AdmissionLimits& limits, std::span<const shm::WorkerCounters> all_counters) noexcept
    : context(runtime.loop, *TERN_G(log), counters, sessions),
      admission(limits, counters, all_counters),
      abort_calls(runtime),
      sweep_([](void* self) { static_cast<PortHost*>(self)->sweep(); }, this),
      files_(everything_, kFiles) {
    // Registered after the handler of coroutine/program/forked, which notes the fork.
    static const bool noticed = pthread_atfork(nullptr, nullptr, leave_parents_host) == 0;
    (void)noticed;
}

PortHost::~PortHost() { terminate_hosted(); }

HostedPort& PortHost::take(std::unique_ptr<HostedPort> port) {
    hosted_.push_back(std::move(port));
    return *hosted_.back();
}

void PortHost::free_when_idle() noexcept {
    if (!sweep_.pending()) context.loop.defer(sweep_);
}

void PortHost::sweep() noexcept {
    std::erase_if(hosted_, [](const std::unique_ptr<HostedPort>& one) { return one->idle(); });
}

void PortHost::leave_hosted() noexcept {
    for (size_t i = 0; i < hosted_.size(); ++i) hosted_[i]->leave();
}

void PortHost::terminate_hosted() noexcept {
    for (auto& one : hosted_) one->terminate();
}

void PortHost::leave_in_child() noexcept {
    if (std::exchange(left_, true)) return;
    const Fd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    for (serve::Port* port : ports_) port->leave_in_child(nothing.get());
    for (auto& one : hosted_) one->leave_in_child(nothing.get());
}

serve::Connection* PortHost::find_connection(int64_t session_id) noexcept {
    for (serve::Port* port : ports_) {
        if (serve::Connection* connection = port->find(session_id)) return connection;
    }
    return nullptr;
}

serve::TcpConnection* PortHost::find_raw(int64_t session_id) noexcept {
    return serve::as_tcp(find_connection(session_id));
}

serve::Exchange* PortHost::find_exchange(int64_t session_id) noexcept {
    serve::Connection* connection = find_connection(session_id);
    return connection == nullptr ? nullptr : connection->exchange();
}

void PortHost::keep_closed(int64_t session_id) {
    const Result<shm::SessionInfo> info = context.sessions.read(session_id);
    if (info.ok()) closed_.emplace(session_id, info.value());
}

Result<shm::SessionInfo> PortHost::session_info(int64_t session_id) const noexcept {
    const auto kept = closed_.find(session_id);
    if (kept != closed_.end()) return kept->second;
    return context.sessions.read(session_id);
}

bool PortHost::close_session(int64_t session_id, bool reset) noexcept {
    if (serve::Connection* connection = find_connection(session_id)) {
        reset ? connection->abort() : connection->close();
        return true;
    }
    serve::WsSession* stream = context.websockets.find(session_id);  // it may be a stream of HTTP/2
    return stream != nullptr && ok(stream->close(http::ws::kNormal, {}));
}

std::shared_ptr<serve::DocumentRoot> PortHost::document_root(Bytes path) const noexcept {
    for (const serve::Port* port : ports_) {
        const serve::StaticFiles* files = port->options().files;
        if (files != nullptr && files->root()->path() == path) return files->root();
    }
    return nullptr;
}

serve::CachedFile* PortHost::find_file(const char* absolute_path) {
    if (!everything_.is_open() && everything_.open("/", serve::RootDirectory::Links::any) != Error::ok) return nullptr;
    const Result<serve::CachedFile*> found = files_.find(absolute_path, context.loop.now_ms());
    return found.ok() && found.value()->is_file() ? found.value() : nullptr;
}

PortHost* need_port_host(Runtime& runtime) noexcept {
    if (runtime.port_host != nullptr) return runtime.port_host.get();
    const auto connections = static_cast<uint32_t>(default_connections());
    auto made = std::make_shared<StandaloneHostInMemory>();
    const size_t bytes = shm::SessionTable::bytes_for(connections);
    size_t space = bytes + kLineBytes;
    made->memory.reset(std::calloc(1, space));  // most of it is never touched
    void* start = made->memory.get();
    if (start == nullptr) return nullptr;
    made->own.emplace(runtime, static_cast<char*>(std::align(kLineBytes, bytes, start, space)), connections);
    runtime.port_host = std::shared_ptr<PortHost>(made, &made->own->host);
    runtime.ports_in_use = [](const Runtime& one) noexcept { return one.port_host->exchanges.in_use() > 0; };
    return runtime.port_host.get();
}

}  // namespace tern::php
