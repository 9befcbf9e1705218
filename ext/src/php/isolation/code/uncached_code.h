// Code that opcache has not cached. What lies in a slot for other code lies in none here, so each context needs its
// own.
#pragma once

#include <unordered_set>
#include <utility>
#include <vector>

#include "php/isolation/code/function_state.h"
#include "php/isolation/code/map_area.h"
#include "php/isolation/definitions.h"

namespace tern::php {

// Functions that were loaded outside of contexts and that opcache has not cached: those of eval(), of files that it did
// not take, and of this extension's library. Their static variables and static properties, and the run-time caches of
// the library, lie in no slot (MapArea), so a copied context has other ones for each of them. While the context runs,
// UncachedCode holds the outer ones.
class UncachedCode {
public:
    UncachedCode() = default;
    UncachedCode(const UncachedCode&) = delete;
    UncachedCode& operator=(const UncachedCode&) = delete;
    ~UncachedCode() = default;

    // Adds all functions, methods and classes that are defined now.
    void begin(const DirectCaches& direct);
    // Copies the values of static properties. Call it in the context, when those of other classes are copied.
    void copy_properties(const MapArea& outer);
    void exchange() noexcept {
        for (One& one : all_) {
            if (one.has_cache) std::swap(one.cache, ZEND_MAP_PTR(one.code->run_time_cache));
            if (one.has_values) std::swap(one.values, ZEND_MAP_PTR(one.code->static_variables_ptr));
        }
        for (Properties& one : properties_) std::swap(one.held, ZEND_MAP_PTR(one.entry->static_members_table));
        for (Evaluation& one : evaluations_) one.exchange();
    }
    // Drops the context's static variables. Runs destructors. Call it in the context.
    void drop_values();
    // Frees the rest. Call it outside of the context.
    void end();

private:
    struct One {
        zend_op_array* code;
        bool has_cache;  // false: DirectCaches has it
        void** cache;    // null: the context has not called it yet, so the engine makes one
        bool has_values;
        HashTable* values;
    };
    struct Properties {
        zend_class_entry* entry;
        zval* held;
    };
    using Added = std::unordered_set<const void*>;
    // A class whose constant expressions were not evaluated outside: they need what the program defines later. The
    // values of constants are those of the first context, but each has its own static properties.
    struct Evaluation {
        zend_class_entry* entry;
        uint32_t is_done;  // as in the flags of the class

        void exchange() noexcept {
            const uint32_t held = std::exchange(is_done, entry->ce_flags & ZEND_ACC_CONSTANTS_UPDATED);
            entry->ce_flags = (entry->ce_flags & ~static_cast<uint32_t>(ZEND_ACC_CONSTANTS_UPDATED)) | held;
        }
    };
    void evaluate(zend_class_entry& entry);
    void add(zend_op_array& code, Added& added, const DirectCaches& direct);
    void add(zend_class_entry& entry);
    zval* outer_properties(const zend_class_entry& entry, const MapArea& outer) const noexcept;
    zval* inherited_place(const Properties& of, const zval* outer_place, const MapArea& outer) const;

    std::vector<One> all_;
    std::vector<Properties> properties_;
    std::vector<Evaluation> evaluations_;
};

// The functions and classes that a context, or the code outside of contexts, has defined and opcache has not cached:
// those of eval(), and of files that opcache did not take. Objects of such classes can cross to another context. So
// their code gets run-time caches for each context (DirectCaches), and looks whether the functions of its file exist.
class OwnCode {
public:
    explicit OwnCode(const Context* owner) noexcept : owner_(owner) {}  // null: the code outside of contexts

    // What these have belongs to others.
    void begin(const Definitions& tables) noexcept;
    // Looks at what was defined since the last call. Call it while the tables are the running ones.
    void note(DirectCaches& direct) {
        const bool has_new =
            EG(function_table)->nNumUsed != functions_ || EG(class_table)->nNumUsed != classes_ || !unlinked_.empty();
        if (has_new) [[unlikely]]
            note_new(direct);
    }

private:
    void note_new(DirectCaches& direct);
    bool note_class(uint32_t place, DirectCaches& direct);
    void add(zend_op_array& code, bool crosses, DirectCaches& direct);

    const Context* owner_;
    uint32_t functions_ = 0;  // how many entries of the table were seen
    uint32_t classes_ = 0;
    std::vector<uint32_t> unlinked_;  // places in the table of classes: they get methods when they are declared
};

}  // namespace tern::php
