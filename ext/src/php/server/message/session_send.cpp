#include "php/server/message/session_send.h"

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/error.h"
#include "php/engine/string_slice.h"
#include "php/http/options/port_options.h"
#include "php/http/port_host.h"
#include "php/server/port_protocol.h"
#include "php/server/server_process.h"

namespace tern::php {

serve::TcpConnection* find_raw(ServerProcess& server, int64_t session_id) {
    return server.worker() == nullptr ? nullptr : port_host()->find_raw(session_id);
}

serve::Connection* find_own(ServerProcess& server, int64_t session_id) {
    return server.worker() == nullptr ? nullptr : port_host()->find_connection(session_id);
}

bool is_sendable(zend_string* data) {
    if (ZSTR_LEN(data) > 0) return true;
    warn("there is no data to send");
    remember(Error::invalid_params);
    return false;
}

namespace {

constexpr int64_t kMostWaitMs = 5000;  // for a worker that does not read

// False: no room is to be expected, or the wait was cancelled and `error` is set.
bool wait_for_room(ServerProcess& server, int64_t key, Error* error) {
    Runtime& runtime = *php::runtime();
    if (!server.server().config->send_yield || !runtime.may_suspend()) return false;
    if (server.send_waits().wait(runtime, key) != coro::Wake::canceled) return true;
    *error = Error::coroutine_canceled;
    return false;
}

// A message of DTLS must not be divided on its way to another worker.
bool fits(ServerProcess& server, int64_t session_id, Bytes bytes) {
    if (bytes.size() <= net::TlsSession::kMostRecord) return true;
    const Result<shm::SessionInfo> info = server.state().sessions().read(session_id);
    return !info.ok() || !speaks_dtls(server.server(), info.value().origin.listener);
}

Error send_elsewhere(ServerProcess& server, int64_t session_id, Bytes bytes) {
    if (server.worker() == nullptr) {
        return server.messenger().send_to_session_blocking(session_id, bytes, kMostWaitMs);
    }
    for (;;) {
        Error error = server.remote_sends().send(session_id, bytes);
        if (error != Error::server_pipe_buffer_full || !wait_for_room(server, SendWaits::kRemote, &error)) return error;
    }
}

}  // namespace

Error send_to_session(int64_t session_id, zend_string* data) {
    ServerProcess& server = *process();
    const ServerConfig& config = *server.server().config;
    if (config.limits_output && ZSTR_LEN(data) > static_cast<uint64_t>(config.output_buffer_size)) {
        return Error::data_length_too_large;
    }
    for (;;) {
        serve::TcpConnection* connection = find_raw(server, session_id);
        if (connection == nullptr) break;
        Error error = connection->send(keep(data));  // NOLINT(clang-analyzer-unix.Malloc): a reference of its own
        if (error == Error::output_buffer_overflow) connection->want_room();
        if (error != Error::output_buffer_overflow || !wait_for_room(server, session_id, &error)) return error;
    }
    if (serve::Connection* own = find_own(server, session_id)) {
        return own->send_raw(keep(data));  // NOLINT(clang-analyzer-unix.Malloc): as above
    }
    if (port_host() != nullptr && port_host()->is_closing(session_id)) return Error::session_closing;
    if (!fits(server, session_id, view(data))) return Error::data_length_too_large;
    return send_elsewhere(server, session_id, view(data));  // NOLINT(clang-analyzer-unix.Malloc)
}

}  // namespace tern::php
