#include <algorithm>
#include <cmath>

#include "php/engine/error.h"
#include "php/engine/globals.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/library/library.h"
#include "php/shared/packed_value.h"
#include "php/shared/shared_cache_object.h"
#include "shm/process_name.h"

extern "C" {  // which this header forgets
#include <ext/date/php_date.h>
}

#include "php/shared/shared_cache_arginfo.h"

namespace tern::php {

namespace {

zend_object* create_shared_cache(zend_class_entry* entry) { return create_object<CacheObject>(entry); }

shm::Cache* cache_of(const zval* object) {
    shm::Cache* cache = of<CacheObject>(object)->cache;
    if (cache == nullptr) throw_not_constructed(Z_OBJCE_P(object));
    return cache;
}

bool check_key(const zend_string* key) {
    if (ZSTR_LEN(key) > 0 && ZSTR_LEN(key) <= shm::Cache::kLongestKey) return true;
    zend_argument_value_error(1, "must have 1 to %zu bytes, has %zu", shm::Cache::kLongestKey, ZSTR_LEN(key));
    return false;
}

void report_too_large(const shm::Cache& cache, size_t bytes) {
    warn("%zu bytes are more than a value may have in a cache of this size, %u", bytes, cache.largest_value());
    remember(Error::data_length_too_large);
}

constexpr double kLongestMs = 1e15;

// Seconds to milliseconds; -1: it is over already.
int64_t to_ms(double seconds) noexcept {
    const double wanted = std::ceil(seconds * 1000);
    return wanted <= 0 ? -1 : static_cast<int64_t>(std::min(wanted, kLongestMs));
}

// The seconds of a DateInterval, which only PHP code can compute.
double seconds_of(zval* interval) {
    zval result;
    ZVAL_UNDEF(&result);
    if (!library::call("tern\\internal\\interval", "seconds", interval, &result)) return 0;
    return Z_TYPE(result) == IS_DOUBLE ? Z_DVAL(result) : 0;
}

// Times to live in the shared cache, as programs write them: in milliseconds; Cache::kNever if there is none, negative
// if it is over. False after an exception.
bool read_ttl(zval* ttl, uint32_t argument, int64_t& ms) {
    ms = shm::Cache::kNever;
    if (ttl == nullptr || Z_TYPE_P(ttl) == IS_NULL) return true;
    double seconds = 0;
    if (Z_TYPE_P(ttl) == IS_LONG) {
        seconds = static_cast<double>(Z_LVAL_P(ttl));
    } else if (Z_TYPE_P(ttl) == IS_DOUBLE) {
        seconds = Z_DVAL_P(ttl);
    } else if (Z_TYPE_P(ttl) == IS_OBJECT && instanceof_function(Z_OBJCE_P(ttl), php_date_get_interval_ce())) {
        seconds = seconds_of(ttl);
        if (EG(exception) != nullptr) return false;
    } else {
        zend_argument_type_error(argument, "must be of type DateInterval|int|float|null, %s given",
                                 zend_zval_type_name(ttl));
        return false;
    }
    if (std::isnan(seconds)) {
        zend_argument_value_error(argument, "must be a number of seconds, NAN given");
        return false;
    }
    ms = to_ms(seconds);
    return true;
}

// How long a claim holds, by its optional last argument.
int64_t claim_ms(double seconds, bool is_null) noexcept {
    return is_null ? shm::Cache::kNever : std::max<int64_t>(to_ms(seconds), 1);
}

enum class Store : uint8_t { set, add };

void store(INTERNAL_FUNCTION_PARAMETERS, Store how) {
    zend_string* key;
    zval* value;
    zval* ttl = nullptr;
    ZEND_PARSE_PARAMETERS_START(2, 3)
    Z_PARAM_STR(key)
    Z_PARAM_ZVAL(value)
    Z_PARAM_OPTIONAL
    Z_PARAM_ZVAL(ttl)
    ZEND_PARSE_PARAMETERS_END();
    shm::Cache* cache = cache_of(ZEND_THIS);
    int64_t ms;
    if (cache == nullptr || !check_key(key) || !read_ttl(ttl, 3, ms)) RETURN_THROWS();
    PackedValue packed;
    if (!pack_value(value, packed)) RETURN_THROWS();
    bool stored = true;
    if (ms < 0) {
        if (how == Store::set) (void)cache->remove(view(key));
    } else if (how == Store::set) {
        stored = cache->set(view(key), packed.tag, packed.bytes, ms);
    } else {
        stored = cache->add(view(key), packed.tag, packed.bytes, ms);
    }
    const size_t bytes = packed.bytes.size();
    packed.release();
    if (!stored && bytes > cache->largest_value()) report_too_large(*cache, bytes);
    RETURN_BOOL(stored);
}

void add_to(INTERNAL_FUNCTION_PARAMETERS, bool down) {
    zend_string* key;
    zend_long by = 1;
    zval* ttl = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 3)
    Z_PARAM_STR(key)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(by)
    Z_PARAM_ZVAL(ttl)
    ZEND_PARSE_PARAMETERS_END();
    shm::Cache* cache = cache_of(ZEND_THIS);
    int64_t ms;
    if (cache == nullptr || !check_key(key) || !read_ttl(ttl, 3, ms)) RETURN_THROWS();
    if (down && by == ZEND_LONG_MIN) {
        zend_argument_value_error(2, "must be greater than " ZEND_LONG_FMT, by);
        RETURN_THROWS();
    }
    const shm::Cache::Sum sum = cache->increment(view(key), down ? -by : by, ms);
    switch (sum.state) {
        case shm::Cache::Sum::State::ok: break;
        case shm::Cache::Sum::State::no_integer:
            zend_type_error("The value of \"%s\" is no integer", ZSTR_VAL(key));
            RETURN_THROWS();
        case shm::Cache::Sum::State::out_of_range:
            zend_throw_exception_ex(zend_ce_arithmetic_error, 0,
                                    "The value of \"%s\" would leave the range of integers", ZSTR_VAL(key));
            RETURN_THROWS();
    }
    RETURN_LONG(sum.value);
}

// With memory that is ready before the lock is taken, a text is copied only once; under the lock nothing can be
// allocated. The size is that of the last text.
zend_string* make_place(const shm::Cache& cache) {
    constexpr size_t kLeast = 128;  // below, a second copy is as fast
    constexpr size_t kMost = 64 << 10;
    const size_t bytes = cache.last_bytes();
    return bytes < kLeast || bytes > kMost ? nullptr : zend_string_alloc(bytes, false);
}

// False: the value is no text, or would leave too much of the memory unused.
bool fills_place(const shm::Cache::Found& found, zend_string* place) {
    const size_t room = ZSTR_LEN(place);
    const bool fits =
        found.found && is_packed_text(found.tag) && found.value.size() <= room && found.value.size() >= room - room / 8;
    if (!fits) return false;
    ZSTR_LEN(place) = found.value.size();
    ZSTR_VAL(place)[found.value.size()] = '\0';
    return true;
}

}  // namespace

