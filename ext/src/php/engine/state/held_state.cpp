#include "php/engine/state/held_state.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <zend_language_scanner.h>

#include "base/check.h"
#include "php/engine/compat/module_globals.h"
#include "php/engine/compat/stream_errors.h"

namespace tern::php {

namespace {

struct Row {
    void* address;
    size_t bytes;
    const void* idle;  // what a fresh request has; null: zero bytes
};

constexpr zend_long kNoLine = -1;

template <class T>
constexpr Row row(T& state, const void* idle = nullptr) noexcept {
    return {&state, sizeof state, idle};  // NOLINT(bugprone-sizeof-expression): a pointer is state, too
}

// Not in the tables, as nothing of it is wrong after a wait:
// - json_encode(), array_walk(), preg_replace_callback(), iterator_apply(), XPath, XML parsers, curl, heaps and
//   ArrayObject keep their state on the stack or in their object;
// - pcre's memory for matches is marked as used, so other calls take their own;
// - ht_iterators, trampolines and the cache of symbol tables are lists of places that are used or free;
// - fake_scope and the compiler's class are reset by the engine before it calls PHP code.
// State without a known address is never left in the middle: isolation/state/undivided_calls.
// With thread safety the addresses are known only when PHP has started.
std::span<const Row> engine_rows() noexcept {
    static const Row rows[] = {
#define HELD(structure, field, call, ...) row(structure.field __VA_OPT__(, ) __VA_ARGS__),
#include "php/engine/compat/engine_fields.def"
    };
    return rows;
}

// An error handler that is called while code is compiled, by eval() for one. What is there when nothing is compiled is
// not always zero bytes, so find() copies it.
std::span<Row> compiler_rows() noexcept {
    static Row rows[] = {
#define COMPILED_ALL(structure) row(structure),
#define COMPILED(structure, field) row(structure.field),
#include "php/engine/compat/engine_fields.def"
    };
    return rows;
}

// 0: all its bytes are zero.
template <class T>
uint64_t bits(const T& value) noexcept {
    // NOLINTBEGIN(bugprone-sizeof-expression): a pointer is state, too
    uint64_t words[(sizeof value + sizeof(uint64_t) - 1) / sizeof(uint64_t)]{};
    std::memcpy(words, &value, sizeof value);
    // NOLINTEND(bugprone-sizeof-expression)
    uint64_t any = 0;
    for (const uint64_t word : words) any |= word;
    return any;
}

uint64_t bits(zend_long value, const zend_long* idle) noexcept { return bits(value) ^ bits(*idle); }

// The same as is_idle() of each of engine_rows(), in fewer instructions.
bool engine_is_idle() noexcept {
    uint64_t any = 0;
#define HELD(structure, field, call, ...) any |= bits(structure.field __VA_OPT__(, ) __VA_ARGS__);
#include "php/engine/compat/engine_fields.def"
    return any == 0;
}

bool compiles() noexcept { return CG(compiled_filename) != nullptr; }

// The memory of the stack belongs to the code that is being compiled.
void copy_idle_compiler() noexcept {
    for (Row& one : compiler_rows()) {
        if (one.idle != nullptr) return;
        void* copy = std::malloc(one.bytes);
        TERN_CHECK(copy != nullptr);
        std::memcpy(copy, one.address, one.bytes);
        if (one.address == &CG(short_circuiting_opnums))
            zend_stack_init(static_cast<zend_stack*>(copy), CG(short_circuiting_opnums).size);
        one.idle = copy;
    }
}

constexpr size_t kMostModuleRows = 4;
Row module_rows[kMostModuleRows];
size_t module_row_count = 0;

template <class Visit>
void each_row(int parts, Visit visit) noexcept {
    if ((parts & kHeldByEngine) != 0)
        for (const Row& one : engine_rows()) visit(one);
    if ((parts & kHeldByModules) != 0)
        for (size_t i = 0; i < module_row_count; ++i) visit(module_rows[i]);
    if ((parts & kHeldByCompiler) != 0)
        for (const Row& one : compiler_rows()) visit(one);
}

bool is_idle(const Row& one) noexcept {
    if (one.idle != nullptr) return std::memcmp(one.address, one.idle, one.bytes) == 0;
    const char* bytes = static_cast<const char*>(one.address);
    return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, one.bytes - 1) == 0;
}

void set_idle(const Row& one) noexcept {
    one.idle != nullptr ? std::memcpy(one.address, one.idle, one.bytes) : std::memset(one.address, 0, one.bytes);
}

// The globals of a module, if they begin as `Globals`.
template <class Globals>
Globals* globals_of(const char* name) noexcept {
    const auto* module =
        static_cast<zend_module_entry*>(zend_hash_str_find_ptr(&module_registry, name, std::strlen(name)));
    return module == nullptr || module->globals_size < sizeof(Globals) ? nullptr
                                                                       : static_cast<Globals*>(module_globals(*module));
}

template <class T>
void add(T& state) noexcept {
    TERN_CHECK(module_row_count < kMostModuleRows);
    module_rows[module_row_count++] = row(state);
}

// fopen(): why a wrapper has failed so far. The table stays when the call has ended, and is empty then.
HashTable* take_wrapper_errors() noexcept {
    HashTable* errors = wrapper_errors();
    return errors == nullptr || zend_hash_num_elements(errors) == 0 ? nullptr
                                                                    : std::exchange(wrapper_errors(), nullptr);
}

void put_wrapper_errors_back(HashTable* errors) noexcept {
    if (errors == nullptr) return;
    HashTable* empty = std::exchange(wrapper_errors(), errors);
    if (empty == nullptr) return;
    zend_hash_destroy(empty);
    efree(empty);
}

}  // namespace

