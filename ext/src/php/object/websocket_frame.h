// Swoole\WebSocket\Frame and CloseFrame: plain objects, made once for what arrives and read once for what is sent.
#pragma once

#include "php/bridge/compat.h"
#include "protocol/http/ws/frame.h"

namespace tern::php {

// The published SWOOLE_WEBSOCKET_FLAG_* numbers.
inline constexpr zend_long kFlagFin = 1;
inline constexpr zend_long kFlagCompress = 2;
inline constexpr zend_long kFlagRsv1 = 4;
inline constexpr zend_long kFlagMask = 32;

// Of a Frame, in the order of the stub; the last two a CloseFrame has alone.
enum class FrameProperty : uint8_t { fd, data, opcode, flags, finish, code, reason };
zval* frame_property(zend_object* frame, FrameProperty which) noexcept;

// What push() and pack() are given, as bytes that can be framed.
struct FrameArguments {
    zend_string* data;
    zend_long opcode;
    zend_long flags;
};

// The third argument: flags, or the `finish` of before Swoole 4.4.12. False after a TypeError.
bool read_flags(zval* given, uint32_t argument, zend_long& flags);
// Takes a reference on the data, which release_arguments() gives back. Of a Frame, everything is its own; null: a
// string was given. False after an exception: a property that is no text. May run PHP code.
bool read_arguments(zend_object* frame, FrameArguments& arguments);
inline void release_arguments(FrameArguments& arguments) { zend_string_release(arguments.data); }
constexpr bool is_opcode(zend_long opcode) noexcept {
    return (opcode >= 0 && opcode <= 2) || (opcode >= 8 && opcode <= 10);
}
// Why it cannot be sent; null: it can.
const char* wrong_frame(const FrameArguments& arguments) noexcept;

// What arrived: a CloseFrame for a close frame, whose payload `data` is. `flags` without FIN, which `fin` says.
void make_frame(zval* into, zend_long fd, http::ws::Opcode opcode, Bytes data, bool fin, zend_long flags);

}  // namespace tern::php
