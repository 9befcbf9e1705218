// Swoole\Coroutine\Socket: several buffers in one call.
#include <algorithm>
#include <cerrno>
#include <climits>

#include "boundary/pieces.h"
#include "php/engine/error.h"
#include "php/engine/memory.h"
#include "php/engine/registry.h"
#include "php/socket/coroutine_socket.h"

namespace tern::php {

namespace {

constexpr size_t kMostAtOnce = IOV_MAX;  // of the kernel
using boundary::Pieces;

struct VectorArguments {
    HashTable* pieces;
    double timeout = 0;
};

// False after an exception.
bool parse(VectorArguments& into, zend_execute_data* execute_data) {
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_ARRAY_HT(into.pieces)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(into.timeout)
    ZEND_PARSE_PARAMETERS_END_EX(return false);
    return true;
}

void throw_element(uint32_t index, const char* wanted, const zval* given) {
    zend_throw_exception_ex(classes.socket_exception, EINVAL, "element %u of the list must be %s, %s given", index,
                            wanted, zend_zval_type_name(given));
}

// Copies the strings: the program may change its array while this waits. Null after an exception.
HashTable* strings_of(HashTable* given) {
    HashTable* strings = zend_new_array(zend_hash_num_elements(given));
    zval* one;
    ZEND_HASH_FOREACH_VAL(given, one) {
        ZVAL_DEREF(one);
        if (Z_TYPE_P(one) != IS_STRING) {
            throw_element(zend_hash_num_elements(strings), "of type string", one);
            zend_array_release(strings);
            return nullptr;
        }
        Z_TRY_ADDREF_P(one);
        zend_hash_next_index_insert_new(strings, one);
    }
    ZEND_HASH_FOREACH_END();
    return strings;
}

// On the Zend heap; the caller frees it.
iovec* pieces_of(HashTable* strings) {
    auto* pieces = static_cast<iovec*>(safe_emalloc(zend_hash_num_elements(strings), sizeof(iovec), 0));
    size_t at = 0;
    zval* one;
    ZEND_HASH_FOREACH_VAL(strings, one) { pieces[at++] = {Z_STRVAL_P(one), Z_STRLEN_P(one)}; }
    ZEND_HASH_FOREACH_END();
    return pieces;
}

// False after an exception.
bool read_length(uint32_t index, zval* given, size_t* total) {
    ZVAL_DEREF(given);
    if (Z_TYPE_P(given) != IS_LONG) {
        throw_element(index, "of type int", given);
        return false;
    }
    const zend_long length = Z_LVAL_P(given);
    *total += static_cast<size_t>(length);
    if (length >= 0 && length < INT_MAX && *total < memory_left()) return true;
    zend_throw_exception_ex(classes.socket_exception, EINVAL,
                            "element %u of the list must be 0 to what memory_limit allows, " ZEND_LONG_FMT " given",
                            index, length);
    return false;
}

// The strings to receive into; the pieces point into them.
struct Room {
    zend_string** texts;
    iovec* pieces;
    uint32_t count;

