#include "php/isolation/object_owners.h"

#include <bit>

namespace tern::php {

namespace {

constexpr uint32_t kBits = 64;

uint64_t bit_of(uint32_t number) noexcept { return uint64_t{1} << (number % kBits); }

}  // namespace

void ObjectOwners::give_rest_away(ContextNumber ended, int first) {
    std::vector<uint32_t> own;
    for (int i = first; i != -1; i = static_cast<int>(GET_OBJ_BUCKET_NUMBER(EG(objects_store).object_buckets[i])))
        own.push_back(static_cast<uint32_t>(i));
    for (ContextNumber& owner : owners_) {
        if (owner == ended) owner = 0;
    }
    for (const uint32_t i : own) {
        if (i < noted_) owners_[i] = ended;
    }
}

int ObjectOwners::in_order(int first) {
    zend_objects_store& store = EG(objects_store);
    std::vector<uint64_t> listed(store.top / kBits + 1);
    for (int i = first; i != -1; i = static_cast<int>(GET_OBJ_BUCKET_NUMBER(store.object_buckets[i])))
        listed[static_cast<uint32_t>(i) / kBits] |= bit_of(static_cast<uint32_t>(i));
    while (store.top > 1 && (listed[(store.top - 1) / kBits] & bit_of(store.top - 1)) != 0) {
        --store.top;
        listed[store.top / kBits] ^= bit_of(store.top);
    }
    if (store.top < noted_) owners_.resize(noted_ = store.top);
    int list = -1;
    for (size_t word = listed.size(); word-- > 0;) {
        while (listed[word] != 0) {
            const uint32_t bit = kBits - 1 - static_cast<uint32_t>(std::countl_zero(listed[word]));
            listed[word] ^= uint64_t{1} << bit;
            const auto number = static_cast<int>(word * kBits + bit);
            SET_OBJ_BUCKET_NUMBER(store.object_buckets[number], list);
            list = number;
        }
    }
    return list;
}

}  // namespace tern::php
