#include "php/database/redis/streams.h"

#include <cstdio>
#include <cstring>

#include "boundary/elf.h"
#include "php/database/key_parts.h"
#include "php/database/redis/connection.h"
#include "php/engine/classes.h"
#include "php/engine/compat/stream_errors.h"

namespace tern::php {

namespace {

// --- what identifies a connection

bool add_value(KeyParts& parts, const zval* value);

bool add_values(KeyParts& parts, HashTable* values) {
    parts.add(uint64_t{zend_hash_num_elements(values)});
    zend_ulong number;
    zend_string* name;
    zval* one;
    bool is_known = true;
    ZEND_HASH_FOREACH_KEY_VAL(values, number, name, one) {
        parts.add(uint64_t{number});
        parts.add(name == nullptr ? Bytes() : view(name));
        is_known = add_value(parts, one) && is_known;
    }
    ZEND_HASH_FOREACH_END();
    return is_known;
}

// False: it is nothing that another request could have, too.
bool add_value(KeyParts& parts, const zval* value) {
    ZVAL_DEREF(value);
    parts.add(uint64_t{Z_TYPE_P(value)});
    switch (Z_TYPE_P(value)) {
        case IS_NULL:
        case IS_FALSE:
        case IS_TRUE: break;
        case IS_LONG: parts.add(static_cast<uint64_t>(Z_LVAL_P(value))); break;
        case IS_STRING: parts.add(view(Z_STR_P(value))); break;
        case IS_ARRAY: return add_values(parts, Z_ARRVAL_P(value));
        default: return false;
    }
    return true;
}

struct StreamRequest {
    Bytes address;
    int options;
    int flags;
    const php_stream_context* context;
};

// The program logs in after it has connected, so its user and password are no part of it.
bool key_of(const StreamRequest& request, pool::Key& key) {
    KeyParts parts;
    parts.add("redis");
    parts.add(request.address);
    parts.add(static_cast<uint64_t>(request.options));
    parts.add(static_cast<uint64_t>(request.flags));
    const bool is_known = request.context == nullptr || add_value(parts, &request.context->options);
    key = parts.digest();
    return is_known;
}

// --- which objects get a connection of the pool

// Whether a method of the class Redis runs: it connects at once, when it is first used, and again.
bool uses_object_of_redis() noexcept {
    const zend_execute_data* call = EG(current_execute_data);
    if (call == nullptr || call->func == nullptr || call->func->type != ZEND_INTERNAL_FUNCTION) return false;
    const zend_class_entry* scope = call->func->common.scope;
    return scope != nullptr && view(scope->name) == "Redis";
}

DatabasePool* pool_of_stream() noexcept {
    DatabasePool* pool = redis_pool();
    const bool is_for_pool =
        pool != nullptr && uses_object_of_redis() && !is_library_file(zend_get_executed_filename_ex());
    return is_for_pool ? pool : nullptr;
}

// --- opening

void remove_entry(HashTable& list, zend_resource& entry, const char* name) {
    entry.type = -1;  // so that its end is not the stream's
    if (name == nullptr) {
        zend_hash_index_del(&list, static_cast<zend_ulong>(entry.handle));
    } else {
        zend_hash_str_del(&list, name, std::strlen(name));
    }
}

// Takes a stream that lies outside of PHP's heap out of the lists by which PHP would find it.
void unlist(php_stream& stream, const char* name) {
    zval* entry = zend_hash_str_find(&EG(persistent_list), name, std::strlen(name));
    if (entry != nullptr) remove_entry(EG(persistent_list), *Z_RES_P(entry), name);
    remove_entry(EG(regular_list), *stream.res, nullptr);
    stream.res = nullptr;
}

void refuse(DatabasePool& pool, Error error, zend_string** reason) {
    smart_str text{};
    smart_str_appends(&text, "ERR max number of clients reached. ");
    pool.append_refusal(text, error);
    if (reason == nullptr) return smart_str_free(&text);
    *reason = smart_str_extract(&text);
}

// What the driver has called with.
struct Opening {
    StreamRequest request;
    timeval* timeout;
    php_stream_context* context;
    zend_string** error;
    int* number;

    php_stream* open(const char* persistent_id) const {
        return _php_stream_xport_create(request.address.data(), request.address.size(), request.options, request.flags,
                                        persistent_id, timeout, context, error, number STREAMS_CC);
    }
};

// As a persistent one, so that it lies outside of PHP's heap. It has a place.
RedisConnection* make_connection(DatabasePool& pool, const pool::Key& key, const Opening& opening) {
    char id[48];  // its own: others are being opened at the same time
    (void)snprintf(id, sizeof id, "tern redis %p", static_cast<const void*>(&opening));
    php_stream* stream = opening.open(id);
    if (stream == nullptr) {
        pool.release_place(pool::Closed::failed);
        return nullptr;
    }
    unlist(*stream, id);
    pool.count_made();
    return new RedisConnection(key, *stream);
}

php_stream* open_pooled(DatabasePool& pool, const pool::Key& key, const Opening& opening) {
    Result<pool::Connection*> taken = pool.take(key);
    if (!taken.ok()) {
        refuse(pool, taken.error(), opening.error);
        return nullptr;
    }
    auto* connection = static_cast<RedisConnection*>(taken.value());
    if (connection == nullptr) connection = make_connection(pool, key, opening);
    if (connection == nullptr) return nullptr;
    connection->lend();
    pool.begin_use(&connection->stream(), connection);
    return &connection->stream();
}

php_stream* open_stream(const char* name, size_t size, int options, int flags, const char* persistent_id,
                        timeval* timeout, php_stream_context* context, zend_string** error, int* number STREAMS_DC) {
    const Opening opening{{Bytes(name, size), options, flags, context}, timeout, context, error, number};
    DatabasePool* pool = persistent_id == nullptr ? pool_of_stream() : nullptr;
    pool::Key key{};
    if (pool == nullptr || !key_of(opening.request, key)) return opening.open(persistent_id);
    return open_pooled(*pool, key, opening);
}

// --- the end of a use

bool is_reusable(RedisConnection& connection, pool::Closed& reason) noexcept {
    reason = pool::Closed::fatal_error;
    if (CG(unclean_shutdown) || coroutines()->damaged || coroutines()->bailed) return false;
    reason = connection.has_unread() ? pool::Closed::in_the_middle : pool::Closed::lost;
    return connection.is_open();
}

int free_stream(php_stream* stream, int options) {
    DatabasePool* pool = redis_pool();
    DatabasePool::Loan loan;
    if (pool == nullptr || !pool->end_use(stream, loan)) return engines_stream_free(stream, options);
    auto& connection = static_cast<RedisConnection&>(*loan.connection);
    if (is_reusable(connection, loan.reason)) {
        pool->give_back(connection);
    } else {
        pool->close(connection, loan.reason);
    }
    return 1;
}

template <class Function>
boundary::Replacement row(const char* name, Function* ours) noexcept {
    return {name, reinterpret_cast<void*>(ours), boundary::Callers::redis};
}

}  // namespace

void take_over_redis_streams() noexcept {
    static boundary::Replacement calls[] = {
        row("_php_stream_xport_create", open_stream),
        row(kStreamFree, free_stream),
    };
    if (calls[0].real != nullptr || !zend_hash_str_exists(&module_registry, ZEND_STRL("redis"))) return;
    boundary::find_real(calls);
    (void)boundary::redirect(calls);
}

}  // namespace tern::php
