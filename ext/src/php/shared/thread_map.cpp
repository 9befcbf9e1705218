#include "php/engine/error.h"
#include "php/engine/registry.h"
#include "php/shared/thread_items.h"
#include "php/shared/thread_map_arginfo.h"

namespace tern::php {

namespace {

// As keys of arrays. False after an exception. May run an error handler.
bool read_map_key(const zval* key, shm::MapKey& into) {
    zend_ulong number = 0;
    switch (Z_TYPE_P(key)) {
        case IS_STRING:
            into.is_text = !ZEND_HANDLE_NUMERIC_STR(Z_STRVAL_P(key), Z_STRLEN_P(key), number);
            into.number = static_cast<int64_t>(number);
            if (into.is_text) into.text = view(Z_STR_P(key));
            return true;
        case IS_NULL: into.is_text = true; return true;
        case IS_LONG: into.number = Z_LVAL_P(key); return true;
        case IS_FALSE: return true;
        case IS_TRUE: into.number = 1; return true;
        case IS_DOUBLE: into.number = zend_dval_to_lval_safe(Z_DVAL_P(key)); break;
        case IS_RESOURCE:
            into.number = Z_RES_HANDLE_P(key);
            zend_error(E_WARNING,
                       "Resource ID#" ZEND_LONG_FMT " used as offset, casting to integer (" ZEND_LONG_FMT ")",
                       static_cast<zend_long>(Z_RES_HANDLE_P(key)), static_cast<zend_long>(Z_RES_HANDLE_P(key)));
            break;
        default: zend_type_error("Illegal offset type"); return false;
    }
    return EG(exception) == nullptr;
}

void add_to_key(zend_execute_data* execute_data, zval* return_value, int sign) {
    zval* key;
    zval* by = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_ZVAL(key)
    Z_PARAM_OPTIONAL
    Z_PARAM_ZVAL(by)
    ZEND_PARSE_PARAMETERS_END();
    shm::ContainerId id;
    shm::MapKey place;
    shm::Number number;
    if (!has_container(ZEND_THIS, id) || !read_map_key(key, place) || !read_number(by, sign, number)) return;
    return_sum(shm::Containers::own().map_add(id, place, number), return_value);
}

// False: the key was there or was not, or after an exception.
bool set_key(const zval* object, zval* key, zval* value, shm::Containers::When when) {
    shm::ContainerId id;
    shm::MapKey place;
    if (!has_container(object, id) || !read_map_key(key, place)) return false;
    ThreadValue packed;
    bool done = pack_thread_value(value, packed);
    if (done) {
        const Result<bool> set = shm::Containers::own().map_set(id, place, packed.value, when);
        if (!set) throw_thread_error(set.error());
        done = set.ok() && set.value();
    }
    packed.release();
    return done;
}

void set_key_if(zend_execute_data* execute_data, zval* return_value, shm::Containers::When when) {
    zval* key;
    zval* value;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_ZVAL(key)
    Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    RETVAL_BOOL(set_key(ZEND_THIS, key, value, when));
}

// Null without such a key, and after an exception.
void get_key(const zval* object, zval* key, zval* into) {
    ZVAL_NULL(into);
    shm::ContainerId id;
    shm::MapKey place;
    if (!has_container(object, id) || !read_map_key(key, place)) return;
    const Error error = shm::Containers::own().map_get(id, place, thread_scratch());
    if (error == Error::ok) return unpack_thread_value(thread_scratch(), into);
    if (error != Error::no_payload) throw_thread_error(error);
}

// $map[...] without calls of methods, which have the same effect: the class is final.

zval* read_map_dimension(zend_object* object, zval* key, int, zval* into) {
    zval self;
    zval none;
    ZVAL_OBJ(&self, object);
    ZVAL_NULL(&none);
    if (key != nullptr) ZVAL_DEREF(key);
    get_key(&self, key == nullptr ? &none : key, into);
    return into;
}

// Code of the program that runs meanwhile may change the variables that these are in.
void write_map_dimension(zend_object* object, zval* key, zval* value) {
    zval self;
    zval own_key;
    zval own_value;
    ZVAL_OBJ_COPY(&self, object);
    ZVAL_NULL(&own_key);
    if (key != nullptr) ZVAL_COPY_DEREF(&own_key, key);
    ZVAL_COPY_DEREF(&own_value, value);
    (void)set_key(&self, &own_key, &own_value, shm::Containers::When::always);
    zval_ptr_dtor(&own_value);
    zval_ptr_dtor(&own_key);
    zval_ptr_dtor(&self);
}

const zend_object_handlers* map_handlers() noexcept {
    static const zend_object_handlers table = [] {
        zend_object_handlers fresh = *handlers<ThreadObject>();
        fresh.read_dimension = read_map_dimension;
        fresh.write_dimension = write_map_dimension;
        return fresh;
    }();
    return &table;
}

zend_object* create_thread_map(zend_class_entry* entry) {
    zend_object* object = create_object<ThreadObject>(entry);
    object->handlers = map_handlers();
    return object;
}

}  // namespace

void register_thread_map(Classes& into) {
    into.thread_map = register_class_Swoole_Thread_Map(zend_ce_arrayaccess, zend_ce_countable);
    into.thread_map->create_object = create_thread_map;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;
using tern::shm::ContainerId;
using tern::shm::ContainerKind;
using tern::shm::Containers;
using tern::shm::MapKey;

ZEND_METHOD(Swoole_Thread_Map, __construct) {
    HashTable* array = nullptr;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_ARRAY_HT_OR_NULL(array)
    ZEND_PARSE_PARAMETERS_END();
    construct_of_array(ZEND_THIS, array, ContainerKind::map);
}

ZEND_METHOD(Swoole_Thread_Map, offsetGet) {
    zval* key;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(key)
    ZEND_PARSE_PARAMETERS_END();
    get_key(ZEND_THIS, key, return_value);
}

ZEND_METHOD(Swoole_Thread_Map, offsetExists) {
    zval* key;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(key)
    ZEND_PARSE_PARAMETERS_END();
    ContainerId id;
    MapKey place;
    if (!has_container(ZEND_THIS, id) || !read_map_key(key, place)) RETURN_THROWS();
    return_bool(Containers::own().map_exists(id, place), return_value);
}

ZEND_METHOD(Swoole_Thread_Map, offsetSet) {
    zval* key;
    zval* value;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_ZVAL(key)
    Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    (void)set_key(ZEND_THIS, key, value, Containers::When::always);
}

ZEND_METHOD(Swoole_Thread_Map, add) { set_key_if(execute_data, return_value, Containers::When::absent); }

ZEND_METHOD(Swoole_Thread_Map, update) { set_key_if(execute_data, return_value, Containers::When::present); }

ZEND_METHOD(Swoole_Thread_Map, offsetUnset) {
    zval* key;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(key)
    ZEND_PARSE_PARAMETERS_END();
    ContainerId id;
    MapKey place;
    if (!has_container(ZEND_THIS, id) || !read_map_key(key, place)) RETURN_THROWS();
    const Error error = Containers::own().map_erase(id, place);
    if (error != Error::ok && error != Error::no_payload) throw_thread_error(error);
}

ZEND_METHOD(Swoole_Thread_Map, incr) { add_to_key(execute_data, return_value, 1); }

ZEND_METHOD(Swoole_Thread_Map, decr) { add_to_key(execute_data, return_value, -1); }

ZEND_METHOD(Swoole_Thread_Map, find) { find_value(execute_data, return_value); }

ZEND_METHOD(Swoole_Thread_Map, count) { return_count(execute_data, return_value); }

ZEND_METHOD(Swoole_Thread_Map, keys) { return_items(execute_data, return_value, ThreadItems::keys); }

ZEND_METHOD(Swoole_Thread_Map, values) { return_items(execute_data, return_value, ThreadItems::values); }

ZEND_METHOD(Swoole_Thread_Map, toArray) { return_items(execute_data, return_value, ThreadItems::all); }

ZEND_METHOD(Swoole_Thread_Map, clean) { clear_container(execute_data, return_value); }

ZEND_METHOD(Swoole_Thread_Map, sort) { sort_container(execute_data, return_value); }
