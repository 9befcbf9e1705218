#include "php/shared/thread_items.h"

#include <span>
#include <string>

#include "php/engine/error.h"

namespace tern::php {

namespace {

constexpr int kMostSorts = 1000;  // while others change the values

int compare_values(Bucket* one, Bucket* other) {
    if (Z_TYPE(one->val) == IS_OBJECT || Z_TYPE(other->val) == IS_OBJECT) {
        if (EG(exception) == nullptr) zend_throw_error(nullptr, "Unsupported operand types");
        return 1;
    }
    const int result = zend_compare(&one->val, &other->val);
    if (result != 0) return result;
    return Z_EXTRA(one->val) > Z_EXTRA(other->val) ? 1 : -1;
}

// Sorts the values of a snapshot, with their old places as keys, and stores their new order. busy: they have changed.
Error sort_once(const shm::ContainerId& id) {
    zval values;
    uint32_t version = 0;
    if (!unpack_thread_items(id, ThreadItems::values, &values, &version)) return Error::ok;
    const uint32_t count = zend_hash_num_elements(Z_ARRVAL(values));
    Error error = Error::ok;
    if (count > 1) zend_hash_sort(Z_ARRVAL(values), compare_values, false);
    if (count > 1 && EG(exception) == nullptr) {
        auto* order = static_cast<uint32_t*>(safe_emalloc(count, sizeof(uint32_t), 0));
        uint32_t sorted = 0;
        zend_ulong place;
        ZEND_HASH_FOREACH_NUM_KEY(Z_ARRVAL(values), place) { order[sorted++] = static_cast<uint32_t>(place); }
        ZEND_HASH_FOREACH_END();
        error = shm::Containers::own().reorder(id, version, std::span<const uint32_t>(order, count));
        efree(order);
    }
    zval_ptr_dtor(&values);
    return error;
}

}  // namespace

void construct_of_array(const zval* object, HashTable* array, shm::ContainerKind kind) {
    ThreadPlace& place = of<ThreadObject>(object)->container;
    if (array == nullptr || place) {
        (void)construct_container(object, place, kind);
        return;
    }
    shm::ContainerId made;
    if (!pack_thread_array(array, kind, made)) return;
    // Objects in the array may have called the constructor.
    if (!of<ThreadObject>(object)->container) return of<ThreadObject>(object)->container.set(made);
    shm::Containers::own().release(made);
}

bool read_number(zval* by, int sign, shm::Number& into) {
    into.integer = by == nullptr ? 1 : zval_get_long(by);
    into.real = by == nullptr ? 1 : zval_get_double(by);
    into.is_real = by != nullptr && Z_TYPE_P(by) == IS_DOUBLE;
    if (sign < 0) {
        into.integer = static_cast<int64_t>(0 - static_cast<uint64_t>(into.integer));
        into.real = -into.real;
    }
    return EG(exception) == nullptr;
}

void return_sum(const Result<shm::Number>& sum, zval* return_value) {
    if (!sum) return throw_thread_error(sum.error());
    if (sum.value().is_real) RETURN_DOUBLE(sum.value().real);
    RETURN_LONG(sum.value().integer);
}

void return_bool(const Result<bool>& is, zval* return_value) {
    if (!is) return throw_thread_error(is.error());
    RETURN_BOOL(is.value());
}

void return_count(zend_execute_data* execute_data, zval* return_value) {
    ZEND_PARSE_PARAMETERS_NONE();
    shm::ContainerId id;
    if (!has_container(ZEND_THIS, id)) RETURN_THROWS();
    const Result<uint32_t> count = shm::Containers::own().count(id);
    if (!count) return throw_thread_error(count.error());
    RETURN_LONG(count.value());
}

void return_items(zend_execute_data* execute_data, zval* return_value, ThreadItems which) {
    ZEND_PARSE_PARAMETERS_NONE();
    shm::ContainerId id;
    if (!has_container(ZEND_THIS, id)) RETURN_THROWS();
    (void)unpack_thread_items(id, which, return_value);
}

void clear_container(zend_execute_data* execute_data, zval* return_value) {
    ZEND_PARSE_PARAMETERS_NONE();
    shm::ContainerId id;
    if (!has_container(ZEND_THIS, id)) RETURN_THROWS();
    const Error error = shm::Containers::own().clear(id);
    if (error != Error::ok) throw_thread_error(error);
}

// Only plain values are compared: what is serialized or a container is never found.
void find_value(zend_execute_data* execute_data, zval* return_value) {
    zval* wanted;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(wanted)
    ZEND_PARSE_PARAMETERS_END();
    shm::ContainerId id;
    if (!has_container(ZEND_THIS, id)) RETURN_THROWS();
    if (Z_TYPE_P(wanted) > IS_STRING) return;
    static std::string name;
    ThreadValue value;
    shm::MapKey key;
    (void)pack_thread_value(wanted, value);
    const Error error = shm::Containers::own().find(id, value.value, key, name);
    if (error == Error::no_payload) return;
    if (error != Error::ok) return throw_thread_error(error);
    if (!key.is_text) RETURN_LONG(key.number);
    RETURN_STRINGL(name.data(), name.size());
}

// No lock is held while values are compared, so it begins again if they have changed meanwhile.
void sort_container(zend_execute_data* execute_data, zval* return_value) {
    ZEND_PARSE_PARAMETERS_NONE();
    shm::ContainerId id;
    if (!has_container(ZEND_THIS, id)) RETURN_THROWS();
    Error error = Error::busy;
    for (int tries = 0; error == Error::busy && tries < kMostSorts && EG(exception) == nullptr; ++tries) {
        error = sort_once(id);
    }
    if (error == Error::ok || EG(exception) != nullptr) return;
    if (error != Error::busy) return throw_thread_error(error);
    throw_exception(error, "Other threads change the values all the time");
}

}  // namespace tern::php
