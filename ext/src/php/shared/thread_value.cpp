#include "php/shared/thread_value.h"

#include <bit>
#include <string>

#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/shared/atomic_object.h"
#include "php/shared/lock_object.h"
#include "php/shared/thread_object.h"

namespace tern::php {

namespace {

using shm::ContainerId;
using shm::ContainerKind;
using shm::Containers;
using shm::ValueKind;

constexpr int kMostDepth = 128;
constexpr size_t kKeptScratch = 64 << 10;

int depth = 0;  // of arrays that are being packed

bool pack_array(zval* array, ThreadValue& into) {
    if (depth >= kMostDepth || Z_IS_RECURSIVE_P(array)) {
        zend_throw_error(nullptr, "Arrays in the memory of threads have at most %d levels", kMostDepth);
        return false;
    }
    const ContainerKind kind = zend_array_is_list(Z_ARRVAL_P(array)) ? ContainerKind::list : ContainerKind::map;
    ++depth;
    const bool done = pack_thread_array(Z_ARRVAL_P(array), kind, into.made);
    --depth;
    into.value.kind = ValueKind::container;
    into.value.container = into.made;
    return done;
}

bool pack_object(zval* object, ThreadValue& into) {
    into.value.container = container_of(object);
    into.value.kind = ValueKind::container;
    if (into.value.container) return true;
    if (EG(exception) != nullptr || !pack_value(object, into.packed)) return false;
    into.value.kind = ValueKind::packed;
    into.value.tag = into.packed.tag;
    into.value.bytes = into.packed.bytes;
    return true;
}

// Stores one value of an array that becomes a container.
bool pack_item(const ContainerId& id, zend_ulong number, zend_string* name, zval* item) {
    ThreadValue value;
    bool done = pack_thread_value(item, value);
    if (done) {
        Error error;
        if (id.kind == ContainerKind::map) {
            const shm::MapKey key{name != nullptr, static_cast<int64_t>(number),
                                  name != nullptr ? view(name) : Bytes()};
            error = Containers::own().map_set(id, key, value.value, Containers::When::always).error();
        } else {
            error = Containers::own().list_set(id, -1, value.value);
        }
        done = error == Error::ok;
        if (!done) throw_thread_error(error);
    }
    value.release();
    return done;
}

bool make_container(ContainerKind kind, ContainerId& into) {
    if (!has_thread_memory()) return false;
    const Result<ContainerId> made = Containers::own().make(kind);
    if (made) {
        into = made.value();
        return true;
    }
    throw_thread_error(made.error());
    return false;
}

// A key of a map is text that is no number, or a number.
void add_item(const shm::Item& item, Bytes key, zval* value, ThreadItems which, zval* array) {
    if (which == ThreadItems::keys) {
        if (item.key_bytes == shm::kNumberKey) {
            add_next_index_long(array, static_cast<zend_long>(item.key));
        } else {
            add_next_index_stringl(array, key.data(), key.size());
        }
    } else if (which == ThreadItems::values) {
        add_next_index_zval(array, value);
    } else if (item.key_bytes == shm::kNumberKey) {
        add_index_zval(array, item.key, value);
    } else {
        add_assoc_zval_ex(array, key.data(), key.size(), value);
    }
}

void unpack_item(const shm::Item& item, Bytes text, zval* into) {
    switch (item.kind) {
        case ValueKind::no: ZVAL_FALSE(into); break;
        case ValueKind::yes: ZVAL_TRUE(into); break;
        case ValueKind::integer: ZVAL_LONG(into, static_cast<zend_long>(item.bits)); break;
        case ValueKind::real: ZVAL_DOUBLE(into, std::bit_cast<double>(item.bits)); break;
        case ValueKind::text: ZVAL_STRINGL_FAST(into, text.data(), text.size()); break;
        case ValueKind::packed: unpack_value(item.tag, text, into); break;
        case ValueKind::container: wrap_container({item.bits, item.number, item.container}, into); break;
        default: ZVAL_NULL(into);
    }
}

// After an exception only the references of containers are taken.
void unpack_items(const zend_string* items, ThreadItems which, zval* array) {
    for (size_t at = 0; at < ZSTR_LEN(items);) {
        shm::Item item;
        std::memcpy(&item, ZSTR_VAL(items) + at, sizeof item);
        at += sizeof item;
        const size_t key_bytes = item.key_bytes == shm::kNumberKey ? 0 : item.key_bytes;
        const Bytes key(ZSTR_VAL(items) + at, key_bytes);
        const Bytes text(ZSTR_VAL(items) + at + key_bytes, item.bytes);
        at += key_bytes + item.bytes;
        if (EG(exception) != nullptr) {
            if (item.number != 0) Containers::own().release({item.bits, item.number, item.container});
            continue;
        }
        zval value;
        ZVAL_NULL(&value);
        if (which != ThreadItems::keys) unpack_item(item, text, &value);
        add_item(item, key, &value, which, array);
    }
}

// The copy outlives other calls of methods, which the values may make.
zend_string* copy_items(const ContainerId& id, bool with_values, uint32_t* version) {
    static std::string items;
    uint32_t now = 0;
    const Error error = Containers::own().snapshot(id, with_values, items, now);
    if (error != Error::ok) {
        throw_thread_error(error);
        return nullptr;
    }
    if (version != nullptr) *version = now;
    zend_string* copy = zend_string_init(items.data(), items.size(), false);
    if (items.capacity() > kKeptScratch) items = std::string();
    return copy;
}

}  // namespace

shm::ReadValue& thread_scratch() noexcept {
    static shm::ReadValue value;
    return value;
}

bool pack_thread_value(zval* value, ThreadValue& into) {
    into = {};
    ZVAL_DEREF(value);
    switch (Z_TYPE_P(value)) {
        case IS_NULL: into.value.kind = ValueKind::null; return true;
        case IS_FALSE: into.value.kind = ValueKind::no; return true;
        case IS_TRUE: into.value.kind = ValueKind::yes; return true;
        case IS_LONG:
            into.value.kind = ValueKind::integer;
            into.value.bits = static_cast<uint64_t>(Z_LVAL_P(value));
            return true;
        case IS_DOUBLE:
            into.value.kind = ValueKind::real;
            into.value.bits = std::bit_cast<uint64_t>(Z_DVAL_P(value));
            return true;
        case IS_STRING:
            into.value.kind = ValueKind::text;
            into.value.bytes = view(Z_STR_P(value));
            return true;
        case IS_ARRAY: return pack_array(value, into);
        case IS_OBJECT: return pack_object(value, into);
        default:
            throw_exception(Error::operation_not_supported, "Resources cannot be in the memory of threads");
            return false;
    }
}

void unpack_thread_value(shm::ReadValue& value, zval* into) {
    shm::Item item{};
    item.kind = value.kind;
    item.tag = value.tag;
    item.bits = value.bits;
    if (value.kind == ValueKind::container) {
        item.bits = value.container.place;
        item.number = value.container.number;
        item.container = value.container.kind;
    }
    unpack_item(item, value.text, into);
    if (value.text.capacity() > kKeptScratch) value.text = std::string();
}

bool pack_thread_array(HashTable* array, ContainerKind kind, ContainerId& into) {
    if (!make_container(kind, into)) return false;
    const bool counted = (GC_FLAGS(array) & GC_IMMUTABLE) == 0;
    if (counted) {
        GC_ADDREF(array);
        GC_PROTECT_RECURSION(array);
    }
    bool done = true;
    zend_ulong number;
    zend_string* name;
    zval* item;
    ZEND_HASH_FOREACH_KEY_VAL(array, number, name, item) {
        done = pack_item(into, number, name, item);
        if (!done) break;
    }
    ZEND_HASH_FOREACH_END();
    if (counted) {
        GC_UNPROTECT_RECURSION(array);
        zend_array_release(array);
    }
    if (!done) {
        Containers::own().release(into);
        into = {};
    }
    return done;
}

bool pack_thread_list(zval* values, uint32_t count, ContainerId& into) {
    if (!make_container(ContainerKind::list, into)) return false;
    for (uint32_t i = 0; i < count; ++i) {
        if (pack_item(into, i, nullptr, &values[i])) continue;
        Containers::own().release(into);
        into = {};
        return false;
    }
    return true;
}

bool unpack_thread_list(const ContainerId& id, zval* array) { return unpack_thread_items(id, ThreadItems::all, array); }

bool unpack_thread_items(const ContainerId& id, ThreadItems which, zval* array, uint32_t* version) {
    ZVAL_EMPTY_ARRAY(array);
    zend_string* items = copy_items(id, which != ThreadItems::keys, version);
    if (items == nullptr) return false;
    array_init(array);
    unpack_items(items, which, array);
    zend_string_release(items);
    if (EG(exception) == nullptr) return true;
    zval_ptr_dtor(array);
    ZVAL_EMPTY_ARRAY(array);
    return false;
}

// --- objects

ContainerId container_of(const zval* object) {
    const zend_class_entry* entry = Z_OBJCE_P(object);
    const ThreadPlace* place = nullptr;
    if (entry == classes.thread_map || entry == classes.thread_list || entry == classes.thread_queue ||
        entry == classes.thread_barrier) {
        place = &of<ThreadObject>(object)->container;
    } else if (entry == classes.thread_atomic || entry == classes.thread_atomic_long) {
        place = &of<AtomicObject>(object)->container;
    } else if (entry == classes.thread_lock) {
        place = &of<LockObject>(object)->container;
    }
    if (place == nullptr) return {};
    if (!*place) throw_not_constructed(entry);
    return place->id();
}

void wrap_container(const ContainerId& id, zval* into) {
    zend_class_entry* const entries[] = {nullptr,
                                         classes.thread_map,
                                         classes.thread_list,
                                         classes.thread_queue,
                                         classes.thread_atomic,
                                         classes.thread_atomic_long,
                                         classes.thread_lock,
                                         classes.thread_barrier};
    zend_class_entry* entry = entries[static_cast<size_t>(id.kind)];
    object_init_ex(into, entry);
    if (id.kind == ContainerKind::atomic || id.kind == ContainerKind::atomic_long) {
        open_thread_atomic(*of<AtomicObject>(into), id);
    } else if (id.kind == ContainerKind::lock) {
        open_thread_lock(*of<LockObject>(into), id);
    } else {
        of<ThreadObject>(into)->container.set(id);
    }
}

}  // namespace tern::php
