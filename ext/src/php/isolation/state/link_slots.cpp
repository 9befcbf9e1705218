#include "php/isolation/state/link_slots.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>
#include <zend_weakrefs.h>

#include "php/engine/fiber/fiber.h"

namespace tern::php {

namespace {

struct Slot {
    int64_t coroutine;  // that took it last
    uint32_t holds;
};

using Slots = std::vector<Slot>;

std::map<std::string, Slots, std::less<>>& all_slots() {
    static auto* all = new std::map<std::string, Slots, std::less<>>;
    return *all;
}

struct Hold {
    std::string arguments;
    uint32_t slot;
};

void end_hold(zval* entry) {
    auto* hold = static_cast<Hold*>(Z_PTR_P(entry));
    LinkSlots::release(hold->arguments, hold->slot);
    delete hold;
}

// By object. The engine removes objects that are freed.
HashTable* holds_of_objects() {
    static HashTable* holds = nullptr;
    if (holds == nullptr) {
        holds = static_cast<HashTable*>(pemalloc(sizeof(HashTable), true));
        zend_hash_init(holds, 8, nullptr, end_hold, true);
    }
    return holds;
}

uint32_t hold_first(Slots& slots, int64_t self) {
    auto found = std::ranges::find_if(slots, [&](const Slot& one) { return one.holds > 0 && one.coroutine == self; });
    if (found == slots.end()) found = std::ranges::find(slots, 0u, &Slot::holds);
    if (found == slots.end()) {
        if (slots.size() == LinkSlots::kMost) return 0;
        found = slots.insert(slots.end(), Slot{});
    }
    found->coroutine = self;
    ++found->holds;
    return static_cast<uint32_t>(found - slots.begin()) + 1;
}

}  // namespace

uint32_t LinkSlots::hold(Bytes arguments) {
    return hold_first(all_slots()[std::string(arguments)], current_fiber()->id());
}

void LinkSlots::release(Bytes arguments, uint32_t slot) noexcept {
    auto& all = all_slots();
    const auto found = all.find(arguments);
    if (slot == 0 || found == all.end()) return;
    --found->second[slot - 1].holds;
    if (std::ranges::all_of(found->second, [](const Slot& one) { return one.holds == 0; })) all.erase(found);
}

// An object may connect again.
void LinkSlots::release_with(zend_object* object, Bytes arguments, uint32_t slot) {
    if (slot == 0) return;
    auto* hold = new Hold{std::string(arguments), slot};
    zval entry;
    ZVAL_PTR(&entry, hold);
    if (zend_weakrefs_hash_add(holds_of_objects(), object, &entry) == nullptr) end_hold(&entry);
}

}  // namespace tern::php
