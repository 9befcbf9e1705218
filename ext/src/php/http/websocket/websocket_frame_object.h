// Swoole\WebSocket\Frame and CloseFrame: plain objects, made for received frames and read for frames to send.
#pragma once

#include "php/engine/compat/engine.h"
#include "protocol/http/ws/frame.h"
#include "protocol/http/ws/message_writer.h"

namespace tern::php {

// The published SWOOLE_WEBSOCKET_FLAG_* numbers.
inline constexpr zend_long kFlagFin = 1;
inline constexpr zend_long kFlagCompress = 2;
inline constexpr zend_long kFlagRsv1 = 4;
inline constexpr zend_long kFlagMask = 32;

// The properties of a Frame, in the order of the stub; only a CloseFrame has the last two.
enum class FrameProperty : uint8_t { fd, data, opcode, flags, finish, code, reason };
zval* frame_property(zend_object* frame, FrameProperty which) noexcept;

inline http::ws::PushFlags push_flags(zend_long flags) noexcept {
    return {(flags & kFlagFin) != 0, (flags & kFlagCompress) != 0, (flags & kFlagRsv1) != 0};
}

// The arguments of push() and pack(), as bytes that can be framed.
struct FrameArguments {
    zend_string* data;
    zend_long opcode;
    zend_long flags;
};

// The third argument: flags, or the `finish` of versions before Swoole 4.4.12. False after a TypeError.
bool read_flags(zval* given, uint32_t argument, zend_long& flags);
// Takes a reference to the data; release_arguments() drops it. A Frame has all values itself; null: the data is a
// string already. False after an exception: a property is no text. May run PHP code.
bool read_arguments(zend_object* frame, FrameArguments& arguments);
inline void release_arguments(FrameArguments& arguments) { zend_string_release(arguments.data); }
constexpr bool is_opcode(zend_long opcode) noexcept {
    return (opcode >= 0 && opcode <= 2) || (opcode >= 8 && opcode <= 10);
}
// The reason why it cannot be sent; null: it can.
const char* wrong_frame(const FrameArguments& arguments) noexcept;
// For the frame of a message that push() refused because of the frames before it.
void log_frame_order(const FrameArguments& arguments) noexcept;

// Makes the object of a received frame; for a close frame a CloseFrame with the code and the reason of `data`. FIN is
// in `fin`, not in `flags`.
void make_frame(zval* into, zend_long fd, http::ws::Opcode opcode, Bytes data, bool fin, zend_long flags);
// Drops the caller's reference. A Frame that nothing else refers to is kept for the next message.
void drop_frame(zval* frame);

}  // namespace tern::php
