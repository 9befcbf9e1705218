// Tern\Internal\Client\HttpConnection: bodies in one string.
#include <algorithm>

#include "php/engine/memory.h"
#include "php/http/client/client_http_object.h"

namespace tern::php {

namespace {

constexpr const char* kBodyTooLarge = "the body is larger than body_bytes";
constexpr const char* kMemoryLimit = "the body is larger than memory_limit allows";
constexpr size_t kFirstRoom = 16 * 1024;     // for a body of unknown length
constexpr size_t kMostAtOnce = 1024 * 1024;  // a length that the server announced may be wrong

struct Body {
    zend_string* text;  // owned; null: nothing yet
    size_t size;
    const char* why;

    void free() {
        if (text != nullptr) zend_string_efree(text);
    }
    Error make_room(size_t wanted) {
        why = kMemoryLimit;
        if (wanted > memory_left()) return Error::no_memory;
        why = nullptr;
        text = text == nullptr ? zend_string_alloc(wanted, false) : zend_string_realloc(text, wanted, false);
        return Error::ok;
    }
    Error receive_plain(HttpCall& call);
    Error receive_pieces(HttpCall& call);
    Error take_rest(HttpCall& call);
    Error receive(HttpCall& call);
};

// The bytes go from the kernel to the string.
Error Body::receive_plain(HttpCall& call) {
    const uint64_t total = call.connection->plain_bytes_left();
    const size_t limit = call.self->body_bytes;
    why = kBodyTooLarge;
    if (total != UINT64_MAX && total > limit) return Error::data_length_too_large;
    why = kMemoryLimit;
    if (total != UINT64_MAX && total > memory_left()) return Error::no_memory;
    why = nullptr;
    size_t room = total == UINT64_MAX ? kFirstRoom : static_cast<size_t>(std::min<uint64_t>(total, kMostAtOnce));
    Error error = make_room(room);
    while (error == Error::ok && !call.connection->ended()) {
        if (size == room) {
            room = static_cast<size_t>(std::min<uint64_t>(total, uint64_t{room} * 2));
            if ((error = make_room(room)) != Error::ok) break;
        }
        const Result<size_t> got =
            call.connection->receive_into(call.socket.waits, ZSTR_VAL(text) + size, room - size, call.socket.until);
        if (!got.ok()) return got.error();
        size += got.value();
        if (size <= limit) continue;
        why = kBodyTooLarge;
        return Error::data_length_too_large;
    }
    return error;
}

Error Body::receive_pieces(HttpCall& call) {
    size_t room = 0;
    for (;;) {
        const Result<Bytes> piece = call.connection->receive_piece(call.socket.waits, call.socket.until);
        if (!piece.ok() || piece.value().empty()) return piece.error();
        const Bytes bytes = piece.value();
        if (bytes.size() > call.self->body_bytes - size) {
            why = kBodyTooLarge;
            return Error::data_length_too_large;
        }
        if (bytes.size() > room - size) {
            room = std::max(room * 2, size + bytes.size());
            if (const Error error = make_room(room); error != Error::ok) return error;
        }
        std::memcpy(ZSTR_VAL(text) + size, bytes.data(), bytes.size());
        size += bytes.size();
    }
}

// What arrived with the head.
Error Body::take_rest(HttpCall& call) {
    const Bytes rest = call.connection->rest();
    if (rest.empty()) return Error::ok;
    if (const Error error = make_room(rest.size()); error != Error::ok) return error;
    std::memcpy(ZSTR_VAL(text), rest.data(), rest.size());
    size = rest.size();
    call.connection->drop_rest();
    return Error::ok;
}

Error Body::receive(HttpCall& call) {
    if (call.connection->ended()) return Error::ok;
    if (call.self->left) return take_rest(call);
    const Error error = call.connection->is_plain() ? receive_plain(call) : receive_pieces(call);
    if (error == Error::ok) take_trailers(*call.self);
    call.connection->release_used();
    return error;
}

}  // namespace

Error receive_body(HttpCall& call, const char** why) {
    Body body{nullptr, 0, nullptr};
    const Error error = body.receive(call);
    *why = body.why != nullptr ? body.why : call.connection->why();
    zval value;
    ZVAL_EMPTY_STRING(&value);
    if (error != Error::ok || body.size == 0) {
        body.free();
    } else {
        ZVAL_STR(&value, shortened(body.text, body.size));
    }
    set_property(&call.self->std, static_cast<uint32_t>(HttpProperty::body), &value);
    return error;
}

}  // namespace tern::php
