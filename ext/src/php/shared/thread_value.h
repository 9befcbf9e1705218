// Values of PHP in the memory of threads. An array is a Map or an ArrayList there, and comes back as such an object; an
// object of threads is the same in all of them; other objects are serialized.
#pragma once

#include "php/shared/packed_value.h"
#include "shm/containers.h"

namespace tern::php {

// For most types it only points to existing memory. Release it later, in any case.
struct ThreadValue {
    shm::NewValue value;
    PackedValue packed{};
    shm::ContainerId made;  // of an array

    void release() {
        packed.release();
        if (made) shm::Containers::own().release(made);
    }
};

// False after an exception. May run code of the program.
bool pack_thread_value(zval* value, ThreadValue& into);
// Takes over the reference to a container. May run code of the program, but only after it has used `value`; an
// exception leaves null.
void unpack_thread_value(shm::ReadValue& value, zval* into);

// An array as a container of `kind`, a map or a list, with a reference. False after an exception.
bool pack_thread_array(HashTable* array, shm::ContainerKind kind, shm::ContainerId& into);
// Arguments for another process: a new list with a reference, which the caller keeps until the process has opened it.
bool pack_thread_list(zval* values, uint32_t count, shm::ContainerId& into);
// The values of a list as an array; the caller keeps the list. False after an exception.
bool unpack_thread_list(const shm::ContainerId& id, zval* array);

// All values in an array: with their keys, without, or only the keys. False after an exception, with an empty array.
enum class ThreadItems : uint8_t { all, values, keys };
bool unpack_thread_items(const shm::ContainerId& id, ThreadItems which, zval* array, uint32_t* version = nullptr);

// The container of an object; none for other objects. An object without its constructor has none, after an Error.
shm::ContainerId container_of(const zval* object);
// An object, which takes over one reference.
void wrap_container(const shm::ContainerId& id, zval* into);

// The value that was read last. The next call of a method uses it again.
shm::ReadValue& thread_scratch() noexcept;

}  // namespace tern::php