void register_shared_cache(Classes&) {
    zend_class_entry* entry = register_class_Tern_Internal_SharedCache();
    entry->create_object = create_shared_cache;
}

}  // namespace tern::php

using namespace tern::php;
using tern::shm::Cache;

ZEND_METHOD(Tern_Internal_SharedCache, __construct) {
    zend_long size;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(size)
    ZEND_PARSE_PARAMETERS_END();
    constexpr auto kLeast = static_cast<zend_long>(Cache::kLeast);
    constexpr auto kMost = static_cast<zend_long>(Cache::kMost);
    if (size < kLeast || size > kMost) {
        zend_argument_value_error(
            1, "must be between " ZEND_LONG_FMT " and " ZEND_LONG_FMT " bytes, " ZEND_LONG_FMT " given", kLeast, kMost,
            size);
        RETURN_THROWS();
    }
    if (of<CacheObject>(ZEND_THIS)->cache != nullptr) {
        zend_throw_error(nullptr, "The object is constructed already");
        RETURN_THROWS();
    }
    auto* cache = new Cache;
    const tern::Error error = cache->create(static_cast<size_t>(size));
    if (error == tern::Error::ok) {
        of<CacheObject>(ZEND_THIS)->cache = cache;
        return;
    }
    delete cache;
    zend_throw_error(nullptr, "There is no shared memory of " ZEND_LONG_FMT " bytes: %s", size, tern::describe(error));
    RETURN_THROWS();
}

