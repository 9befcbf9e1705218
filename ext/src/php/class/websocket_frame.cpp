#include "php/class/websocket_frame.h"

#include <sys/random.h>

#include "php/bridge/error.h"
#include "php/class/registry.h"
#include "php/class/websocket_frame_arginfo.h"
#include "protocol/http/ws/deflate.h"

namespace tern::php {

namespace {

namespace ws = http::ws;

constexpr size_t kMostUnpacked = 32 << 20;

// In the order of the stub.
enum class FrameProperty : uint8_t { fd, data, opcode, flags, finish, code, reason };

zval* property(zend_object* frame, FrameProperty which) noexcept {
    zval* slot = OBJ_PROP_NUM(frame, static_cast<uint32_t>(which));
    ZVAL_DEREF(slot);
    return slot;
}

bool is_close_frame(const zend_object* frame) noexcept {
    return instanceof_function(frame->ce, classes.websocket_close_frame);
}

// The payload of a close frame; null after an exception.
zend_string* close_payload(zend_object* frame) {
    const zend_long code = zval_get_long(property(frame, FrameProperty::code));
    zend_string* reason = zval_try_get_string(property(frame, FrameProperty::reason));
    if (reason == nullptr) return nullptr;
    zend_string* payload = zend_string_alloc(ws::kMaxControlPayload, false);
    const bool fits = code > 0 && code <= UINT16_MAX;
    const size_t size = ws::write_close(ZSTR_VAL(payload), fits ? static_cast<uint16_t>(code) : 0, view(reason));
    ZSTR_VAL(payload)[size] = '\0';
    ZSTR_LEN(payload) = size;
    zend_string_release(reason);
    return payload;
}

bool read_frame(zend_object* frame, FrameArguments& into) {
    zval* finish = property(frame, FrameProperty::finish);
    into.opcode = zval_get_long(property(frame, FrameProperty::opcode));
    into.flags = zval_get_long(property(frame, FrameProperty::flags));
    if (Z_TYPE_P(finish) > IS_NULL) into.flags = (into.flags & ~kFlagFin) | (zend_is_true(finish) ? kFlagFin : 0);
    const bool closes = is_close_frame(frame) && into.opcode == static_cast<zend_long>(ws::Opcode::close);
    into.data = closes ? close_payload(frame) : zval_try_get_string(property(frame, FrameProperty::data));
    return into.data != nullptr;
}

// On the heap, as what comes out is copied to memory of the engine, which may give up there.
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
    head.fin = (arguments.flags & kFlagFin) != 0;
    head.masked = (arguments.flags & kFlagMask) != 0;
    CodecWork* compressed = nullptr;
    if ((arguments.flags & kFlagCompress) != 0 && !ws::is_control(head.opcode)) {
        compressed = compress(view(arguments.data), head.fin);
        head.compressed = compressed != nullptr && head.opcode != ws::Opcode::continuation;
    }
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

// One frame out of context: of a fragmented message it may be any part.
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
    ZVAL_LONG(property(Z_OBJ_P(return_value), FrameProperty::opcode), static_cast<zend_long>(head.opcode));
    ZVAL_LONG(property(Z_OBJ_P(return_value), FrameProperty::flags), kFlagFin | kFlagCompress | mask);
}

void set_text(zend_object* frame, FrameProperty which, Bytes text) {
    ZVAL_STRINGL_FAST(OBJ_PROP_NUM(frame, static_cast<uint32_t>(which)), text.data(), text.size());
}

}  // namespace

bool read_flags(zval* given, uint32_t argument, zend_long& flags) {
    if (given == nullptr) return true;
    if (Z_TYPE_P(given) == IS_TRUE || Z_TYPE_P(given) == IS_FALSE) {
        flags = Z_TYPE_P(given) == IS_TRUE ? kFlagFin : 0;
        return true;
    }
    return zend_parse_arg_long(given, &flags, nullptr, false, argument) ||
           (zend_argument_type_error(argument, "must be of type int|bool, %s given", zend_zval_type_name(given)),
            false);
}

bool read_arguments(zend_object* frame, FrameArguments& arguments) {
    if (frame != nullptr) return read_frame(frame, arguments);
    zend_string_addref(arguments.data);
    return true;
}

const char* wrong_frame(const FrameArguments& arguments) noexcept {
    const zend_long opcode = arguments.opcode;
    if (!is_opcode(opcode)) return "The opcode must be 0, 1, 2, 8, 9 or 10";
    if (opcode < 8) return nullptr;
    if ((arguments.flags & kFlagFin) == 0) return "A control frame cannot be fragmented";
    if (ZSTR_LEN(arguments.data) > ws::kMaxControlPayload) return "A control frame has at most 125 bytes";
    if (opcode != static_cast<zend_long>(ws::Opcode::close)) return nullptr;
    return ws::read_close(view(arguments.data)).violation
               ? "A close frame has a code of 1000 to 1003, 1007 to 1014 or 3000 to 4999, and a reason in UTF-8"
               : nullptr;
}

void make_frame(zval* into, zend_long fd, ws::Opcode opcode, Bytes data, bool fin, zend_long flags) {
    const bool closes = opcode == ws::Opcode::close;
    object_init_ex(into, closes ? classes.websocket_close_frame : classes.websocket_frame);
    zend_object* frame = Z_OBJ_P(into);
    ZVAL_LONG(property(frame, FrameProperty::fd), fd);
    ZVAL_LONG(property(frame, FrameProperty::opcode), static_cast<zend_long>(opcode));
    ZVAL_LONG(property(frame, FrameProperty::flags), flags | (fin ? kFlagFin : 0));
    ZVAL_BOOL(property(frame, FrameProperty::finish), fin);
    set_text(frame, FrameProperty::data, data);
    if (!closes) return;
    const ws::CloseStatus status = ws::read_close(data);
    ZVAL_LONG(property(frame, FrameProperty::code), status.code);
    set_text(frame, FrameProperty::reason, status.reason);
}

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
    // A copy: masked payloads are unmasked in place.
    zend_string* copy = zend_string_init(ZSTR_VAL(data), ZSTR_LEN(data), false);
    return_unpacked(copy, return_value);
    zend_string_release(copy);
}
