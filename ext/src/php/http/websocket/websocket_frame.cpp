#include <sys/random.h>

#include "php/engine/error.h"
#include "php/engine/registry.h"
#include "php/http/websocket/websocket_frame_object.h"
#include "protocol/http/ws/deflate.h"
#include "php/http/websocket/websocket_frame_arginfo.h"

namespace tern::php {

namespace {

namespace ws = http::ws;

constexpr size_t kMostUnpacked = 32 << 20;

// On the heap, since copying the result to the engine's memory may end in a bailout.
struct CodecWork {
    std::unique_ptr<ws::Deflater> deflater;
    std::unique_ptr<ws::Inflater> inflater;
    Buffer bytes;
};

// Null: no memory.
CodecWork* compress(Bytes data, bool last) noexcept {
    auto* made = new CodecWork;
    made->deflater = ws::Deflater::make({});
    if (made->deflater != nullptr && made->deflater->deflate(data, last, made->bytes)) return made;
    delete made;
    return nullptr;
}

zend_string* put_together(ws::FrameHead head, Bytes payload) {
    char start[ws::kMaxFrameHead];
    head.length = payload.size();
    if (head.masked && getrandom(head.key.data(), head.key.size(), 0) < 0) head.key = {};
    const size_t size = ws::write_frame_head(start, head);
    zend_string* frame = zend_string_alloc(size + payload.size(), false);
    char* at = ZSTR_VAL(frame);
    std::memcpy(at, start, size);
    if (!payload.empty()) std::memcpy(at + size, payload.data(), payload.size());
    if (head.masked) ws::apply_mask(at + size, payload.size(), head.key);
    at[size + payload.size()] = '\0';
    return frame;
}

void return_packed(const FrameArguments& arguments, zval* return_value) {
    ws::FrameHead head;
    head.opcode = static_cast<ws::Opcode>(arguments.opcode);
    head.fin = (arguments.flags & kFlagFin) != 0 || ws::is_control(head.opcode);  // RFC 6455 5.5
    head.masked = (arguments.flags & kFlagMask) != 0;
    CodecWork* compressed = nullptr;
    const ws::PushFlags flags = push_flags(arguments.flags);
    const bool data = !ws::is_control(head.opcode);
    if (flags.compress && !flags.deflated && data) compressed = compress(view(arguments.data), head.fin);
    head.compressed = data && head.opcode != ws::Opcode::continuation && (flags.deflated || compressed != nullptr);
    RETVAL_STR(put_together(head, compressed == nullptr ? view(arguments.data) : compressed->bytes.view()));
    delete compressed;
}

void return_pack(zend_object* frame, FrameArguments arguments, zval* return_value) {
    if (!read_arguments(frame, arguments)) return;
    if (const char* why = wrong_frame(arguments)) {
        zend_value_error("%s", why);
    } else {
        return_packed(arguments, return_value);
    }
    release_arguments(arguments);
}

// Parses one frame without its context: it may be any part of a fragmented message.
ws::FrameStep parse(char* bytes, size_t size, ws::FrameParser& parser, bool masked) noexcept {
    char start[] = {1, static_cast<char>(masked ? 0x80 : 0), 0, 0, 0, 0};
    if ((bytes[0] & 0x0f) == 0) (void)parser.feed(start, masked ? 6 : 2);
    return parser.feed(bytes, size);
}

void return_inflated(Bytes data, zval* return_value) {
    auto* work = new CodecWork;
    work->inflater = ws::Inflater::make(ws::kMostWindowBits);
    const bool done = work->inflater != nullptr &&
                      work->inflater->inflate(data, true, work->bytes, kMostUnpacked) == ws::Inflater::Outcome::ok;
    if (done) {
        make_frame(return_value, 0, ws::Opcode::text, work->bytes.view(), true, kFlagCompress);
    } else {
        failure(Error::protocol_error, return_value);
    }
    delete work;
}

void return_unpacked(zend_string* copy, zval* return_value) {
    if (ZSTR_LEN(copy) < 2) return failure(Error::would_block, return_value);
    const bool masked = (ZSTR_VAL(copy)[1] & 0x80) != 0;
    ws::FrameParser parser(masked ? ws::Sender::client : ws::Sender::server, true);
    const ws::FrameStep step = parse(ZSTR_VAL(copy), ZSTR_LEN(copy), parser, masked);
    if (step.state == ws::FrameStep::State::failed) return failure(Error::protocol_error, return_value);
    if (step.state != ws::FrameStep::State::piece || !step.last) {
        return failure(Error::would_block, return_value);
    }
    const ws::FrameHead& head = parser.head();
    const zend_long mask = head.masked ? kFlagMask : 0;
    if (!head.compressed || !head.fin) {
        return make_frame(return_value, 0, head.opcode, step.data, head.fin, mask | (head.compressed ? kFlagRsv1 : 0));
    }
    return_inflated(step.data, return_value);
    if (Z_TYPE_P(return_value) != IS_OBJECT) return;
    ZVAL_LONG(frame_property(Z_OBJ_P(return_value), FrameProperty::opcode), static_cast<zend_long>(head.opcode));
    ZVAL_LONG(frame_property(Z_OBJ_P(return_value), FrameProperty::flags), kFlagFin | kFlagCompress | mask);
}

}  // namespace

void register_websocket_frame(Classes& into) {
    into.websocket_frame = register_class_Swoole_WebSocket_Frame();
    into.websocket_close_frame = register_class_Swoole_WebSocket_CloseFrame(into.websocket_frame);
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_WebSocket_Frame, __toString) {
    ZEND_PARSE_PARAMETERS_NONE();
    return_pack(Z_OBJ_P(ZEND_THIS), {}, return_value);
}

ZEND_METHOD(Swoole_WebSocket_Frame, pack) {
    zend_object* frame = nullptr;
    FrameArguments arguments{nullptr, 1, kFlagFin};
    zval* given = nullptr;
    bool mask = false;
    ZEND_PARSE_PARAMETERS_START(1, 4)
    Z_PARAM_OBJ_OF_CLASS_OR_STR(frame, classes.websocket_frame, arguments.data)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(arguments.opcode)
    Z_PARAM_ZVAL(given)
    Z_PARAM_BOOL(mask)
    ZEND_PARSE_PARAMETERS_END();
    if (!read_flags(given, 3, arguments.flags)) RETURN_THROWS();
    if (mask) arguments.flags |= kFlagMask;
    return_pack(frame, arguments, return_value);
}

ZEND_METHOD(Swoole_WebSocket_Frame, unpack) {
    zend_string* data;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();
    // A copy, because masked payloads are unmasked in place.
    zend_string* copy = zend_string_init(ZSTR_VAL(data), ZSTR_LEN(data), false);
    return_unpacked(copy, return_value);
    zend_string_release(copy);
}
