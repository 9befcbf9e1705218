// Swoole\Coroutine\Socket: messages of a stream.
#include "php/engine/error.h"
#include "php/engine/memory.h"
#include "php/socket/coroutine_socket.h"
#include "php/socket/socket_protocol.h"

namespace tern::php {

namespace {

constexpr size_t kPacketFillBytes = 64 * 1024;

Error error_of(protocol::FramingStep::State state) noexcept {
    return state == protocol::FramingStep::State::too_large ? Error::package_length_too_large
                                                            : Error::package_malformed;
}

struct Packet {
    size_t size = 0;       // 0: the end of the stream
    bool cut_off = false;  // by that end
};

// Finds the first message in the buffer, where it stays.
Error find_packet(SocketCall& call, SocketProtocol& protocol, Packet* packet) {
    using State = protocol::FramingStep::State;
    return call.repeat([&] {
        for (;;) {
            const Bytes ready = call.socket->buffered();
            const protocol::FramingStep now = protocol.scanner.step(protocol.framing, ready);
            packet->size = now.size;
            if (now.state == State::done) return Error::ok;
            if (now.state != State::need_more) return error_of(now.state);
            const Result<size_t> got = call.socket->try_fill(kPacketFillBytes);
            if (!got.ok()) return got.error();
            packet->size = 0;
            packet->cut_off = got.value() == 0 && !ready.empty();
            if (got.value() == 0) return Error::ok;
        }
    });
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Coroutine_Socket, recvPacket) {
    double timeout = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    SocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::read, timeout, return_value)) return;
    if (call.self->protocol == nullptr) call.self->protocol = copy_of(nullptr);
    Packet packet;
    Error error = find_packet(call, *call.self->protocol, &packet);
    if (error == Error::ok && packet.size > memory_left()) error = Error::no_memory;
    if (EG(exception) != nullptr) {
        // The function has thrown an exception.
    } else if (error == Error::ok) {
        call.self->protocol->scanner.restart();
        packet.cut_off ? failure(&call.self->std, Error::connection_reset, return_value) : succeed(*call.self);
        RETVAL_STR(take_string(*call.socket, packet.size));
    } else {
        call.fail(error, return_value);
    }
    call.finish();
}
