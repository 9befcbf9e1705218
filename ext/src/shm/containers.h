// The maps, lists and queues of a family of processes (shm/arena, shm/references), and the memory of what else they
// share. Each call is atomic for all processes and copies what it returns. A process may be killed at any instruction.
//
// Errors: no_memory, also where the system has none below the limit; bad_descriptor: the container was freed;
// no_payload: no such value; invalid_params: an index out of range; wrong_operation: the value is not a number;
// data_length_too_large.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "shm/references.h"

namespace tern::shm {

// A key of a map: a text, or a number.
struct MapKey {
    bool is_text = false;
    int64_t number = 0;
    Bytes text;
};

struct Number {
    bool is_real = false;
    int64_t integer = 0;  // both are set: which one is added depends on the value
    double real = 0;
};

// A copy of a value. The process has one more object of a container.
struct ReadValue {
    ValueKind kind = ValueKind::none;
    uint8_t tag = 0;
    uint64_t bits = 0;
    std::string text;
    ContainerId container;
};

// Part of a snapshot, followed by the bytes of the key and of the value. As in ReadValue.
struct Item {
    uint64_t key;  // a number, or unused
    uint64_t bits;
    uint64_t number;  // of a container, whose place is in `bits`
    uint32_t key_bytes;
    uint32_t bytes;
    ValueKind kind;
    uint8_t tag;
    ContainerKind container;
    uint8_t unused[5];
};

class Containers {
public:
    static constexpr uint64_t kUsualLimit = uint64_t{1} << 30;

    Containers() noexcept : references_(arena_) {}
    Containers(const Containers&) = delete;
    Containers& operator=(const Containers&) = delete;

    // Those of this process. Never destroyed.
    static Containers& own() noexcept;

    // Makes the memory if there is none.
    Error create(uint64_t limit) noexcept;
    // That of the process that started this one.
    Error attach(int fd) noexcept;
    bool exist() const noexcept { return arena_.exists(); }
    Arena& arena() noexcept { return arena_; }

    // With one object of this process. Kinds that are no maps, lists or queues have `bytes` of zeroed memory, and a
    // number of their own, which count() returns.
    Result<ContainerId> make(ContainerKind kind, size_t bytes = 0, uint32_t own = 0) noexcept;
    // One object more or less in this process. A new one may be of a container that another process has told of.
    Result<ContainerId> open(const ContainerId& id) noexcept;
    void release(const ContainerId& id) noexcept { references_.release(id); }
    // The memory of make(), as long as this process has an object. Null: the container was freed.
    char* memory(const ContainerId& id) noexcept;

    enum class When : uint8_t { always, absent, present };
    // False: the key was there, or was not.
    Result<bool> map_set(const ContainerId& id, const MapKey& key, const NewValue& value, When when) noexcept;
    Error map_get(const ContainerId& id, const MapKey& key, ReadValue& into) noexcept;
    Result<bool> map_exists(const ContainerId& id, const MapKey& key) noexcept;
    Error map_erase(const ContainerId& id, const MapKey& key) noexcept;
    // A missing value becomes `by`.
    Result<Number> map_add(const ContainerId& id, const MapKey& key, const Number& by) noexcept;

    // At `index`; -1 and the count append.
    Error list_set(const ContainerId& id, int64_t index, const NewValue& value) noexcept;
    Error list_get(const ContainerId& id, int64_t index, ReadValue& into) noexcept;
    Result<bool> list_exists(const ContainerId& id, int64_t index) noexcept;
    Error list_erase(const ContainerId& id, int64_t index) noexcept;
    Result<Number> list_add(const ContainerId& id, int64_t index, const Number& by) noexcept;

    // `rings`: wakes processes that wait for a value.
    Error queue_push(const ContainerId& id, const NewValue& value, bool rings) noexcept;
    Error queue_pop(const ContainerId& id, ReadValue& into) noexcept;
    // Blocks the process; negative: without a limit. no_payload: the time is over.
    Error queue_wait(const ContainerId& id, int64_t until_ms, ReadValue& into) noexcept;

    Result<uint32_t> count(const ContainerId& id) noexcept;
    Error clear(const ContainerId& id) noexcept;
    // The first key (the index in a list) of an equal value of the same kind; only of plain values.
    Error find(const ContainerId& id, const NewValue& value, MapKey& key, std::string& text) noexcept;
    // All values in order, at one instant. `version` is for reorder().
    Error snapshot(const ContainerId& id, bool with_values, std::string& into, uint32_t& version) noexcept;
    // The value that was number order[i] becomes number i. busy: it has changed since the snapshot.
    Error reorder(const ContainerId& id, uint32_t version, std::span<const uint32_t> order) noexcept;

    // For tests.
    References& references() noexcept { return references_; }

private:
    friend class ContainersTest;

    template <class Work>
    Error attempt(const ContainerId& id, bool grows, Work work) noexcept;
    template <class Work>
    Error run(const ContainerId& id, Work work) noexcept;
    Error prepare() noexcept;

    bool store_text(Bytes text, uint64_t& bits) noexcept;
    Error store(const NewValue& from, Value& into) noexcept;
    Error load(const Value& from, ReadValue& into) noexcept;
    Bytes text_of(const uint64_t& bits, uint32_t bytes) const noexcept;
    bool equals(const Value& value, const NewValue& wanted) const noexcept;
    void replace(Value& value, const Value& fresh) noexcept;
    void changed(Container& container) noexcept;
    Error add_to(Value& value, const Number& by, Number& sum) noexcept;
    bool append_item(const Value& value, const Entry* entry, int64_t index, bool with_values,
                     std::string& into) noexcept;
    Error copy_items(Container& container, bool with_values, std::string& into) noexcept;
    void release_items(const std::string& items) noexcept;

    uint32_t hash_of(const MapKey& key) const noexcept;
    Entry* find_entry(const Container& map, const MapKey& key, uint32_t hash) const noexcept;
    Error insert(Container& map, const MapKey& key, uint32_t hash, const NewValue& value) noexcept;
    bool rebuild(Container& map, uint32_t capacity, const uint32_t* order) noexcept;
    void erase_entry(Container& map, Entry& entry) noexcept;
    void erase_all(Container& container) noexcept;

    Value& value_at(const Container& list, uint32_t index) const noexcept;
    Error append(Container& list, const NewValue& value) noexcept;
    bool resize(Container& list, uint32_t capacity, const uint32_t* order, uint32_t count) noexcept;
    Error erase_value(Container& list, uint32_t index) noexcept;

    Arena arena_;
    References references_;
};

}  // namespace tern::shm