void HeldState::find() noexcept {
    if (!compiles()) copy_idle_compiler();
    tern_ = static_cast<zend_module_entry*>(zend_hash_str_find_ptr(&module_registry, ZEND_STRL("swoole")));
    module_row_count = 0;
    // A message that libxml gives in pieces, while an error handler has the one before.
    if (auto* libxml = globals_of<LibxmlGlobals>("libxml")) add(libxml->error_buffer);
    // Collator::sort() and others: what to compare with.
    if (auto* intl = globals_of<IntlGlobals>("intl"); intl != nullptr && is_layout_of(*intl)) {
        add(intl->current_collator);
        add(intl->compare_func);
    }
}

int HeldState::used_parts(int parts) noexcept {
    bool idle = wrapper_errors() == nullptr || zend_hash_num_elements(wrapper_errors()) == 0;
    idle = idle && ((parts & kHeldByEngine) == 0 || engine_is_idle());
    each_row(parts & kHeldByModules, [&](const Row& one) { idle = idle && is_idle(one); });
    const int held = idle ? 0 : parts & (kHeldByEngine | kHeldByModules);
    return compiles() ? held | (parts & kHeldByCompiler) : held;
}

void HeldState::save(int parts) noexcept {
    saved_ = nullptr;
    wrapper_errors_ = nullptr;
    parts_ = used_parts(parts);
    if (parts_ == 0) return;
    if ((parts_ & kHeldByEngine) != 0) wrapper_errors_ = take_wrapper_errors();
    size_t bytes = 0;
    each_row(parts_, [&](const Row& one) { bytes += one.bytes; });
    saved_ = static_cast<char*>(std::malloc(bytes));
    TERN_CHECK(saved_ != nullptr);
    char* into = saved_;
    each_row(parts_, [&](const Row& one) {
        std::memcpy(into, one.address, one.bytes);
        into += one.bytes;
        set_idle(one);
    });
}

void HeldState::restore() noexcept {
    if (saved_ == nullptr) return;
    put_wrapper_errors_back(wrapper_errors_);
    if ((parts_ & kHeldByEngine) != 0) drop_stored_stream_errors();  // of a coroutine that has ended
    const char* from = saved_;
    if ((parts_ & kHeldByCompiler) != 0) zend_stack_destroy(&CG(short_circuiting_opnums));
    each_row(parts_, [&](const Row& one) {
        std::memcpy(one.address, from, one.bytes);
        from += one.bytes;
    });
    std::free(saved_);
}

void HeldState::reset() noexcept { each_row(kHeldByEngine | kHeldByModules, set_idle); }

}  // namespace tern::php
