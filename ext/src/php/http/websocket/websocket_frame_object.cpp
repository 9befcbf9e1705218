#include "php/http/websocket/websocket_frame_object.h"

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/engine/state/engine_heap.h"
#include "php/engine/string_slice.h"

namespace tern::php {

namespace {

namespace ws = http::ws;

bool is_close_frame(const zend_object* frame) noexcept {
    return instanceof_function(frame->ce, classes.websocket_close_frame);
}

// The payload of a close frame; null after an exception.
zend_string* close_payload(zend_object* frame) {
    const uint16_t code = ws::sendable_close_code(zval_get_long(frame_property(frame, FrameProperty::code)));
    zend_string* reason = zval_try_get_string(frame_property(frame, FrameProperty::reason));
    if (reason == nullptr) return nullptr;
    zend_string* payload = zend_string_alloc(ws::kMaxControlPayload, false);
    const size_t size = code == ws::kNoStatus ? 0 : ws::write_close(ZSTR_VAL(payload), code, view(reason));
    ZSTR_VAL(payload)[size] = '\0';
    ZSTR_LEN(payload) = size;
    zend_string_release(reason);
    return payload;
}

bool read_frame(zend_object* frame, FrameArguments& into) {
    zval* finish = frame_property(frame, FrameProperty::finish);
    into.opcode = zval_get_long(frame_property(frame, FrameProperty::opcode));
    into.flags = zval_get_long(frame_property(frame, FrameProperty::flags));
    if (Z_TYPE_P(finish) > IS_NULL) into.flags = (into.flags & ~kFlagFin) | (zend_is_true(finish) ? kFlagFin : 0);
    const bool closes = is_close_frame(frame) && into.opcode == static_cast<zend_long>(ws::Opcode::close);
    into.data = closes ? close_payload(frame) : zval_try_get_string(frame_property(frame, FrameProperty::data));
    return into.data != nullptr;
}

void set_text(zend_object* frame, FrameProperty which, Bytes text) {
    ZVAL_STRINGL_FAST(OBJ_PROP_NUM(frame, static_cast<uint32_t>(which)), text.data(), text.size());
}

}  // namespace

zval* frame_property(zend_object* frame, FrameProperty which) noexcept {
    zval* slot = OBJ_PROP_NUM(frame, static_cast<uint32_t>(which));
    ZVAL_DEREF(slot);
    return slot;
}

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
    if (ZSTR_LEN(arguments.data) > ws::kMaxControlPayload) return "A control frame has at most 125 bytes";
    if (opcode != static_cast<zend_long>(ws::Opcode::close)) return nullptr;
    return ws::read_close(view(arguments.data)).violation
               ? "A close frame has a code of 1000 to 1003, 1007 to 1014 or 3000 to 4999, and a reason in UTF-8"
               : nullptr;
}

void log_frame_order(const FrameArguments& arguments) noexcept {
    const bool continues = static_cast<ws::Opcode>(arguments.opcode) == ws::Opcode::continuation;
    TERN_G(log)->print(LogLevel::warning, "WebSocket push(): %s",
                       continues ? "A continuation frame cannot stand alone and MUST be preceded by an initial frame "
                                   "whose opcode indicates either text or binary data."
                                 : "All fragments of a message, except for the initial frame, must use the "
                                   "continuation frame opcode(0).");
}

void make_frame(zval* into, zend_long fd, ws::Opcode opcode, Bytes data, bool fin, zend_long flags) {
    const bool closes = opcode == ws::Opcode::close;
    const bool may_be_idle = !closes && runtime() != nullptr && OwnHeap::running_heap() == nullptr;
    zend_object* idle = may_be_idle ? runtime()->idle_frames.take() : nullptr;
    if (idle != nullptr) {
        ZVAL_OBJ(into, idle);
    } else {
        object_init_ex(into, closes ? classes.websocket_close_frame : classes.websocket_frame);
    }
    zend_object* frame = Z_OBJ_P(into);
    ZVAL_LONG(frame_property(frame, FrameProperty::fd), fd);
    ZVAL_LONG(frame_property(frame, FrameProperty::opcode), static_cast<zend_long>(opcode));
    ZVAL_LONG(frame_property(frame, FrameProperty::flags), flags | (fin ? kFlagFin : 0));
    ZVAL_BOOL(frame_property(frame, FrameProperty::finish), fin);
    set_text(frame, FrameProperty::data, closes ? Bytes() : data);
    if (!closes) return;
    const ws::CloseStatus status = ws::read_close(data);
    ZVAL_LONG(frame_property(frame, FrameProperty::code), status.code);
    set_text(frame, FrameProperty::reason, status.reason);
}

void drop_frame(zval* given) {
    zend_object* frame = Z_OBJ_P(given);
    if (frame->ce != classes.websocket_frame || !IdleObjects::is_reusable(*frame)) return zval_ptr_dtor(given);
    for (uint32_t i = 0; i <= static_cast<uint32_t>(FrameProperty::finish); ++i) {
        IdleObjects::clear(OBJ_PROP_NUM(frame, i), IS_NULL);
    }
    runtime()->idle_frames.keep(frame);
}

}  // namespace tern::php
