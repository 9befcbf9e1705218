#include "php/engine/state/heap_tables.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "php/engine/compat/module_globals.h"

extern "C" {
#include <ext/date/php_date.h>
}

namespace tern::php {

namespace {

HashTable*& time_zones() noexcept {
    static auto* globals = static_cast<zend_date_globals*>(
        module_globals(*static_cast<zend_module_entry*>(zend_hash_str_find_ptr(&module_registry, ZEND_STRL("date")))));
    return globals->tzcache;
}

// A value that both have stays, as others refer to it.
void move_all(HashTable& from, HashTable& into) {
    zend_ulong number;
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_KEY_VAL(&from, number, name, value) {
        (void)(name == nullptr ? zend_hash_index_add(&into, number, value) : zend_hash_add(&into, name, value));
    }
    ZEND_HASH_FOREACH_END();
    from.pDestructor = nullptr;
    zend_hash_destroy(&from);
}

// One of them may be in use.
void drop_empty(zend_stack& one, zend_stack& running) {
    if (one.top != 0) std::swap(one, running);
    zend_stack_destroy(&one);
}

}  // namespace

void HeapTables::begin() noexcept {
    std::swap(interned_strings_, CG(interned_strings));
    zend_interned_strings_activate();
    std::swap(interned_strings_, CG(interned_strings));
    zend_stack_init(&loops_, CG(loop_var_stack).size);
    zend_stack_init(&delayed_instructions_, CG(delayed_oplines_stack).size);
    zend_stack_init(&short_circuits_, CG(short_circuiting_opnums).size);
    zend_hash_init(&weak_references_, 8, nullptr, nullptr, 0);
    time_zones_ = nullptr;
    symbol_table_count_ = 0;
    const zend_llist& files = CG(open_files);
    zend_llist_init(&open_files_, files.size, files.dtor, files.persistent);
    collected_ = {};
    fields_.begin();
}

void HeapTables::exchange() noexcept {
    std::swap(loops_, CG(loop_var_stack));
    std::swap(delayed_instructions_, CG(delayed_oplines_stack));
    std::swap(short_circuits_, CG(short_circuiting_opnums));
    std::swap(interned_strings_, CG(interned_strings));
    std::swap(weak_references_, EG(weakrefs));
    std::swap(time_zones_, time_zones());
    const auto count = static_cast<size_t>(EG(symtable_cache_ptr) - EG(symtable_cache));
    for (size_t i = std::max(count, symbol_table_count_); i-- > 0;) std::swap(symbol_tables_[i], EG(symtable_cache)[i]);
    EG(symtable_cache_ptr) = EG(symtable_cache) + std::exchange(symbol_table_count_, count);
    std::swap(open_files_, CG(open_files));
    std::swap(collected_, EG(get_gc_buffer));
    fields_.exchange();
}

namespace {

void join_files(zend_llist& from, zend_llist& into) noexcept {
    if (from.head == nullptr) return;
    from.head->prev = into.tail;
    (into.tail == nullptr ? into.head : into.tail->next) = from.head;
    into.tail = from.tail;
    into.count += from.count;
    from.head = from.tail = nullptr;
    from.count = 0;
}

}  // namespace

void HeapTables::join() {
    drop_empty(loops_, CG(loop_var_stack));
    drop_empty(delayed_instructions_, CG(delayed_oplines_stack));
    drop_empty(short_circuits_, CG(short_circuiting_opnums));
    move_all(interned_strings_, CG(interned_strings));
    move_all(weak_references_, EG(weakrefs));
    if (time_zones() == nullptr) {
        time_zones() = std::exchange(time_zones_, nullptr);
    } else if (time_zones_ != nullptr) {
        move_all(*time_zones_, *time_zones());
        FREE_HASHTABLE(std::exchange(time_zones_, nullptr));
    }
    for (; symbol_table_count_ > 0; --symbol_table_count_) {
        zend_array* last = symbol_tables_[symbol_table_count_ - 1];
        zend_hash_destroy(last);
        FREE_HASHTABLE(last);
    }
    join_files(open_files_, CG(open_files));
    if (collected_.start != nullptr) efree(collected_.start);
    fields_.join(move_all);
}

void HeapTables::Positions::leave() noexcept {
    if (EG(ht_iterators) == EG(ht_iterators_slots)) return;
    const size_t bytes = EG(ht_iterators_count) * sizeof(HashTableIterator);
    copy_ = std::malloc(bytes);
    TERN_CHECK(copy_ != nullptr);
    std::memcpy(copy_, static_cast<void*>(EG(ht_iterators)), bytes);
    efree(EG(ht_iterators));
}

void HeapTables::Positions::enter() noexcept {
    if (copy_ == nullptr) return;
    const size_t bytes = EG(ht_iterators_count) * sizeof(HashTableIterator);
    EG(ht_iterators) = static_cast<HashTableIterator*>(emalloc(bytes));
    std::memcpy(static_cast<void*>(EG(ht_iterators)), copy_, bytes);
    std::free(std::exchange(copy_, nullptr));
}

}  // namespace tern::php
