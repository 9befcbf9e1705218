// Functions that were loaded outside of contexts and that opcache has not cached: those of eval(), of files that it did
// not take, and of this extension's library. Their static variables and static properties, and the run-time caches of
// the library, lie in no slot (MapArea), so a copied context has other ones for each of them. While the context runs,
// UncachedCode holds the outer ones.
#pragma once

#include <unordered_set>
#include <utility>
#include <vector>

#include "php/isolation/code/map_area.h"

namespace tern::php {

class UncachedCode {
public:
    UncachedCode() = default;
    UncachedCode(const UncachedCode&) = delete;
    UncachedCode& operator=(const UncachedCode&) = delete;
    ~UncachedCode() = default;

    // Adds all functions, methods and classes that are defined now.
    void begin();
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
    void add(zend_op_array& code, Added& added);
    void add(zend_class_entry& entry);
    zval* outer_properties(const zend_class_entry& entry, const MapArea& outer) const noexcept;
    zval* inherited_place(const Properties& of, const zval* outer_place, const MapArea& outer) const;

    std::vector<One> all_;
    std::vector<Properties> properties_;
    std::vector<Evaluation> evaluations_;
};

}  // namespace tern::php
