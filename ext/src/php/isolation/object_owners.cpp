#include "php/isolation/object_owners.h"

#include <bit>

namespace tern::php {

int ObjectOwners::in_order(int first) {
    constexpr uint32_t kBits = 64;
    std::vector<uint64_t> listed(EG(objects_store).top / kBits + 1);
    for (int i = first; i != -1; i = static_cast<int>(GET_OBJ_BUCKET_NUMBER(EG(objects_store).object_buckets[i])))
        listed[static_cast<uint32_t>(i) / kBits] |= uint64_t{1} << (static_cast<uint32_t>(i) % kBits);
    int list = -1;
    for (size_t word = listed.size(); word-- > 0;) {
        while (listed[word] != 0) {
            const uint32_t bit = kBits - 1 - static_cast<uint32_t>(std::countl_zero(listed[word]));
            listed[word] ^= uint64_t{1} << bit;
            const auto number = static_cast<int>(word * kBits + bit);
            SET_OBJ_BUCKET_NUMBER(EG(objects_store).object_buckets[number], list);
            list = number;
        }
    }
    return list;
}

}  // namespace tern::php
