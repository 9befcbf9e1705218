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
            note_new(running);
    }
    // Calls `visit` for each living object of a context that satisfies `wanted`.
    template <class Wanted, class Visit>
    void each(Wanted wanted, Visit visit) const {
        for (uint32_t i = 1; i < noted_; ++i) {
            if (!wanted(owners_[i])) continue;
            if (zend_object* object = living(i)) visit(*object);
        }
    }
    // Calls `visit` for each living object of the context, in the order of their numbers, also for those that are noted
    // meanwhile.
    template <class Visit>
    void each_of(ContextNumber owner, Visit visit) const {
        for (size_t i = 0; owner < numbers_.size() && i < numbers_[owner].size(); ++i) {
            if (zend_object* object = living_of(owner, numbers_[owner][i])) visit(*object);
        }
    }
    // Whether a living object of the context satisfies `wanted`.
    template <class Wanted>
    bool any(ContextNumber owner, Wanted wanted) const {
        if (owner >= numbers_.size()) return false;
        for (uint32_t number : numbers_[owner]) {
            const zend_object* object = living_of(owner, number);
            if (object != nullptr && wanted(*object)) return true;
        }
        return false;
    }
    // A context has ended, and `first` begins the engine's list of its free numbers, -1: empty. All others that it has
    // had are code outside's. Returns the list sorted: objects that are made one after the other get rising numbers
    // then, as in a new process, and end in that order. The highest numbers of all leave the list: they are given out
    // anew, so what looks at all objects does not look at more than there are.
    int take_back(ContextNumber ended, int first);
    // The objects of a context are gone with its heap. Returns a list of all its numbers, in order; here, too, the
    // highest of all are given out anew. Call it when its last objects were noted.
    int take_all(ContextNumber ended);
    // No context lives. The numbers that ended ones have left, a list for each, become the first one's, and leave the
    // list where no living object has a higher one. The same for the list of code outside.
    void join(std::vector<int>& left, int& outside);
    ContextNumber of(uint32_t object) const noexcept { return object < noted_ ? owners_[object] : 0; }

private:
    static zend_object* living(uint32_t number) noexcept {
        zend_object* object = EG(objects_store).object_buckets[number];
        return object != nullptr && IS_OBJ_VALID(object) ? object : nullptr;
    }
    zend_object* living_of(ContextNumber owner, uint32_t number) const noexcept {
        return number < noted_ && owners_[number] == owner ? living(number) : nullptr;
    }
    void note_new(ContextNumber running);
    void cut() noexcept;
    void assign(ContextNumber owner, int first);

    std::vector<ContextNumber> owners_;
    // Of each context, those that it has had: rising, and maybe another one's by now. Not of code outside.
    std::vector<std::vector<uint32_t>> numbers_;
    uint32_t noted_ = 0;
};

// The objects that code outside still has of a context that has ended. Their numbers do not tell that: when such an
// object is freed, code outside gets its number for one of its own.
class ObjectsInUse {
public:
    // Whether an object needs the definitions of its context. Closures are counted where they are made.
    static bool counts(const zend_object& object) noexcept {
        return object.ce != zend_ce_closure && (object.ce->ce_flags & ZEND_ACC_ENUM) == 0;
    }
    // When the context has ended.
    void note(const ObjectOwners& owners, ContextNumber context);
    // Whether one of them lives. Another object with the same number, address and class is taken for it.
    bool any() noexcept;

private:
    struct Noted {
        uint32_t number;
        const zend_object* object;
        const zend_class_entry* ce;
    };
    std::vector<Noted> noted_;
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
