// Functions of PHP by name, as tables have them: "class::method" for a method; in lower case.
#pragma once

#include <cstring>
#include <iterator>
#include <utility>

#include "php/engine/compat/engine.h"
#include "php/engine/compat/functions.h"
#include "php/engine/globals.h"

namespace tern::php {

// Null: there is none of that name, or the program has defined it.
inline zend_internal_function* internal_function(const char* name) noexcept {
    const char* colons = std::strstr(name, "::");
    const HashTable* functions = CG(function_table);
    if (colons != nullptr) {
        const auto* entry = static_cast<zend_class_entry*>(
            zend_hash_str_find_ptr(CG(class_table), name, static_cast<size_t>(colons - name)));
        if (entry == nullptr) return nullptr;
        functions = &entry->function_table;
        name = colons + 2;
    }
    auto* found = static_cast<zend_function*>(zend_hash_str_find_ptr(functions, name, std::strlen(name)));
    return found == nullptr || found->type != ZEND_INTERNAL_FUNCTION ? nullptr : &found->internal_function;
}

constexpr const char* name_of(const char* row) noexcept { return row; }
constexpr const char* name_of(const auto& row) noexcept { return row.name; }

// The functions of a table, each with a handler of its own that calls
// `kCall(row, handler of the engine, INTERNAL_FUNCTION_PARAM_PASSTHRU)`. A row is a name, or has one as its `name`.
template <const auto& kRows, auto kCall>
class ReplacedFunctions {
public:
    // Without effect on a function that there is not, or that has been replaced.
    static void take_over() noexcept { take_over(std::make_index_sequence<std::size(kRows)>()); }
    static zif_handler engines(size_t row) noexcept { return engines_[row]; }

private:
    template <size_t kRow>
    static ZEND_NAMED_FUNCTION(call) {
        if (in_other_thread()) return engines_[kRow](INTERNAL_FUNCTION_PARAM_PASSTHRU);
        kCall(kRows[kRow], engines_[kRow], INTERNAL_FUNCTION_PARAM_PASSTHRU);
    }
    template <size_t... kRow>
    static void take_over(std::index_sequence<kRow...>) noexcept {
        (replace(kRow, call<kRow>), ...);
    }
    static void replace(size_t row, zif_handler replacement) noexcept {
        zend_internal_function* function = internal_function(name_of(kRows[row]));
        if (function == nullptr || engines_[row] != nullptr) return;
        engines_[row] = std::exchange(function->handler, replacement);
        call_by_handler(*function);
    }

    static inline zif_handler engines_[std::size(kRows)];
};

}  // namespace tern::php
