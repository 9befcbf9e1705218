#include "boundary/name_cache.h"

#include <cstring>
#include <doctest/doctest.h>

using tern::boundary::HostAddress;
using tern::boundary::NameCache;
using tern::boundary::NameQuery;

namespace {

NameQuery query(const char* name) {
    NameQuery made;
    made.name = name;
    return made;
}

std::vector<HostAddress> addresses(const char* text) {
    HostAddress one{};
    std::strcpy(one.text, text);
    return {one};
}

TEST_CASE("a name cache without a limit keeps nothing") {
    NameCache cache;
    cache.add(query("a"), addresses("192.0.2.1"), 0);
    CHECK(cache.find(query("a"), 0) == nullptr);
}

TEST_CASE("a name cache keeps an address until it expires") {
    NameCache cache;
    cache.limit(2, 100);
    cache.add(query("a"), addresses("192.0.2.1"), 1'000);
    const auto* found = cache.find(query("a"), 1'099);
    REQUIRE(found != nullptr);
    CHECK(std::string(found->front().text) == "192.0.2.1");
    CHECK(cache.find(query("b"), 1'099) == nullptr);
    NameQuery other = query("a");
    other.family = AF_INET6;
    CHECK(cache.find(other, 1'099) == nullptr);
    CHECK(cache.find(query("a"), 1'100) == nullptr);
}

TEST_CASE("a name cache forgets the name that was not used for longest") {
    NameCache cache;
    cache.limit(2, 100);
    cache.add(query("a"), addresses("192.0.2.1"), 0);
    cache.add(query("b"), addresses("192.0.2.2"), 0);
    CHECK(cache.find(query("a"), 1) != nullptr);
    cache.add(query("c"), addresses("192.0.2.3"), 1);
    CHECK(cache.find(query("b"), 1) == nullptr);
    CHECK(cache.find(query("a"), 1) != nullptr);
    CHECK(cache.find(query("c"), 1) != nullptr);
    cache.clear();
    CHECK(cache.find(query("a"), 1) == nullptr);
    cache.add(query("a"), addresses("192.0.2.1"), 1);
    cache.limit(0, 100);
    CHECK(cache.find(query("a"), 1) == nullptr);
}

}  // namespace