    // False after an exception.
    bool make(HashTable* lengths) {
        size_t total = 0;
        uint32_t index = 0;
        zval* one;
        ZEND_HASH_FOREACH_VAL(lengths, one) {
            if (!read_length(index++, one, &total)) return false;
        }
        ZEND_HASH_FOREACH_END();
        count = 0;
        texts = static_cast<zend_string**>(safe_emalloc(zend_hash_num_elements(lengths), sizeof(zend_string*), 0));
        pieces = static_cast<iovec*>(safe_emalloc(zend_hash_num_elements(lengths), sizeof *pieces, 0));
        ZEND_HASH_FOREACH_VAL(lengths, one) {
            ZVAL_DEREF(one);
            texts[count] = zend_string_alloc(static_cast<size_t>(Z_LVAL_P(one)), false);
            pieces[count] = {ZSTR_VAL(texts[count]), ZSTR_LEN(texts[count])};
            ++count;
        }
        ZEND_HASH_FOREACH_END();
        return true;
    }
    // Makes an array of the strings that have data, and frees the others.
    void take(size_t bytes, zval* into) {
        array_init_size(into, count);
        for (uint32_t i = 0; i < count; ++i) {
            const size_t size = std::min(bytes, ZSTR_LEN(texts[i]));
            bytes -= size;
            if (size == 0) {
                zend_string_efree(texts[i]);
                continue;
            }
            add_next_index_str(into, shortened(texts[i], size));
        }
        efree(texts);
        efree(pieces);
    }
};

struct List {
    const iovec* pieces;
    size_t count;
};

// The whole list is one attempt for datagrams; of a stream it is as much as the kernel takes. The call is
// `attempt(pieces, count)`.
template <class Attempt>
Error transfer(SocketCall& call, const List& list, Pieces& left, bool all, Attempt attempt) {
    return call.repeat([&] {
        do {
            iovec window[Pieces::kWindow];
            const size_t at = left.position();
            const size_t most = call.socket->is_stream() ? kMostAtOnce : list.count;
            const size_t count = left.splits() ? left.window(window) : std::min(list.count - at, most);
            const Result<size_t> done = attempt(left.splits() ? window : list.pieces + at, count);
            if (!done.ok()) return done.error();
            left.advance(done.value());
            if (done.value() == 0 || !call.socket->is_stream()) break;
        } while (all && left.left() > 0);
        return Error::ok;
    });
}

void read_vector(bool all, zend_execute_data* execute_data, zval* return_value) {
    VectorArguments given;
    Room room;
    if (!parse(given, execute_data) || !room.make(given.pieces)) RETURN_THROWS();
    SocketCall call;
    zval result;
    if (!call.begin(ZEND_THIS, SocketWait::read, given.timeout, return_value)) {
        room.take(0, &result);
        return zval_ptr_dtor(&result);
    }
    Pieces pieces(room.pieces, room.count);
    const auto receive = [&](const iovec* into, size_t count) { return call.socket->try_receive_pieces(into, count); };
    const bool wants_nothing = pieces.left() == 0;
    const Error error = wants_nothing ? Error::ok : transfer(call, {room.pieces, room.count}, pieces, all, receive);
    room.take(pieces.sent(), &result);
    if (error == Error::ok) succeed(*call.self);
    if (error != Error::ok) call.fail(error, return_value);
    if ((error == Error::ok || pieces.sent() > 0) && EG(exception) == nullptr) {
        RETVAL_COPY_VALUE(&result);
    } else {
        zval_ptr_dtor(&result);
    }
    call.finish();
}

void write_vector(bool all, zend_execute_data* execute_data, zval* return_value) {
    VectorArguments given;
    if (!parse(given, execute_data)) RETURN_THROWS();
    HashTable* strings = strings_of(given.pieces);
    if (strings == nullptr) RETURN_THROWS();
    const List list{pieces_of(strings), zend_hash_num_elements(strings)};
    SocketCall call;
    if (call.begin(ZEND_THIS, SocketWait::write, given.timeout, return_value)) {
        Pieces pieces(list.pieces, list.count);
        const auto send = [&](const iovec* from, size_t count) { return call.socket->try_send_pieces(from, count); };
        const Error error = list.count == 0 ? Error::ok : transfer(call, list, pieces, all, send);
        call.end_count(error, pieces.sent(), return_value);
    }
    efree(const_cast<iovec*>(list.pieces));
    zend_array_release(strings);
}

}  // namespace

}  // namespace tern::php

using tern::php::read_vector;
using tern::php::write_vector;

ZEND_METHOD(Swoole_Coroutine_Socket, readVector) { read_vector(false, execute_data, return_value); }

ZEND_METHOD(Swoole_Coroutine_Socket, readVectorAll) { read_vector(true, execute_data, return_value); }

ZEND_METHOD(Swoole_Coroutine_Socket, writeVector) { write_vector(false, execute_data, return_value); }

ZEND_METHOD(Swoole_Coroutine_Socket, writeVectorAll) { write_vector(true, execute_data, return_value); }
