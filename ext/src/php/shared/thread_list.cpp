#include "php/engine/error.h"
#include "php/engine/registry.h"
#include "php/shared/thread_items.h"
#include "php/shared/thread_list_arginfo.h"

namespace tern::php {

namespace {

zend_object* create_thread_list(zend_class_entry* entry) { return create_object<ThreadObject>(entry); }

// False after an exception.
bool read_list_key(zval* key, int64_t& index) {
    index = Z_TYPE_P(key) == IS_NULL ? -1 : zval_get_long(key);
    return EG(exception) == nullptr;
}

void add_to_index(zend_execute_data* execute_data, zval* return_value, int sign) {
    zval* key;
    zval* by = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_ZVAL(key)
    Z_PARAM_OPTIONAL
    Z_PARAM_ZVAL(by)
    ZEND_PARSE_PARAMETERS_END();
    shm::ContainerId id;
    int64_t index;
    shm::Number number;
    if (!has_container(ZEND_THIS, id) || !read_list_key(key, index) || !read_number(by, sign, number)) return;
    return_sum(shm::Containers::own().list_add(id, index, number), return_value);
}

}  // namespace

void register_thread_list(Classes& into) {
    into.thread_list = register_class_Swoole_Thread_ArrayList(zend_ce_arrayaccess, zend_ce_countable);
    into.thread_list->create_object = create_thread_list;
    zend_declare_property_long(into.thread_list, ZEND_STRL("id"), 0, ZEND_ACC_PUBLIC | ZEND_ACC_READONLY);
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;
using tern::shm::ContainerId;
using tern::shm::ContainerKind;
using tern::shm::Containers;

ZEND_METHOD(Swoole_Thread_ArrayList, __construct) {
    HashTable* array = nullptr;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_ARRAY_HT_OR_NULL(array)
    ZEND_PARSE_PARAMETERS_END();
    if (array != nullptr && !of<ThreadObject>(ZEND_THIS)->container && !zend_array_is_list(array)) {
        zend_throw_error(nullptr, "the parameter $array must be an array of type list");
        RETURN_THROWS();
    }
    construct_of_array(ZEND_THIS, array, ContainerKind::list);
}

ZEND_METHOD(Swoole_Thread_ArrayList, offsetGet) {
    zend_long index;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(index)
    ZEND_PARSE_PARAMETERS_END();
    ContainerId id;
    if (!has_container(ZEND_THIS, id)) RETURN_THROWS();
    const Error error = Containers::own().list_get(id, index, thread_scratch());
    if (error == Error::ok) return unpack_thread_value(thread_scratch(), return_value);
    throw_thread_error(error);
}

ZEND_METHOD(Swoole_Thread_ArrayList, offsetExists) {
    zend_long index;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(index)
    ZEND_PARSE_PARAMETERS_END();
    ContainerId id;
    if (!has_container(ZEND_THIS, id)) RETURN_THROWS();
    return_bool(Containers::own().list_exists(id, index), return_value);
}

ZEND_METHOD(Swoole_Thread_ArrayList, offsetSet) {
    zval* key;
    zval* value;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_ZVAL(key)
    Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    ContainerId id;
    int64_t index;
    if (!has_container(ZEND_THIS, id) || !read_list_key(key, index)) RETURN_THROWS();
    ThreadValue packed;
    if (pack_thread_value(value, packed)) {
        const Error error = Containers::own().list_set(id, index, packed.value);
        if (error != Error::ok) throw_thread_error(error);
    }
    packed.release();
}

ZEND_METHOD(Swoole_Thread_ArrayList, offsetUnset) {
    zend_long index;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(index)
    ZEND_PARSE_PARAMETERS_END();
    ContainerId id;
    if (!has_container(ZEND_THIS, id)) RETURN_THROWS();
    const Error error = Containers::own().list_erase(id, index);
    if (error != Error::ok && error != Error::invalid_params) throw_thread_error(error);
}

ZEND_METHOD(Swoole_Thread_ArrayList, incr) { add_to_index(execute_data, return_value, 1); }

ZEND_METHOD(Swoole_Thread_ArrayList, decr) { add_to_index(execute_data, return_value, -1); }

ZEND_METHOD(Swoole_Thread_ArrayList, find) { find_value(execute_data, return_value); }

ZEND_METHOD(Swoole_Thread_ArrayList, count) { return_count(execute_data, return_value); }

ZEND_METHOD(Swoole_Thread_ArrayList, toArray) { return_items(execute_data, return_value, ThreadItems::all); }

ZEND_METHOD(Swoole_Thread_ArrayList, clean) { clear_container(execute_data, return_value); }

ZEND_METHOD(Swoole_Thread_ArrayList, sort) { sort_container(execute_data, return_value); }
