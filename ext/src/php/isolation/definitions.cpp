#include "php/isolation/definitions.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/check.h"

namespace tern::php {

namespace {

constexpr const char* kStreamConstants[] = {"STDIN", "STDOUT", "STDERR"};

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

}  // namespace

Definitions Definitions::make(bool copy) {
    const auto copied = [copy](const HashTable& table, uint32_t at_start) {
        return copy_of(table, at_start, copy ? table.nNumUsed : at_start);
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
    for (const OwnTable* one : {&functions, &classes, &constants}) {
        one->table->pDestructor = nullptr;
        zend_hash_destroy(one->table);
        std::free(one->table);
    }
}

SpareDefinitions::~SpareDefinitions() {
    for (Definitions& one : all_) one.free();
}

bool SpareDefinitions::take(Definitions& into) noexcept {
    if (all_.empty()) return false;
    into = all_.back();
    all_.pop_back();
    return true;
}

void SpareDefinitions::give(const Definitions& ended) {
    const bool is_small = ended.functions.table->nTableSize <= kMostRoom &&
                          ended.classes.table->nTableSize <= kMostRoom &&
                          ended.constants.table->nTableSize <= kMostRoom;
    if (all_.size() == kMost || !is_small || !ended.is_clean()) return ended.free();
    all_.push_back(ended);
}

}  // namespace tern::php
