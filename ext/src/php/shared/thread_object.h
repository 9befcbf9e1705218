// The objects of Swoole\Thread\Map, ArrayList, Queue and Barrier: each refers to a container in the memory of threads.
#pragma once

#include "php/engine/fiber/own_turns.h"
#include "php/engine/object.h"
#include "shm/containers.h"
#include "shm/slot_pool.h"

namespace tern::php {

// A shm::ContainerId that is trivial.
struct ThreadPlace {
    uint64_t place;  // 0: none
    uint64_t number;
    shm::ContainerKind kind;
    uint32_t forks;  // of this process when it was known to have a reference

    explicit operator bool() const noexcept { return place != 0; }
    shm::ContainerId id() const noexcept { return {place, number, kind}; }
    void set(const shm::ContainerId& id) noexcept { *this = {id.place, id.number, id.kind, shm::count_of_forks()}; }
    void release() noexcept {
        if (place != 0) shm::Containers::own().release(id());
    }
};

struct ThreadObject {
    ThreadPlace container;
    OwnTurns turns;  // of coroutines that wait
    zend_object std;

    static void release(ThreadObject& self) {
        self.turns.drop();
        self.container.release();
    }
};

// Makes the memory of threads if there is none. False after an exception.
bool has_thread_memory();
// Throws what an operation on a container has failed with.
void throw_thread_error(Error error);

// False after an Error: this process has no reference.
bool renew_memory(ThreadPlace& place);
// For objects that keep a pointer to the memory of their container. False after an Error: this process was forked, and
// the container was freed before it had a reference.
inline bool keeps_memory(ThreadPlace& place) {
    return EXPECTED(!place || place.forks == shm::count_of_forks()) || renew_memory(place);
}

// For constructors: makes the container of an object. False after an exception: there is one already, or no memory.
bool construct_container(const zval* object, ThreadPlace& place, shm::ContainerKind kind, size_t bytes = 0,
                         uint32_t own = 0);

// For methods. False after an Error: the constructor was not called.
inline bool has_container(const zval* object, shm::ContainerId& id) {
    const ThreadPlace& place = of<ThreadObject>(object)->container;
    if (UNEXPECTED(!place)) {
        throw_not_constructed(Z_OBJCE_P(object));
        return false;
    }
    id = place.id();
    return true;
}

}  // namespace tern::php
