#include "php/shared/thread_object.h"

#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/engine/globals.h"

namespace tern::php {

bool has_thread_memory() {
    const zend_long limit = TERN_G(thread_memory);
    const Error error = shm::Containers::own().create(limit < 0 ? 0 : static_cast<uint64_t>(limit));
    if (error == Error::ok) return true;
    throw_thread_error(error);
    return false;
}

bool renew_memory(ThreadPlace& place) {
    if (shm::Containers::own().memory(place.id()) == nullptr) {
        throw_thread_error(Error::bad_descriptor);
        return false;
    }
    place.forks = shm::count_of_forks();
    return true;
}

void throw_thread_error(Error error) {
    switch (error) {
        case Error::no_memory:
            throw_exception(error, "The memory of threads is full: its limit is tern.thread_memory");
            break;
        case Error::bad_descriptor: zend_throw_error(nullptr, "The object of threads was freed"); break;
        case Error::queue_full: throw_exception(error, "There are too many threads"); break;
        case Error::wrong_operation: zend_type_error("Unsupported operand types"); break;
        case Error::data_length_too_large: throw_exception(error, "The value is too large"); break;
        case Error::invalid_params: zend_throw_exception(classes.exception, "out of range", -1); break;
        default: throw_exception(error, "There is no memory of threads: %s", describe(error));
    }
}

bool construct_container(const zval* object, ThreadPlace& place, shm::ContainerKind kind, size_t bytes, uint32_t own) {
    if (place) {
        zend_throw_error(nullptr, "Constructor of %s can only be called once", ZSTR_VAL(Z_OBJCE_P(object)->name));
        return false;
    }
    if (!has_thread_memory()) return false;
    const Result<shm::ContainerId> made = shm::Containers::own().make(kind, bytes, own);
    if (!made) {
        throw_thread_error(made.error());
        return false;
    }
    place.set(made.value());
    return true;
}

}  // namespace tern::php
