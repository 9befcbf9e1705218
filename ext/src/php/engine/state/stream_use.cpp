#include "php/engine/state/stream_use.h"

#include <cstdio>
#include <new>
#include <sys/wait.h>
#include <utility>

#include "base/address_map.h"
#include "base/list.h"
#include "boundary/calls.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/state/held_state.h"

namespace tern::php {

struct UsedStream;

struct StreamUse : ListHook {
    UsedStream* used;  // null: it is closed, or not protected any more
    zval* argument;
    const Coroutines* owner;  // another one in a forked process, where the call never continues
    StreamUse* next;          // of the same calls, or the next idle one
};

// _php_stream_free() leaves a stream with a FILE of fopencookie() to the fclose() of that FILE. So such streams have
// one of ours.
struct UsedStream {
    FILE* file;
    php_stream* stream;  // null: it is idle
    FILE* former_file;   // what the stream had
    uint8_t former_kind;
    List<StreamUse> all;
    UsedStream* next_idle;
};

namespace {

// A stream that is closed for the program, while calls use its memory.
struct ClosedStream {
    php_stream* stream;
    zend_resource* former;  // a reference
    bool is_told;           // the object of its wrapper was
};

// What suspends and what closes is one thread.
StreamUse* idle_uses = nullptr;
UsedStream* idle_streams = nullptr;
AddressMap<UsedStream*> stream_by_file;
int closed_type = -1;

int on_close(void* cookie);

// Null: there is no memory.
UsedStream* make_stream() noexcept {
    auto* made = new (std::nothrow) UsedStream{};
    if (made == nullptr) return nullptr;
    made->file = fopencookie(made, "r", {.read = nullptr, .write = nullptr, .seek = nullptr, .close = on_close});
    if (made->file == nullptr) {
        delete made;
        return nullptr;
    }
    stream_by_file.find_or_add(made->file, made);
    return made;
}

// Null: the stream has no FILE of ours.
UsedStream* find(const php_stream& stream) noexcept {
    if (stream.fclose_stdiocast != PHP_STREAM_FCLOSE_FOPENCOOKIE) return nullptr;
    UsedStream** found = stream_by_file.find(stream.stdiocast);
    return found == nullptr ? nullptr : *found;
}

UsedStream* find_or_watch(php_stream& stream) noexcept {
    UsedStream* used = find(stream);
    if (used != nullptr) return used;
    used = idle_streams == nullptr ? make_stream() : std::exchange(idle_streams, idle_streams->next_idle);
    if (used == nullptr) return nullptr;
    used->stream = &stream;
    used->former_kind = stream.fclose_stdiocast;
    used->former_file = std::exchange(stream.stdiocast, used->file);
    stream.fclose_stdiocast = PHP_STREAM_FCLOSE_FOPENCOOKIE;
    return used;
}

void give_file_back(UsedStream& used) noexcept {
    used.stream->stdiocast = used.former_file;
    used.stream->fclose_stdiocast = used.former_kind;
}

void unwatch(UsedStream& used) noexcept {
    give_file_back(used);
    used.stream = nullptr;
    used.next_idle = std::exchange(idle_streams, &used);
}

void give_back(StreamUse& use) noexcept { use.next = std::exchange(idle_uses, &use); }

php_stream* stream_of(const zend_resource& resource) noexcept {
    const bool is_stream = resource.type == php_file_le_stream() || resource.type == php_file_le_pstream();
    return is_stream ? static_cast<php_stream*>(resource.ptr) : nullptr;
}

// Returns the first one. PHP does not free the standard streams.
[[gnu::noinline]] StreamUse* add(zval* argument, StreamUse* next) noexcept {
    const Coroutines* owner = coroutines();
    php_stream* stream = owner == nullptr ? nullptr : stream_of(*Z_RES_P(argument));
    if (stream == nullptr || (stream->flags & PHP_STREAM_FLAG_NO_CLOSE) != 0) return next;
    UsedStream* used = find_or_watch(*stream);
    if (used == nullptr) return next;
    StreamUse* use = idle_uses == nullptr ? new StreamUse : std::exchange(idle_uses, idle_uses->next);
    use->used = used;
    use->argument = argument;
    use->owner = owner;
    use->next = next;
    used->all.push_back(*use);
    return use;
}

bool is_named(const php_stream& stream, Bytes part) noexcept {
    return Bytes(stream.ops->label).find(part) != Bytes::npos;
}

bool is_socket(const php_stream& stream) noexcept { return is_named(stream, "_socket"); }
bool is_of_program(const php_stream& stream) noexcept { return is_named(stream, "user-space"); }

// -1: it has none, or closing it needs more than closing that.
int descriptor_of(php_stream& stream) noexcept {
    int fd = -1;
    const bool has_one = stream.ops == &php_stream_stdio_ops || is_socket(stream);
    if (has_one) (void)stream.ops->cast(&stream, PHP_STREAM_AS_FD_FOR_SELECT, reinterpret_cast<void**>(&fd));
    return fd;
}

void drop_write_filters(php_stream& stream) {
    while (php_stream_filter* last = stream.writefilters.tail) {
        if (last->res != nullptr) zend_list_close(last->res);
        (void)php_stream_filter_remove(last, true);
    }
}

// Its filters have seen the end already.
int free_stream(ClosedStream& closed) {
    php_stream* stream = closed.stream;
    int options = PHP_STREAM_FREE_RELEASE_STREAM | PHP_STREAM_FREE_RSRC_DTOR | PHP_STREAM_FREE_IGNORE_ENCLOSING;
    drop_write_filters(*stream);
    if (closed.is_told) {  // its own close() would call the method again
        stream->flags &= ~static_cast<uint32_t>(PHP_STREAM_FLAG_WAS_WRITTEN);
        OBJ_RELEASE(Z_OBJ(stream->wrapperdata));
        efree(std::exchange(stream->abstract, nullptr));
    } else {
        options |= PHP_STREAM_FREE_CALL_DTOR;
    }
    if (stream->is_persistent) options |= PHP_STREAM_FREE_PERSISTENT;
    return php_stream_free(stream, options);
}

void on_last_reference(zend_resource* resource) {
    auto* closed = static_cast<ClosedStream*>(resource->ptr);
    (void)free_stream(*closed);
    zend_list_delete(closed->former);
    efree(closed);
}

void call_wrapper(php_stream& stream) {
    zend_string* name = (stream.flags & PHP_STREAM_FLAG_IS_DIR) != 0
                            ? zend_string_init(ZEND_STRL("dir_closedir"), false)
                            : zend_string_init(ZEND_STRL("stream_close"), false);
    zval ignored;
    ZVAL_UNDEF(&ignored);
    (void)zend_call_method_if_exists(Z_OBJ(stream.wrapperdata), name, &ignored, 0, nullptr);
    zval_ptr_dtor(&ignored);
    zend_string_release(name);
}

// Others who ask for a persistent stream get a new one.
void drop_from_persistent_list(php_stream& stream) {
    stream.in_free = 1;  // only the entry is to go
    zend_hash_apply_with_argument(
        &EG(persistent_list),
        [](zval* one, void* wanted) {
            return Z_RES_P(one)->ptr == wanted ? ZEND_HASH_APPLY_REMOVE : ZEND_HASH_APPLY_KEEP;
        },
        &stream);
    stream.in_free = 0;
}

// All that closing does, but for the memory. Returns what pclose() returns.
int close_outside(ClosedStream& closed) {
    php_stream& stream = *closed.stream;
    if (stream.is_persistent) drop_from_persistent_list(stream);
    if (closed.is_told) call_wrapper(stream);
    if (is_named(stream, "/ssl")) (void)php_stream_xport_crypto_enable(&stream, false);  // says goodbye
    const int fd = descriptor_of(stream);
    if (fd < 0) return 0;
    boundary::calls::close_file(fd);
    const int status = boundary::calls::wait_for_popen(fd);
    return WIFEXITED(status) ? WEXITSTATUS(status) : status;
}

// Each use gets a reference in place of the one to the stream. The last one that ends frees the stream.
zend_resource* replace_arguments(UsedStream& used, ClosedStream& closed) {
    zend_resource* rest = zend_register_resource(&closed, closed_type);
    closed.stream->res = rest;
    while (StreamUse* use = used.all.pop_front()) {
        use->used = nullptr;
        if (use->owner != coroutines()) continue;
        if (closed.former == nullptr) {
            closed.former = Z_RES_P(use->argument);
        } else {
            zend_list_delete(Z_RES_P(use->argument));
        }
        GC_ADDREF(rest);
        ZVAL_RES(use->argument, rest);
    }
    return rest;
}

bool may_continue(UsedStream& used) noexcept {
    const Coroutines* own = coroutines();
    if (own == nullptr || own->bailed) return false;
    for (StreamUse* use = used.all.front(); use != nullptr; use = used.all.next(*use)) {
        if (use->owner == own) return true;
    }
    return false;
}

// The calls have ended without end().
int free_at_once(UsedStream& used) {
    while (StreamUse* use = used.all.pop_front()) give_back(*use);
    ClosedStream closed{used.stream, nullptr, false};
    delete &used;
    return free_stream(closed);
}

int leave_to_users(UsedStream& used) {
    php_stream& stream = *used.stream;
    auto* closed = static_cast<ClosedStream*>(emalloc(sizeof(ClosedStream)));
    const bool is_told = is_of_program(stream) && stream.fclose_stdiocast == PHP_STREAM_FCLOSE_NONE;
    *closed = {&stream, nullptr, is_told};
    zend_resource* rest = replace_arguments(used, *closed);
    delete &used;
    const int result = close_outside(*closed);
    zend_list_delete(rest);
    return result;
}

// fclose() of our FILE: something closes the stream.
int on_close(void* cookie) {
    auto& used = *static_cast<UsedStream*>(cookie);
    stream_by_file.erase(used.file);
    give_file_back(used);
    return may_continue(used) ? leave_to_users(used) : free_at_once(used);
}

}  // namespace

void register_closed_streams(int module_number) noexcept {
    closed_type = zend_register_list_destructors_ex(on_last_reference, nullptr, nullptr, module_number);
}

StreamUse* begin_stream_use(zval* argument) noexcept { return add(argument, nullptr); }

StreamUse* begin_stream_uses() noexcept {
    StreamUse* all = nullptr;
    for (zend_execute_data* frame = EG(current_execute_data); frame != nullptr; frame = frame->prev_execute_data) {
        if (frame->func == nullptr || ZEND_USER_CODE(frame->func->type) || HeldState::is_of_tern(*frame->func))
            continue;
        zval* one = ZEND_CALL_ARG(frame, 1);
        for (uint32_t left = ZEND_CALL_NUM_ARGS(frame); left > 0; --left, ++one) {
            if (Z_TYPE_P(one) == IS_RESOURCE) [[unlikely]]
                all = add(one, all);
        }
    }
    return all;
}

void end_stream_uses(StreamUse* first) noexcept {
    while (first != nullptr) {
        StreamUse* use = std::exchange(first, first->next);
        use->unlink();
        if (use->used != nullptr && use->used->all.empty()) unwatch(*use->used);
        give_back(*use);
    }
}

void stop_stream_uses(const zend_resource& resource) noexcept {
    const php_stream* stream = stream_of(resource);
    UsedStream* used = stream == nullptr ? nullptr : find(*stream);
    if (used == nullptr) return;
    while (StreamUse* use = used->all.pop_front()) use->used = nullptr;
    unwatch(*used);
}

}  // namespace tern::php
