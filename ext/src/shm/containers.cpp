#include "shm/containers.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <pthread.h>

#include "base/clock.h"
#include "shm/containers_parts.h"

namespace tern::shm {

namespace {

constexpr int64_t kQueueLookEveryMs = 50;  // a process may have died before it rang

void adopt_in_child() noexcept {
    if (Containers& own = Containers::own(); own.exist()) (void)own.references().adopt();
}

}  // namespace

Containers& Containers::own() noexcept {
    static Containers* own = new Containers;
    return *own;
}

// Children get their references before their parent's code can run on in them.
Error Containers::create(uint64_t limit) noexcept {
    if (!arena_.exists()) {
        if (Error error = arena_.create(limit); error != Error::ok) return error;
    }
    (void)this_process_name();  // before: it has a handler of its own, which must run first
    static const bool adopts = pthread_atfork(nullptr, nullptr, adopt_in_child) == 0;
    (void)adopts;
    return references_.is_joined() ? Error::ok : references_.adopt();
}

Error Containers::attach(int fd) noexcept {
    if (Error error = arena_.attach(fd); error != Error::ok) return error;
    return create(0);
}

// --- containers

Result<ContainerId> Containers::make(ContainerKind kind, size_t bytes, uint32_t own) noexcept {
    if (Error error = prepare(); error != Error::ok) return error;
    for (const bool grows : {false, true}) {
        if (grows) (void)references_.release_dead();
        Arena::Held held(arena_);
        arena_.may_grow(grows);
        const Offset place = arena_.allocate(sizeof(Container));
        const Offset body = place == 0 || bytes == 0 ? 0 : arena_.allocate(bytes);
        bool made = place != 0 && (bytes == 0 || body != 0);
        if (made) {
            auto* container = arena_.at<Container>(place);
            std::memset(static_cast<void*>(container), 0, sizeof *container);
            container->number = arena_.next_id();
            container->kind = kind;
            container->body = body;
            container->count = own;
            if (body != 0) std::memset(arena_.at<char>(body), 0, bytes);
            made = references_.hold(*container);
        }
        arena_.may_grow(false);
        if (!made) {
            arena_.undo();
            continue;
        }
        arena_.commit();
        references_.remember(*arena_.at<Container>(place));
        return references_.id_of(*arena_.at<Container>(place));
    }
    return Error::no_memory;
}

Result<ContainerId> Containers::open(const ContainerId& id) noexcept {
    ContainerId opened;
    const Error error = run(id, [&](Container& container) {
        if (!references_.hold(container)) return Error::no_memory;
        arena_.commit();
        references_.remember(container);
        opened = references_.id_of(container);
        return Error::ok;
    });
    if (error != Error::ok) return error;
    return opened;
}

char* Containers::memory(const ContainerId& id) noexcept {
    char* memory = nullptr;
    (void)run(id, [&](Container& container) {
        if (!references_.renew(container)) return Error::no_memory;
        memory = arena_.at<char>(container.body);
        return Error::ok;
    });
    return memory;
}

Result<uint32_t> Containers::count(const ContainerId& id) noexcept {
    uint32_t count = 0;
    const Error error = run(id, [&](Container& container) {
        count = container.count;
        return Error::ok;
    });
    if (error != Error::ok) return error;
    return count;
}

// Each value is freed in a transaction of its own.
void Containers::erase_all(Container& container) noexcept {
    changed(container);
    arena_.commit();
    if (container.kind == ContainerKind::map) {
        for (uint32_t i = 0; i < container.used; ++i) {
            Entry& entry = arena_.at<Entry>(container.body)[i];
            if (entry.value.kind == ValueKind::none) continue;
            erase_entry(container, entry);
            arena_.commit();
        }
    }
    while (references_.free_last_value(container)) arena_.commit();
}

// A container without references gets the content, so that it is freed in steps. Without memory for one it is emptied
// here.
Error Containers::clear(const ContainerId& id) noexcept {
    return run(id, [&](Container& container) {
        const Offset place = arena_.allocate(sizeof(Container));
        if (place == 0) {
            erase_all(container);
            return Error::ok;
        }
        auto* old = arena_.at<Container>(place);
        std::memcpy(static_cast<void*>(old), &container, sizeof container);
        old->number = 0;
        old->references = 1;
        references_.drop_reference(*old);
        arena_.put(container.body, Offset{0});
        arena_.put(container.index, Offset{0});
        for (uint32_t* number : {&container.capacity, &container.count, &container.used}) arena_.put(*number, 0u);
        changed(container);
        return Error::ok;
    });
}

// --- values

bool Containers::store_text(Bytes text, uint64_t& bits) noexcept {
    bits = 0;
    if (text.empty()) return true;
    if (text.size() <= kInlineBytes) {
        std::memcpy(&bits, text.data(), text.size());
        return true;
    }
    bits = arena_.allocate(text.size());
    if (bits == 0) return false;
    std::memcpy(arena_.at<char>(bits), text.data(), text.size());
    return true;
}

Error Containers::store(const NewValue& from, Value& into) noexcept {
    into = {from.bits, 0, from.kind, from.tag, 0};
    if (from.kind == ValueKind::text || from.kind == ValueKind::packed) {
        if (from.bytes.size() >= std::numeric_limits<uint32_t>::max()) return Error::data_length_too_large;
        into.bytes = static_cast<uint32_t>(from.bytes.size());
        return store_text(from.bytes, into.bits) ? Error::ok : Error::no_memory;
    }
    if (from.kind == ValueKind::container) {
        Container* container = references_.find(from.container);
        if (container == nullptr) return Error::bad_descriptor;
        references_.add_reference(*container);
        into.bits = from.container.place;
    }
    return Error::ok;
}

// There must be no notes yet: a new reference is committed by itself.
Error Containers::load(const Value& from, ReadValue& into) noexcept {
    into.kind = from.kind;
    into.tag = from.tag;
    into.bits = from.bits;
    if (from.kind == ValueKind::text || from.kind == ValueKind::packed) {
        into.text.assign(text_of(from.bits, from.bytes));
    } else if (from.kind == ValueKind::container) {
        auto* container = arena_.at<Container>(from.bits);
        if (!references_.hold(*container)) return Error::no_memory;
        arena_.commit();
        references_.remember(*container);
        into.container = references_.id_of(*container);
    }
    return Error::ok;
}

bool Containers::equals(const Value& value, const NewValue& wanted) const noexcept {
    if (value.kind != wanted.kind) return false;
    switch (value.kind) {
        case ValueKind::null:
        case ValueKind::no:
        case ValueKind::yes: return true;
        case ValueKind::integer: return value.bits == wanted.bits;
        case ValueKind::real: return std::bit_cast<double>(value.bits) == std::bit_cast<double>(wanted.bits);
        case ValueKind::text: return text_of(value.bits, value.bytes) == wanted.bytes;
        default: return false;
    }
}

void Containers::replace(Value& value, const Value& fresh) noexcept {
    const Value old = value;
    arena_.put(value, fresh);
    references_.free_value(old);
}

// What is no number counts as 0 or 1, or is refused.
Error Containers::add_to(Value& value, const Number& by, Number& sum) noexcept {
    sum.is_real = value.kind == ValueKind::real;
    Value fresh{0, 0, ValueKind::integer, 0, 0};
    if (sum.is_real) {
        sum.real = std::bit_cast<double>(value.bits) + by.real;
        fresh.bits = std::bit_cast<uint64_t>(sum.real);
        fresh.kind = ValueKind::real;
    } else {
        if (value.kind > ValueKind::real) return Error::wrong_operation;
        uint64_t old = value.kind == ValueKind::yes ? 1 : 0;
        if (value.kind == ValueKind::integer) old = value.bits;
        fresh.bits = old + static_cast<uint64_t>(by.integer);
        sum.integer = static_cast<int64_t>(fresh.bits);
    }
    arena_.put(value, fresh);
    return Error::ok;
}

// --- all values

bool Containers::append_item(const Value& value, const Entry* entry, int64_t index, bool with_values,
                             std::string& into) noexcept {
    Item item{};
    item.key = static_cast<uint64_t>(index);
    item.key_bytes = kNumberKey;
    item.kind = value.kind;
    item.tag = value.tag;
    item.bits = value.bits;
    Bytes key;
    Bytes text;
    if (entry != nullptr) {
        item.key = entry->key;
        item.key_bytes = entry->key_bytes;
        if (entry->key_bytes != kNumberKey) key = text_of(entry->key, entry->key_bytes);
    }
    if (with_values && (value.kind == ValueKind::text || value.kind == ValueKind::packed)) {
        text = text_of(value.bits, value.bytes);
        item.bytes = value.bytes;
    }
    if (with_values && value.kind == ValueKind::container) {
        auto* container = arena_.at<Container>(value.bits);
        if (!references_.hold(*container)) return false;
        arena_.commit();
        references_.remember(*container);
        item.number = container->number;
        item.container = container->kind;
    }
    into.append(reinterpret_cast<const char*>(&item), sizeof item).append(key).append(text);
    return true;
}

Error Containers::copy_items(Container& container, bool with_values, std::string& into) noexcept {
    const bool is_map = container.kind == ContainerKind::map;
    const uint32_t all = is_map ? container.used : container.count;
    for (uint32_t i = 0; i < all; ++i) {
        const Entry* entry = is_map ? &arena_.at<Entry>(container.body)[i] : nullptr;
        const Value& value = is_map ? entry->value : value_at(container, i);
        if (value.kind == ValueKind::none) continue;
        if (!append_item(value, entry, i, with_values, into)) return Error::no_memory;
    }
    return Error::ok;
}

void Containers::release_items(const std::string& items) noexcept {
    for (size_t at = 0; at < items.size();) {
        Item item;
        std::memcpy(&item, items.data() + at, sizeof item);
        at += sizeof item + (item.key_bytes == kNumberKey ? 0 : item.key_bytes) + item.bytes;
        if (item.number != 0) release({item.bits, item.number, item.container});
    }
}

Error Containers::snapshot(const ContainerId& id, bool with_values, std::string& into, uint32_t& version) noexcept {
    if (Error error = prepare(); error != Error::ok) return error;
    Error error = Error::ok;
    for (const bool grows : {false, true}) {
        into.clear();
        error = attempt(id, grows, [&](Container& container) {
            version = container.version;
            return copy_items(container, with_values, into);
        });
        if (error == Error::ok) break;
        release_items(into);
        if (error != Error::no_memory) break;
        (void)references_.release_dead();
    }
    return error;
}

Error Containers::find(const ContainerId& id, const NewValue& value, MapKey& key, std::string& text) noexcept {
    return run(id, [&](Container& container) {
        const bool is_map = container.kind == ContainerKind::map;
        const uint32_t all = is_map ? container.used : container.count;
        for (uint32_t i = 0; i < all; ++i) {
            const Entry* entry = is_map ? &arena_.at<Entry>(container.body)[i] : nullptr;
            if (!equals(is_map ? entry->value : value_at(container, i), value)) continue;
            key.is_text = is_map && entry->key_bytes != kNumberKey;
            key.number = is_map ? static_cast<int64_t>(entry->key) : i;
            if (key.is_text) text.assign(text_of(entry->key, entry->key_bytes));
            return Error::ok;
        }
        return Error::no_payload;
    });
}

Error Containers::reorder(const ContainerId& id, uint32_t version, std::span<const uint32_t> order) noexcept {
    return run(id, [&](Container& container) {
        if (container.version != version || container.count != order.size()) return Error::busy;
        bool done;
        if (container.kind == ContainerKind::map) {
            std::string places;  // of entries, in the old order
            for (uint32_t i = 0; i < container.used; ++i) {
                if (arena_.at<Entry>(container.body)[i].value.kind == ValueKind::none) continue;
                places.append(reinterpret_cast<const char*>(&i), sizeof i);
            }
            std::string ordered(places.size(), '\0');
            for (size_t i = 0; i < order.size(); ++i) {
                std::memcpy(&ordered[i * sizeof(uint32_t)], &places[order[i] * sizeof(uint32_t)], sizeof(uint32_t));
            }
            done = rebuild(container, container.capacity, reinterpret_cast<const uint32_t*>(ordered.data()));
        } else {
            done = resize(container, container.capacity, order.data(), container.count);
        }
        if (!done) return Error::no_memory;
        changed(container);
        return Error::ok;
    });
}

// --- waiting

Error Containers::queue_wait(const ContainerId& id, int64_t until_ms, ReadValue& into) noexcept {
    Bell* bell = nullptr;
    Error error = run(id, [&](Container& queue) {
        bell = &queue.bell;
        return Error::ok;
    });
    while (error == Error::ok) {
        const uint32_t rings_before = bell->listen();
        error = queue_pop(id, into);
        if (error != Error::no_payload) return error;
        const int64_t left = until_ms < 0 ? kQueueLookEveryMs : std::min(kQueueLookEveryMs, until_ms - monotonic_ms());
        if (left <= 0) return error;
        (void)bell->sleep(rings_before, left);
        error = Error::ok;
    }
    return error;
}

}  // namespace tern::shm
