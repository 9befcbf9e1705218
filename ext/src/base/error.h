// One integer space for everything that can go wrong: 0 is ok, below 500 is errno, above are the published
// SWOOLE_ERROR_* numbers. Core code passes errors by value; only php/bridge turns them into text for users.
#pragma once

#include <cerrno>

namespace tern {

enum class Error : int {
    ok = 0,
    not_permitted = EPERM,
    busy = EBUSY,
    would_deadlock = EDEADLK,
    would_block = EAGAIN,
    canceled_io = ECANCELED,
    timed_out = ETIMEDOUT,
    invalid_argument = EINVAL,
    no_memory = ENOMEM,
    bad_descriptor = EBADF,
    broken_pipe = EPIPE,
    connection_reset = ECONNRESET,
    malloc_fail = 501,
    system_call_fail = 502,
    php_fatal_error = 503,
    name_too_long = 504,
    invalid_params = 505,
    queue_full = 506,
    operation_not_supported = 507,
    protocol_error = 508,
    wrong_operation = 509,
    no_payload = 550,
    file_not_exist = 700,
    file_too_large = 701,
    file_empty = 702,
    dns_resolve_failed = 711,
    dns_resolve_timed_out = 712,
    dns_unsupported = 713,
    dns_no_server = 714,
    bad_ipv6_address = 720,
    unregistered_signal = 721,
    bad_host_address = 722,
    session_closed_by_server = 1001,
    session_closed_by_client = 1002,
    session_closing = 1003,
    session_closed = 1004,
    session_not_exist = 1005,
    session_invalid_id = 1006,
    session_discard_data = 1008,
    output_buffer_overflow = 1009,
    output_send_yield = 1010,
    tls_not_ready = 1011,
    tls_empty_peer_certificate = 1013,
    tls_verify_failed = 1014,
    tls_bad_client = 1015,
    tls_bad_protocol = 1016,
    tls_reset = 1017,
    tls_handshake_failed = 1018,
    package_length_too_large = 1201,
    data_length_too_large = 1203,
    package_malformed = 1204,
    task_timed_out = 2003,
    client_no_connection = 5001,
    socket_closed = 6001,
    socket_poll_timed_out = 6002,
    http_invalid_protocol = 7102,
    http_context_unavailable = 7106,
    websocket_bad_client = 8501,
    websocket_bad_opcode = 8502,
    websocket_unconnected = 8503,
    websocket_handshake_failed = 8504,
    server_too_many_sockets = 9002,
    server_worker_terminated = 9003,
    server_invalid_listen_port = 9004,
    server_too_many_listen_ports = 9005,
    server_pipe_buffer_full = 9006,
    server_no_idle_worker = 9007,
    server_only_start_one = 9008,
    server_send_in_master = 9009,
    server_invalid_request = 9010,
    server_invalid_callback = 9015,
    server_worker_exit_timed_out = 9101,
    coroutine_limit = 10001,
    coroutine_has_been_bound = 10002,
    coroutine_yield_failed = 10007,
    coroutine_cannot_cancel = 10015,
    coroutine_not_exist = 10016,
    coroutine_canceled = 10017,
    coroutine_timed_out = 10018,
    coroutine_socket_close_wait = 10019,
};

inline Error last_error() noexcept { return static_cast<Error>(errno); }
inline bool ok(Error error) noexcept { return error == Error::ok; }
inline int number(Error error) noexcept { return static_cast<int>(error); }

// A static, English description: strerror for errno, the published sentence for the others. Never null.
const char* describe(Error error) noexcept;

}  // namespace tern
