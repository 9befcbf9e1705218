#include "base/address_map.h"

#include <doctest/doctest.h>
#include <map>
#include <random>

using tern::AddressMap;

namespace {

const void* address(size_t number) { return reinterpret_cast<const void*>(number * 16); }

}  // namespace

TEST_CASE("address map: a value stays until it is erased") {
    AddressMap<int> map;
    CHECK(map.empty());
    CHECK(map.find(address(1)) == nullptr);
    map.find_or_add(address(1), 5) = 7;
    CHECK(map.find_or_add(address(1), 5) == 7);
    CHECK(!map.empty());
    map.erase(address(2));
    CHECK(*map.find(address(1)) == 7);
    map.erase(address(1));
    CHECK(map.empty());
    CHECK(map.find_or_add(address(1), 5) == 5);
}

TEST_CASE("address map: has what a map has, after any changes") {
    std::mt19937 random(1);
    AddressMap<int> map;
    std::map<const void*, int> model;
    for (int step = 0; step < 200'000; ++step) {
        const void* one = address(1 + random() % (step < 100'000 ? 40 : 2000));
        if (random() % 2 == 0) {
            map.erase(one);
            model.erase(one);
        } else {
            map.find_or_add(one, step) = step;
            model[one] = step;
        }
        const void* other = address(1 + random() % 2000);
        const int* found = map.find(other);
        const auto expected = model.find(other);
        REQUIRE((found == nullptr) == (expected == model.end()));
        if (found != nullptr) REQUIRE(*found == expected->second);
        REQUIRE(map.empty() == model.empty());
    }
}
