// A map is an array of entries in the order of insertion, and a table from the hash of a key to the number of its
// entry. An erased entry stays until the array is full; then the rest is copied to a new one.
#include <algorithm>
#include <bit>

#include "shm/containers_parts.h"

namespace tern::shm {

namespace {

constexpr uint32_t kLeastEntries = 8;

// A ninth of the entries is free afterwards, so that a map of changing keys is not copied each time.
uint32_t capacity_for(uint32_t entries) noexcept {
    return std::max(kLeastEntries, std::bit_ceil(entries + entries / 8));
}

void index_entry(uint32_t* index, uint32_t mask, const Entry& entry, uint32_t number) noexcept {
    uint32_t slot = entry.hash & mask;
    while (index[slot] != 0) slot = (slot + 1) & mask;
    index[slot] = number;
}

}  // namespace

uint32_t Containers::hash_of(const MapKey& key) const noexcept {
    if (key.is_text) return static_cast<uint32_t>(arena_.hash()(key.text));
    return static_cast<uint32_t>(arena_.hash()(Bytes(reinterpret_cast<const char*>(&key.number), sizeof key.number)));
}

Entry* Containers::find_entry(const Container& map, const MapKey& key, uint32_t hash) const noexcept {
    if (map.capacity == 0) return nullptr;
    auto* entries = arena_.at<Entry>(map.body);
    const auto* index = arena_.at<uint32_t>(map.index);
    const uint32_t mask = 2 * map.capacity - 1;
    for (uint32_t slot = hash & mask; index[slot] != 0; slot = (slot + 1) & mask) {
        Entry& entry = entries[index[slot] - 1];
        if (entry.hash != hash || entry.value.kind == ValueKind::none) continue;
        if (!key.is_text) {
            if (entry.key_bytes == kNumberKey && entry.key == static_cast<uint64_t>(key.number)) return &entry;
        } else if (entry.key_bytes == key.text.size() && text_of(entry.key, entry.key_bytes) == key.text) {
            return &entry;
        }
    }
    return nullptr;
}

// The new arrays are seen when the container refers to them. `order`: the entries that remain, else all in their order.
bool Containers::rebuild(Container& map, uint32_t capacity, const uint32_t* order) noexcept {
    const Offset body = arena_.allocate(capacity * sizeof(Entry));
    const Offset index_block = body == 0 ? 0 : arena_.allocate(2 * capacity * sizeof(uint32_t));
    if (index_block == 0) return false;
    const auto* from = arena_.at<Entry>(map.body);
    auto* to = arena_.at<Entry>(body);
    auto* index = arena_.at<uint32_t>(index_block);
    std::memset(index, 0, 2 * capacity * sizeof(uint32_t));
    uint32_t copied = 0;
    for (uint32_t i = 0; i < (order != nullptr ? map.count : map.used); ++i) {
        const Entry& entry = from[order != nullptr ? order[i] : i];
        if (entry.value.kind == ValueKind::none) continue;
        to[copied] = entry;
        index_entry(index, 2 * capacity - 1, entry, ++copied);
    }
    const Offset old_body = map.body;
    const Offset old_index = map.index;
    arena_.put(map.body, body);
    arena_.put(map.index, index_block);
    arena_.put(map.capacity, capacity);
    arena_.put(map.used, copied);
    if (old_body != 0) arena_.free(old_body);
    if (old_index != 0) arena_.free(old_index);
    return true;
}

Error Containers::insert(Container& map, const MapKey& key, uint32_t hash, const NewValue& value) noexcept {
    Entry entry{static_cast<uint64_t>(key.number), hash, kNumberKey, {}};
    if (key.is_text) {
        if (key.text.size() >= kNumberKey) return Error::data_length_too_large;
        entry.key_bytes = static_cast<uint32_t>(key.text.size());
        if (!store_text(key.text, entry.key)) return Error::no_memory;
    }
    if (Error error = store(value, entry.value); error != Error::ok) return error;
    if (map.used == map.capacity) {
        if (map.count >= kMostEntries) return Error::no_memory;
        if (!rebuild(map, capacity_for(map.count + 1), nullptr)) return Error::no_memory;
    }
    arena_.at<Entry>(map.body)[map.used] = entry;
    auto* index = arena_.at<uint32_t>(map.index);
    const uint32_t mask = 2 * map.capacity - 1;
    uint32_t slot = hash & mask;
    while (index[slot] != 0) slot = (slot + 1) & mask;
    arena_.put(index[slot], map.used + 1);
    arena_.put(map.used, map.used + 1);
    arena_.put(map.count, map.count + 1);
    changed(map);
    return Error::ok;
}

void Containers::erase_entry(Container& map, Entry& entry) noexcept {
    const Entry old = entry;
    arena_.put(entry.value, Value{});
    arena_.put(map.count, map.count - 1);
    changed(map);
    if (old.key_bytes != kNumberKey) references_.free_text(old.key, old.key_bytes);
    references_.free_value(old.value);
}

// --- calls

Result<bool> Containers::map_set(const ContainerId& id, const MapKey& key, const NewValue& value, When when) noexcept {
    bool done = false;
    const uint32_t hash = exist() ? hash_of(key) : 0;
    const Error error = run(id, [&](Container& map) {
        Entry* entry = find_entry(map, key, hash);
        done = when == When::always || (entry != nullptr) == (when == When::present);
        if (!done) return Error::ok;
        if (entry == nullptr) return insert(map, key, hash, value);
        Value fresh;
        if (Error error = store(value, fresh); error != Error::ok) return error;
        replace(entry->value, fresh);
        changed(map);
        return Error::ok;
    });
    if (error != Error::ok) return error;
    return done;
}

Error Containers::map_get(const ContainerId& id, const MapKey& key, ReadValue& into) noexcept {
    const uint32_t hash = exist() ? hash_of(key) : 0;
    return run(id, [&](Container& map) {
        const Entry* entry = find_entry(map, key, hash);
        return entry == nullptr ? Error::no_payload : load(entry->value, into);
    });
}

Result<bool> Containers::map_exists(const ContainerId& id, const MapKey& key) noexcept {
    bool is_there = false;
    const uint32_t hash = exist() ? hash_of(key) : 0;
    const Error error = run(id, [&](Container& map) {
        is_there = find_entry(map, key, hash) != nullptr;
        return Error::ok;
    });
    if (error != Error::ok) return error;
    return is_there;
}

Error Containers::map_erase(const ContainerId& id, const MapKey& key) noexcept {
    const uint32_t hash = exist() ? hash_of(key) : 0;
    return run(id, [&](Container& map) {
        Entry* entry = find_entry(map, key, hash);
        if (entry == nullptr) return Error::no_payload;
        erase_entry(map, *entry);
        return Error::ok;
    });
}

Result<Number> Containers::map_add(const ContainerId& id, const MapKey& key, const Number& by) noexcept {
    Number sum = by;
    const uint32_t hash = exist() ? hash_of(key) : 0;
    const Error error = run(id, [&](Container& map) {
        Entry* entry = find_entry(map, key, hash);
        if (entry == nullptr) return insert(map, key, hash, value_of(by));
        changed(map);
        return add_to(entry->value, by, sum);
    });
    if (error != Error::ok) return error;
    return sum;
}

}  // namespace tern::shm
