// What processes share in an arena, with a reference count: a map, a list, a queue, or the memory of an atomic number,
// a lock or a barrier. A process refers to a container by its place and its number. Both are valid in all processes of
// the family, and the number is never used again: a container that was freed is recognised.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "shm/arena.h"
#include "shm/bell.h"

namespace tern::shm {

enum class ContainerKind : uint8_t { none, map, list, queue, atomic, atomic_long, lock, barrier };

struct ContainerId {
    Offset place = 0;
    uint64_t number = 0;
    ContainerKind kind = ContainerKind::none;

    explicit operator bool() const noexcept { return place != 0; }
};

enum class ValueKind : uint8_t { none, null, no, yes, integer, real, text, packed, container };

// In shared memory. Short texts are in `bits`, longer ones in a block.
struct Value {
    uint64_t bits;
    uint32_t bytes;
    ValueKind kind;
    uint8_t tag;  // of a packed value; the meaning of a lock and the like is that of its container
    uint16_t unused;
};
static_assert(sizeof(Value) == 16);

// Of a map, in shared memory, in the order of insertion. A key is like a text, or a number. An erased one has no value.
struct Entry {
    uint64_t key;
    uint32_t hash;
    uint32_t key_bytes;  // kNumberKey: the key is a number
    Value value;
};
static_assert(sizeof(Entry) == 32);

inline constexpr uint32_t kNumberKey = ~uint32_t{0};
inline constexpr uint32_t kInlineBytes = 8;  // of texts; longer ones have a block

// The start of a container, in shared memory.
struct Container {
    uint64_t number;
    uint32_t references;  // of processes and of other containers
    ContainerKind kind;
    uint8_t unused[3];
    Offset next_dying;
    Offset body;   // the array of a map, list or queue; otherwise the memory of its kind
    Offset index;  // of a map
    uint32_t capacity;
    uint32_t count;
    uint32_t used;     // of a map: entries with those that were erased; otherwise where the first value is
    uint32_t version;  // changes with the content
    Bell bell;         // for those who wait for a value
};
static_assert(sizeof(Container) == 64);

// A value that a caller stores: a view.
struct NewValue {
    ValueKind kind = ValueKind::null;
    uint8_t tag = 0;
    uint64_t bits = 0;  // of numbers
    Bytes bytes;
    ContainerId container;
};

}  // namespace tern::shm
