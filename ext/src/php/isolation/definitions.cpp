#include "php/isolation/definitions.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "base/page_template.h"

namespace tern::php {

namespace {

constexpr const char* kStreamConstants[] = {"STDIN", "STDOUT", "STDERR"};

void free_table(const OwnTable& one) {
    one.table->pDestructor = nullptr;
    zend_hash_destroy(one.table);
    std::free(one.table);
}

OwnTable copy_of(const HashTable& from, uint32_t at_start, uint32_t count) {
    constexpr uint32_t kRoom = 512;
    OwnTable made{static_cast<HashTable*>(std::malloc(sizeof(HashTable))), 0, 0};
    TERN_CHECK(made.table != nullptr);
    zend_hash_init(made.table, count + kRoom, nullptr, from.pDestructor, true);
    zend_hash_real_init_mixed(made.table);
    for (uint32_t i = 0; i < count; ++i) {
        if (i == at_start) made.at_start = made.table->nNumUsed;
        Bucket& one = from.arData[i];
        if (Z_TYPE(one.val) != IS_UNDEF) _zend_hash_append(made.table, one.key, &one.val);
    }
    made.first = made.table->nNumUsed;
    if (count == at_start) made.at_start = made.first;
    return made;
}

// A table of what every request begins with. Contexts share the pages of it that they do not change: most of 160 KB.
class StartTable {
public:
    OwnTable make(const HashTable& from, uint32_t at_start) {
        if (table_.nTableSize == 0 || noted_ != at_start) note(from, at_start);
        if ((HT_FLAGS(&table_) & HASH_FLAG_STATIC_KEYS) == 0) return copy_of(from, at_start, at_start);
        OwnTable made{static_cast<HashTable*>(std::malloc(sizeof(HashTable))), at_start_, first_};
        TERN_CHECK(made.table != nullptr);
        std::memcpy(made.table, &table_, sizeof table_);
        char* const data = pages_.make_block();
        HT_SET_DATA_ADDR(made.table, data);
        return made;
    }

private:
    void note(const HashTable& from, uint32_t at_start) {
        const OwnTable copy = copy_of(from, at_start, at_start);
        noted_ = at_start;
        at_start_ = copy.at_start;
        first_ = copy.first;
        table_ = *copy.table;
        pages_.set(Bytes(static_cast<const char*>(HT_GET_DATA_ADDR(copy.table)), HT_SIZE(copy.table)));
        free_table(copy);
    }

    PageTemplate pages_;
    HashTable table_{};      // without its data
    uint32_t noted_ = 0;     // entries of the engine's table
    uint32_t at_start_ = 0;  // see OwnTable
    uint32_t first_ = 0;
};

StartTable start_functions;
StartTable start_classes;
StartTable start_constants;

}  // namespace

Definitions Definitions::make(bool copy) {
    if (!copy) {
        return {start_functions.make(*EG(function_table), EG(persistent_functions_count)),
                start_classes.make(*EG(class_table), EG(persistent_classes_count)),
                start_constants.make(*EG(zend_constants), EG(persistent_constants_count))};
    }
    const auto copied = [](const HashTable& table, uint32_t at_start) {
        return copy_of(table, at_start, table.nNumUsed);
    };
    return {copied(*EG(function_table), EG(persistent_functions_count)),
            copied(*EG(class_table), EG(persistent_classes_count)),
            copied(*EG(zend_constants), EG(persistent_constants_count))};
}

void Definitions::add_stream_constants() {
    for (const char* text : kStreamConstants) {
        zval* value = zend_hash_str_find(EG(zend_constants), text, std::strlen(text));
        if (value != nullptr) zend_hash_add(constants.table, static_cast<zend_constant*>(Z_PTR_P(value))->name, value);
    }
    constants.first = constants.table->nNumUsed;
}

void Definitions::exchange() noexcept {
    std::swap(functions.table, EG(function_table));
    std::swap(classes.table, EG(class_table));
    std::swap(constants.table, EG(zend_constants));
    CG(function_table) = EG(function_table);
    CG(class_table) = EG(class_table);
}

bool Definitions::is_clean() const noexcept {
    for (const OwnTable* one : {&functions, &classes, &constants}) {
        if (one->table->nNumUsed != one->first) return false;
    }
    return true;
}

void Definitions::free() const noexcept {
    for (const OwnTable* one : {&functions, &classes, &constants}) free_table(*one);
}

SpareDefinitions::~SpareDefinitions() {
    for (Definitions& one : all_) one.free();
}

bool SpareDefinitions::take(Definitions& into) noexcept {
    if (all_.empty()) return false;
    into = all_.back();
    all_.pop_back();
    use_.note_taken(all_.size());
    return true;
}

void SpareDefinitions::free_unused() {
    const size_t count = (use_.unused(all_.size()) + 1) / 2;
    for (size_t i = 0; i < count; ++i) all_[i].free();
    all_.erase(all_.begin(), all_.begin() + static_cast<ptrdiff_t>(count));
}

void SpareDefinitions::give(const Definitions& ended) {
    free_unused();
    const bool is_small = ended.functions.table->nTableSize <= kMostRoom &&
                          ended.classes.table->nTableSize <= kMostRoom &&
                          ended.constants.table->nTableSize <= kMostRoom;
    if (all_.size() == kMost || !is_small || !ended.is_clean()) return ended.free();
    all_.push_back(ended);
}

}  // namespace tern::php
