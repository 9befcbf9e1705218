// A map, a list and a queue for tests, and what is in them as text.
#pragma once

#include <bit>
#include <cstring>
#include <doctest/doctest.h>
#include <string>

#include "shm/containers.h"

namespace tern::shm::test {

inline NewValue text_value(Bytes bytes) {
    NewValue value;
    value.kind = ValueKind::text;
    value.bytes = bytes;
    return value;
}

inline NewValue integer_value(int64_t number) {
    NewValue value;
    value.kind = ValueKind::integer;
    value.bits = static_cast<uint64_t>(number);
    return value;
}

inline NewValue container_value(const ContainerId& id) {
    NewValue value;
    value.kind = ValueKind::container;
    value.container = id;
    return value;
}

inline MapKey map_key(Bytes name) { return {true, 0, name}; }
inline MapKey map_key(int64_t number) { return {false, number, {}}; }

struct ContainersWorld {
    Containers all;
    ContainerId map, list, queue;

    ContainersWorld() {
        REQUIRE(all.create(Arena::kLeastLimit) == Error::ok);
        map = all.make(ContainerKind::map).value();
        list = all.make(ContainerKind::list).value();
        queue = all.make(ContainerKind::queue).value();
    }

    void set(Bytes name, const NewValue& value) {
        REQUIRE(all.map_set(map, map_key(name), value, Containers::When::always).value());
    }
    void add(const NewValue& value) { REQUIRE(all.list_set(list, -1, value) == Error::ok); }
    void push(const NewValue& value) { REQUIRE(all.queue_push(queue, value, true) == Error::ok); }

    // "a=1 long=xxxx" with containers as "#kind".
    std::string seen(const ContainerId& id) {
        std::string items;
        uint32_t version = 0;
        if (all.snapshot(id, true, items, version) != Error::ok) return "failed";
        std::string seen;
        for (size_t at = 0; at < items.size();) {
            Item item;
            std::memcpy(&item, items.data() + at, sizeof item);
            at += sizeof item;
            const uint32_t key_bytes = item.key_bytes == kNumberKey ? 0 : item.key_bytes;
            const std::string name = key_bytes == 0 ? std::to_string(item.key) : items.substr(at, key_bytes);
            std::string value = items.substr(at + key_bytes, item.bytes);
            at += key_bytes + item.bytes;
            if (item.kind == ValueKind::integer) value = std::to_string(static_cast<int64_t>(item.bits));
            if (item.kind == ValueKind::real) value = std::to_string(std::bit_cast<double>(item.bits));
            if (item.kind == ValueKind::container) {
                const ContainerId inner{item.bits, item.number, item.container};
                value = "(" + seen_inside(inner) + ")";
                all.release(inner);
            }
            seen += (seen.empty() ? "" : " ") + name + "=" + value;
        }
        return seen;
    }
    std::string seen_inside(const ContainerId& id) { return id.kind <= ContainerKind::queue ? seen(id) : "other"; }
    std::string seen() { return seen(map) + " | " + seen(list) + " | " + seen(queue); }

    // Nothing is in the containers, and what others had is released.
    uint64_t emptied_bytes() {
        for (const ContainerId& id : {map, list, queue}) REQUIRE(all.clear(id) == Error::ok);
        (void)all.references().release_dead();
        const Arena::Audit audit = all.arena().audit();
        REQUIRE(audit.sound);
        return audit.used_bytes;
    }
};

}  // namespace tern::shm::test