ZEND_METHOD(Tern_Internal_SharedCache, ofServer) {
    ZEND_PARSE_PARAMETERS_NONE();
    Cache* cache = server_cache();
    if (cache == nullptr) {
        zend_throw_error(nullptr, "The server has no cache: tern.cache_size is " ZEND_LONG_FMT, TERN_G(cache_size));
        RETURN_THROWS();
    }
    if (object_init_ex(return_value, zend_get_called_scope(execute_data)) == FAILURE) RETURN_THROWS();
    CacheObject* object = of<CacheObject>(return_value);
    object->cache = cache;
    object->is_of_server = true;
}

ZEND_METHOD(Tern_Internal_SharedCache, get) {
    zend_string* key;
    zval* fallback = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_STR(key)
    Z_PARAM_OPTIONAL
    Z_PARAM_ZVAL(fallback)
    ZEND_PARSE_PARAMETERS_END();
    Cache* cache = cache_of(ZEND_THIS);
    if (cache == nullptr || !check_key(key)) RETURN_THROWS();
    zend_string* place = make_place(*cache);
    const size_t room = place == nullptr ? 0 : ZSTR_LEN(place);
    const Cache::Found found = cache->get(view(key), place == nullptr ? nullptr : ZSTR_VAL(place), room);
    if (place != nullptr && fills_place(found, place)) RETURN_NEW_STR(place);
    if (found.found) unpack_value(found.tag, found.value, return_value);
    if (place != nullptr) zend_string_efree(place);
    if (found.found) return;
    if (fallback != nullptr) RETURN_COPY_DEREF(fallback);
}

ZEND_METHOD(Tern_Internal_SharedCache, has) {
    zend_string* key;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(key)
    ZEND_PARSE_PARAMETERS_END();
    Cache* cache = cache_of(ZEND_THIS);
    if (cache == nullptr || !check_key(key)) RETURN_THROWS();
    RETURN_BOOL(cache->has(view(key)));
}

ZEND_METHOD(Tern_Internal_SharedCache, set) { store(INTERNAL_FUNCTION_PARAM_PASSTHRU, Store::set); }

ZEND_METHOD(Tern_Internal_SharedCache, add) { store(INTERNAL_FUNCTION_PARAM_PASSTHRU, Store::add); }

ZEND_METHOD(Tern_Internal_SharedCache, delete) {
    zend_string* key;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(key)
    ZEND_PARSE_PARAMETERS_END();
    Cache* cache = cache_of(ZEND_THIS);
    if (cache == nullptr || !check_key(key)) RETURN_THROWS();
    RETURN_BOOL(cache->remove(view(key)));
}

ZEND_METHOD(Tern_Internal_SharedCache, deleteIf) {
    zend_string* key;
    zval* value;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(key)
    Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    Cache* cache = cache_of(ZEND_THIS);
    if (cache == nullptr || !check_key(key)) RETURN_THROWS();
    PackedValue packed;
    if (!pack_value(value, packed)) RETURN_THROWS();
    const bool removed = cache->remove_if(view(key), packed.tag, packed.bytes);
    packed.release();
    RETURN_BOOL(removed);
}

ZEND_METHOD(Tern_Internal_SharedCache, clear) {
    ZEND_PARSE_PARAMETERS_NONE();
    Cache* cache = cache_of(ZEND_THIS);
    if (cache == nullptr) RETURN_THROWS();
    cache->clear();
    RETURN_TRUE;
}

ZEND_METHOD(Tern_Internal_SharedCache, increment) { add_to(INTERNAL_FUNCTION_PARAM_PASSTHRU, false); }

ZEND_METHOD(Tern_Internal_SharedCache, decrement) { add_to(INTERNAL_FUNCTION_PARAM_PASSTHRU, true); }

ZEND_METHOD(Tern_Internal_SharedCache, stats) {
    ZEND_PARSE_PARAMETERS_NONE();
    Cache* cache = cache_of(ZEND_THIS);
    if (cache == nullptr) RETURN_THROWS();
    const tern::shm::CacheCounts counts = cache->counts();
    const struct {
        const char* name;
        uint64_t value;
    } shown[] = {
        {"size", cache->bytes()},
        {"used", counts.blocks * tern::shm::CacheShard::kBlock},
        {"largest", cache->largest_value()},
        {"entries", counts.entries},
        {"hits", counts.hits},
        {"misses", counts.misses},
        {"stored", counts.stored},
        {"evicted", counts.evicted},
        {"expired", counts.expired},
        {"lost", counts.lost},
    };
    array_init_size(return_value, std::size(shown));
    for (const auto& one : shown) add_assoc_long(return_value, one.name, static_cast<zend_long>(one.value));
}

