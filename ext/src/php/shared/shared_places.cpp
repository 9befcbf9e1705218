#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "shm/places.h"
#include "php/shared/shared_places_arginfo.h"

namespace tern::php {

namespace {

zend_object* create_shared_places(zend_class_entry* entry) { return create_object<Owning<shm::Places>>(entry); }

}  // namespace

void register_shared_places(Classes&) {
    zend_class_entry* entry = register_class_Tern_Internal_SharedPlaces();
    entry->create_object = create_shared_places;
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Tern_Internal_SharedPlaces, __construct) {
    zend_long count;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(count)
    ZEND_PARSE_PARAMETERS_END();
    if (count < 1 || count > tern::shm::Places::kMost) {
        zend_argument_value_error(1, "must be between 1 and %u", tern::shm::Places::kMost);
        RETURN_THROWS();
    }
    if (!has_no_part<tern::shm::Places>(ZEND_THIS)) RETURN_THROWS();
    auto* places = new tern::shm::Places;
    if (places->create(static_cast<uint32_t>(count)) != tern::Error::ok) {
        delete places;
        zend_throw_error(nullptr, "There is no shared memory");
        RETURN_THROWS();
    }
    of<Owning<tern::shm::Places>>(ZEND_THIS)->part = places;
}

ZEND_METHOD(Tern_Internal_SharedPlaces, tryTake) {
    zend_long held;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(held)
    ZEND_PARSE_PARAMETERS_END();
    tern::shm::Places* places = part_of<tern::shm::Places>(ZEND_THIS);
    if (places == nullptr) RETURN_THROWS();
    RETURN_BOOL(places->try_take(static_cast<uint32_t>(held)));
}

ZEND_METHOD(Tern_Internal_SharedPlaces, giveBack) {
    ZEND_PARSE_PARAMETERS_NONE();
    tern::shm::Places* places = part_of<tern::shm::Places>(ZEND_THIS);
    if (places == nullptr) RETURN_THROWS();
    places->give_back();
}

ZEND_METHOD(Tern_Internal_SharedPlaces, isWanted) {
    ZEND_PARSE_PARAMETERS_NONE();
    tern::shm::Places* places = part_of<tern::shm::Places>(ZEND_THIS);
    if (places == nullptr) RETURN_THROWS();
    RETURN_BOOL(places->wanted());
}

ZEND_METHOD(Tern_Internal_SharedPlaces, isStarved) {
    ZEND_PARSE_PARAMETERS_NONE();
    tern::shm::Places* places = part_of<tern::shm::Places>(ZEND_THIS);
    if (places == nullptr) RETURN_THROWS();
    RETURN_BOOL(places->starved());
}

ZEND_METHOD(Tern_Internal_SharedPlaces, taken) {
    ZEND_PARSE_PARAMETERS_NONE();
    tern::shm::Places* places = part_of<tern::shm::Places>(ZEND_THIS);
    if (places == nullptr) RETURN_THROWS();
    RETURN_LONG(places->taken());
}
