#include "base/clock.h"
#include "php/engine/error.h"
#include "php/server/server_process.h"
#include "php/server/user_process.h"
#include "php/shared/packed_value.h"

using namespace tern::php;
using tern::Error;

namespace {

constexpr int64_t kMostWaitMs = 10'000;

// A warning, as programs send to all workers in a loop, their own one included.
bool check_receiver(ServerProcess& server, zend_long worker_id) {
    const tern::proc::Roster& roster = server.state().roster();
    const auto count = static_cast<zend_long>(roster.total() - roster.admins);
    if (worker_id >= 0 && worker_id < count && worker_id != server.worker_id()) return true;
    if (worker_id == server.worker_id()) {
        warn("can't send messages to self: worker " ZEND_LONG_FMT " is this one", worker_id);
    } else {
        warn("there is no worker " ZEND_LONG_FMT ", only 0 to " ZEND_LONG_FMT, worker_id, count - 1);
    }
    return false;
}

// User processes have no event: their read() gets the message.
void send_to_user(ServerProcess& server, zval* message, int worker_id, zval* return_value) {
    if (Z_TYPE_P(message) != IS_STRING || Z_STRLEN_P(message) == 0) {
        zend_argument_type_error(1, "must be a string with something in it, for a process of addProcess()");
        return;
    }
    const Error error = write_to_process(server, worker_id, view(Z_STR_P(message)));
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

Error send_when_possible(ServerProcess& server, int worker_id, const PackedValue& message) {
    tern::worker::RoomWait room(server.messenger(), tern::monotonic_ms() + kMostWaitMs);
    for (;;) {
        const Error error = server.messenger().send_to_worker(
            worker_id, {.kind = tern::proc::MessageKind::pipe_message, .flags = message.tag}, {}, message.bytes,
            tern::worker::OnFull::wake);
        if (error == Error::ok || server.worker_id() < 0 || !server.send_waits().wait_for_room(error, room))
            return error;
    }
}

}  // namespace

ZEND_METHOD(Swoole_Server, sendMessage) {
    zval* message;
    zend_long worker_id;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_ZVAL(message)
    Z_PARAM_LONG(worker_id)
    ZEND_PARSE_PARAMETERS_END();
    ServerProcess* server = running(return_value);
    if (server == nullptr) return;
    if (!check_receiver(*server, worker_id)) return failure(Error::wrong_operation, return_value);
    if (server->state().roster().role_of(static_cast<int>(worker_id)) == tern::proc::WorkerRole::user) {
        return send_to_user(*server, message, static_cast<int>(worker_id), return_value);
    }
    if (Z_TYPE_P(server->server().callback(ServerEvent::pipe_message)) == IS_UNDEF) {
        warn("there is no callback for the pipeMessage event");
        return failure(Error::server_invalid_callback, return_value);
    }
    PackedValue packed;
    if (!pack_value(message, packed)) RETURN_THROWS();
    const Error error = send_when_possible(*server, static_cast<int>(worker_id), packed);
    packed.release();
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}