ZEND_METHOD(Tern_Internal_SharedCache, claim) {
    zend_string* key;
    zval* value;
    double deadline = 0;
    bool endless = true;
    ZEND_PARSE_PARAMETERS_START(2, 3)
    Z_PARAM_STR(key)
    Z_PARAM_ZVAL(value)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE_OR_NULL(deadline, endless)
    ZEND_PARSE_PARAMETERS_END();
    Cache* cache = cache_of(ZEND_THIS);
    if (cache == nullptr || !check_key(key)) RETURN_THROWS();
    const Cache::Claimed claimed = cache->claim(view(key), claim_ms(deadline, endless));
    if (claimed.token != 0) {
        of<CacheObject>(ZEND_THIS)->note_claim(view(key), claimed.token);
        RETURN_LONG(static_cast<zend_long>(claimed.token));
    }
    zval made;
    zend_long result = 0;
    if (claimed.found.found) {
        unpack_value(claimed.found.tag, claimed.found.value, &made);
    } else {
        array_init_size(&made, 2);
        add_next_index_long(&made, static_cast<zend_long>(claimed.holder.process));
        add_next_index_long(&made, static_cast<zend_long>(claimed.holder.token));
        result = -1;
    }
    ZEND_TRY_ASSIGN_REF_TMP(value, &made);
    RETURN_LONG(result);
}

ZEND_METHOD(Tern_Internal_SharedCache, takeOver) {
    zend_string* key;
    zend_long process;
    zend_long token;
    double deadline = 0;
    bool endless = true;
    ZEND_PARSE_PARAMETERS_START(3, 4)
    Z_PARAM_STR(key)
    Z_PARAM_LONG(process)
    Z_PARAM_LONG(token)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE_OR_NULL(deadline, endless)
    ZEND_PARSE_PARAMETERS_END();
    Cache* cache = cache_of(ZEND_THIS);
    if (cache == nullptr) RETURN_THROWS();
    const tern::shm::CacheClaim claim{static_cast<uint64_t>(process), static_cast<uint64_t>(token)};
    if (!tern::shm::is_dead(claim.process)) RETURN_LONG(0);
    const uint64_t taken = cache->take_over(view(key), claim, claim_ms(deadline, endless));
    if (taken != 0) of<CacheObject>(ZEND_THIS)->note_claim(view(key), taken);
    RETURN_LONG(static_cast<zend_long>(taken));
}

ZEND_METHOD(Tern_Internal_SharedCache, isOwn) {
    zend_long process;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(process)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(tern::shm::this_process_name() == static_cast<uint64_t>(process));
}

ZEND_METHOD(Tern_Internal_SharedCache, fulfil) {
    zend_string* key;
    zend_long token;
    zval* value;
    zval* ttl;
    ZEND_PARSE_PARAMETERS_START(4, 4)
    Z_PARAM_STR(key)
    Z_PARAM_LONG(token)
    Z_PARAM_ZVAL(value)
    Z_PARAM_ZVAL(ttl)
    ZEND_PARSE_PARAMETERS_END();
    Cache* cache = cache_of(ZEND_THIS);
    int64_t ms;
    if (cache == nullptr || !read_ttl(ttl, 4, ms)) RETURN_THROWS();
    PackedValue packed;
    if (!pack_value(value, packed)) RETURN_THROWS();
    const auto claim = static_cast<uint64_t>(token);
    bool stored = false;
    if (ms < 0) {
        cache->give_up(view(key), claim);
    } else {
        stored = cache->fulfil(view(key), claim, packed.tag, packed.bytes, ms);
    }
    const size_t bytes = packed.bytes.size();
    packed.release();
    of<CacheObject>(ZEND_THIS)->forget_claim(claim);
    if (bytes > cache->largest_value()) report_too_large(*cache, bytes);
    RETURN_BOOL(stored);
}

ZEND_METHOD(Tern_Internal_SharedCache, giveUp) {
    zend_string* key;
    zend_long token;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(key)
    Z_PARAM_LONG(token)
    ZEND_PARSE_PARAMETERS_END();
    Cache* cache = cache_of(ZEND_THIS);
    if (cache == nullptr) RETURN_THROWS();
    cache->give_up(view(key), static_cast<uint64_t>(token));
    of<CacheObject>(ZEND_THIS)->forget_claim(static_cast<uint64_t>(token));
}
