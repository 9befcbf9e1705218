// Which context has made which object. The engine reuses the numbers of freed objects by a list. Each context has a
// list of its own, so a number stays with the context that first had it. Not exact where one context frees what another
// one has made.
#pragma once

#include <cstdint>
#include <vector>

#include "php/engine/compat/engine.h"

namespace tern::php {

using ContextNumber = uint16_t;  // 0: outside of contexts

class ObjectOwners {
public:
    // Notes the owner of the objects that were made since the last call.
    void note(ContextNumber running) {
        if (EG(objects_store).top != noted_) [[unlikely]]
            owners_.resize(noted_ = EG(objects_store).top, running);
    }
    // Calls `visit` for each living object of a context that satisfies `wanted`.
    template <class Wanted, class Visit>
    void each(Wanted wanted, Visit visit) const {
        for (uint32_t i = 1; i < noted_; ++i) {
            if (!wanted(owners_[i])) continue;
            zend_object* object = EG(objects_store).object_buckets[i];
            if (object != nullptr && IS_OBJ_VALID(object)) visit(*object);
        }
    }
    // Whether a living object of the context satisfies `wanted`.
    template <class Wanted>
    bool any(ContextNumber owner, Wanted wanted) const {
        for (uint32_t i = 1; i < noted_; ++i) {
            if (owners_[i] != owner) continue;
            const zend_object* object = EG(objects_store).object_buckets[i];
            if (object != nullptr && IS_OBJ_VALID(object) && wanted(*object)) return true;
        }
        return false;
    }
    // Sorts a list of the engine of numbers of freed objects, -1: empty. Objects that are made one after the other get
    // rising numbers then, as in a new process, and end in that order. The highest numbers of all leave the list: they
    // are given out anew, so what looks at all objects does not look at more than there are.
    int in_order(int first);
    // The context has ended, and this is its list. What else it had a part in, code outside has now.
    void give_rest_away(ContextNumber ended, int first);
    ContextNumber of(uint32_t object) const noexcept { return object < noted_ ? owners_[object] : 0; }

private:
    std::vector<ContextNumber> owners_;
    uint32_t noted_ = 0;
};

// Garbage collection with contexts. There is one collector for the process, and it runs destructors of what it finds.
// They may run in the context only that has made the object.

// From now on a collection leaves objects with destructors to the context that has made them.
void collect_by_context() noexcept;

// Garbage of a context, from its beginning on.
class Garbage {
public:
    // At the end of the context, while it runs. A collection looks at values of the worker and of all its contexts, so
    // there are few. The first is for objects whose end runs code, if one is left.
    static void run_code(ContextNumber running);
    // The last one. There is none where nothing is left that has to end now: no object, and no resource. Other values
    // wait for the next one, at most 1 MiB of them.
    static void collect(ContextNumber running);
};

}  // namespace tern::php
