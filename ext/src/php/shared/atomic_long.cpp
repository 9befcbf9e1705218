#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/shared/atomic_object.h"
#include "php/shared/atomic_long_arginfo.h"

namespace tern::php {

void register_atomic_long(Classes& into) {
    into.atomic_long = register_class_Swoole_Atomic_Long();
    into.atomic_long->create_object = create_atomic;
}

}  // namespace tern::php

using namespace tern::php;
using tern::shm::AtomicSlot;

ZEND_METHOD(Swoole_Atomic_Long, __construct) {
    zend_long value = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(value)
    ZEND_PARSE_PARAMETERS_END();
    AtomicSlot* slot = construct_atomic(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    slot->wide.store(value);
}

ZEND_METHOD(Swoole_Atomic_Long, add) {
    zend_long value = 1;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(value)
    ZEND_PARSE_PARAMETERS_END();
    AtomicSlot* slot = slot_of(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    const uint64_t old = static_cast<uint64_t>(slot->wide.fetch_add(value));
    RETURN_LONG(static_cast<zend_long>(old + static_cast<uint64_t>(value)));
}

ZEND_METHOD(Swoole_Atomic_Long, sub) {
    zend_long value = 1;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(value)
    ZEND_PARSE_PARAMETERS_END();
    AtomicSlot* slot = slot_of(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    const uint64_t old = static_cast<uint64_t>(slot->wide.fetch_sub(value));
    RETURN_LONG(static_cast<zend_long>(old - static_cast<uint64_t>(value)));
}

ZEND_METHOD(Swoole_Atomic_Long, set) {
    zend_long value;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(value)
    ZEND_PARSE_PARAMETERS_END();
    AtomicSlot* slot = slot_of(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    slot->wide.store(value);
}

ZEND_METHOD(Swoole_Atomic_Long, cmpset) {
    zend_long expected;
    zend_long value;
    if (!parse_pair(execute_data, expected, value)) RETURN_THROWS();
    AtomicSlot* slot = slot_of(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    int64_t is = expected;
    RETURN_BOOL(slot->wide.compare_exchange_strong(is, value));
}

ZEND_METHOD(Swoole_Atomic_Long, get) {
    ZEND_PARSE_PARAMETERS_NONE();
    AtomicSlot* slot = slot_of(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    RETURN_LONG(slot->wide.load());
}
