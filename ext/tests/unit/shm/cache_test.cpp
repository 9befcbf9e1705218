#include "shm/cache.h"

#include <csignal>
#include <doctest/doctest.h>
#include <memory>
#include <random>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <unordered_map>

#include "base/clock.h"
#include "shm/child.h"

using namespace tern;
using tern::shm::Cache;
using tern::shm::test::child;

namespace {

constexpr shm::CacheTag kText = 1;

std::unique_ptr<Cache> make(size_t bytes) {
    auto cache = std::make_unique<Cache>();
    REQUIRE(cache->create(bytes) == Error::ok);
    return cache;
}

std::string text(int seed, size_t bytes) {
    std::string made(bytes, ' ');
    for (size_t i = 0; i < bytes; ++i) made[i] = static_cast<char>('a' + (seed + i) % 26);
    return made;
}

bool has_text(Cache& cache, Bytes key, Bytes value) {
    const Cache::Found found = cache.get(key);
    return found.found && found.tag == kText && found.value == value;
}

void wait_until(int64_t coarse) {
    while (coarse_ms() < coarse) usleep(1000);
}

}  // namespace

TEST_CASE("a cache has what was set, of any size that fits") {
    auto cache = make(1 << 20);
    for (size_t bytes : {0, 1, 60, 80, 127, 128, 129, 1000, 100'000}) {
        for (size_t key_bytes : {1, 50, 100, 250, 1024}) {
            const std::string key = text(static_cast<int>(bytes), key_bytes);
            const std::string value = text(7, bytes);
            REQUIRE(cache->set(key, kText, value, Cache::kNever));
            CHECK(has_text(*cache, key, value));
            CHECK(cache->remove(key));
            CHECK_FALSE(cache->remove(key));
            CHECK_FALSE(cache->get(key).found);
        }
    }
    CHECK(cache->counts().blocks == 0);
    CHECK(cache->is_sound());
    CHECK_FALSE(cache->set("k", kText, std::string(cache->largest_value() + 1, 'x'), Cache::kNever));
    CHECK(cache->set("k", kText, std::string(cache->largest_value(), 'x'), Cache::kNever));
    CHECK(cache->is_sound());
}

TEST_CASE("the sizes of a cache have limits") {
    Cache cache;
    CHECK(cache.create(Cache::kLeast - 1) == Error::invalid_params);
    CHECK(cache.create(Cache::kMost + 1) == Error::invalid_params);
    CHECK(make(Cache::kLeast)->bytes() <= Cache::kLeast);
    CHECK(make(100 << 20)->bytes() <= 100 << 20);
}

TEST_CASE("a cache does what a map does, as long as nothing is dropped") {
    auto cache = make(16 << 20);
    std::unordered_map<std::string, std::string> model;
    std::mt19937 random(7);
    for (int i = 0; i < 50'000; ++i) {
        const std::string key = "key" + std::to_string(random() % 500);
        switch (random() % 4) {
            case 0: {
                model[key] = text(i, random() % 2000);
                REQUIRE(cache->set(key, kText, model[key], Cache::kNever));
                break;
            }
            case 1: REQUIRE(cache->remove(key) == (model.erase(key) == 1)); break;
            case 2: {
                const bool is_new = model.try_emplace(key, text(i, 10)).second;
                REQUIRE(cache->add(key, kText, text(i, 10), Cache::kNever) == is_new);
                break;
            }
            default: {
                auto found = model.find(key);
                REQUIRE(cache->has(key) == (found != model.end()));
                if (found != model.end()) REQUIRE(has_text(*cache, key, found->second));
            }
        }
    }
    CHECK(cache->counts().entries == model.size());
    CHECK(cache->is_sound());
    cache->clear();
    CHECK(cache->counts().entries == 0);
    CHECK(cache->is_sound());
}

TEST_CASE("what was not used for longest makes room") {
    auto cache = make(Cache::kLeast);
    REQUIRE(cache->set("used", kText, "1", Cache::kNever));
    REQUIRE(cache->set("unused", kText, "2", Cache::kNever));
    for (int i = 0; i < 5000; ++i) {
        REQUIRE(cache->set("other" + std::to_string(i), kText, text(i, i % 700), Cache::kNever));
        REQUIRE(has_text(*cache, "used", "1"));
    }
    CHECK_FALSE(cache->has("unused"));
    CHECK(cache->counts().evicted > 4000);
    CHECK(cache->is_sound());
}

TEST_CASE("what expires is not found and makes room, asked for or not") {
    auto cache = make(Cache::kLeast);
    REQUIRE(cache->set("short", kText, "1", 1));
    for (int i = 0; i < 100; ++i) REQUIRE(cache->set("s" + std::to_string(i), kText, "1", 1));
    const int64_t past = coarse_ms() + 2;
    wait_until(past);
    CHECK_FALSE(cache->get("short").found);
    CHECK_FALSE(cache->has("short"));
    for (int i = 0; i < 100; ++i) REQUIRE(cache->set("again", kText, "1", Cache::kNever));
    CHECK(cache->counts().entries == 1);
    CHECK(cache->counts().expired == 101);
    CHECK(cache->counts().evicted == 0);
}

TEST_CASE("integers are added to, anything else is not") {
    using State = Cache::Sum::State;
    auto cache = make(Cache::kLeast);
    const std::string key = text(1, 90);  // the value lies in two blocks
    CHECK(cache->increment(key, 5, Cache::kNever).value == 5);
    CHECK(cache->increment(key, -7, Cache::kNever).value == -2);
    CHECK(cache->increment(key, INT64_MIN, Cache::kNever).state == State::out_of_range);
    CHECK(cache->increment(key, 0, Cache::kNever).value == -2);
    REQUIRE(cache->set(key, kText, "12345678", Cache::kNever));
    CHECK(cache->increment(key, 1, Cache::kNever).state == State::no_integer);
}

TEST_CASE("one process makes a value, the others wait for it") {
    auto cache = make(Cache::kLeast);
    const Cache::Claimed mine = cache->claim("k");
    REQUIRE(mine.token != 0);
    CHECK_FALSE(cache->get("k").found);
    CHECK_FALSE(cache->has("k"));
    const Cache::Claimed other = cache->claim("k");
    CHECK(other.token == 0);
    CHECK(other.holder.token == mine.token);
    CHECK_FALSE(cache->fulfil("k", mine.token + 1, kText, "v", Cache::kNever));
    CHECK(cache->fulfil("k", mine.token, kText, "v", Cache::kNever));
    CHECK(cache->claim("k").found.value == "v");
    CHECK_FALSE(cache->fulfil("k", mine.token, kText, "late", Cache::kNever));

    SUBCASE("who gives up leaves it to the next") {
        REQUIRE(cache->remove("k"));
        const uint64_t token = cache->claim("k").token;
        cache->give_up("k", token + 1);
        CHECK(cache->claim("k").token == 0);
        cache->give_up("k", token);
        CHECK(cache->claim("k").token > token);
    }
    SUBCASE("what is deleted meanwhile stays deleted") {
        REQUIRE(cache->remove("k"));
        const uint64_t token = cache->claim("k").token;
        CHECK_FALSE(cache->remove("k"));
        CHECK_FALSE(cache->fulfil("k", token, kText, "old", Cache::kNever));
        CHECK_FALSE(cache->has("k"));
    }
    SUBCASE("what is set meanwhile stays") {
        REQUIRE(cache->remove("k"));
        const uint64_t token = cache->claim("k").token;
        REQUIRE(cache->set("k", kText, "new", Cache::kNever));
        CHECK_FALSE(cache->fulfil("k", token, kText, "old", Cache::kNever));
        cache->give_up("k", token);
        CHECK(has_text(*cache, "k", "new"));
    }
    SUBCASE("a claim ends with its time") {
        REQUIRE(cache->remove("k"));
        const uint64_t token = cache->claim("k", 1).token;
        REQUIRE(token != 0);
        wait_until(coarse_ms() + 2);
        const uint64_t next = cache->claim("k").token;
        CHECK(next > token);
        CHECK_FALSE(cache->fulfil("k", token, kText, "late", Cache::kNever));
        CHECK(cache->fulfil("k", next, kText, "in time", Cache::kNever));
    }
    SUBCASE("the claim of a dead process is taken over, once") {
        REQUIRE(cache->remove("k"));
        const pid_t pid = child([&] { (void)cache->claim("k"); });
        REQUIRE(waitpid(pid, nullptr, 0) == pid);
        const Cache::Claimed found = cache->claim("k");
        REQUIRE(found.token == 0);
        CHECK(shm::is_dead(found.holder.process));
        CHECK(cache->take_over("k", found.holder) != 0);
        CHECK(cache->take_over("k", found.holder) == 0);
    }
}

TEST_CASE("a process that is killed at any instruction leaves the cache usable") {
    auto cache = make(Cache::kLeast);
    std::mt19937 random(3);
    for (int round = 0; round < 50; ++round) {
        const pid_t pid = child([&] {
            for (unsigned i = 0;; ++i) {
                const std::string key = "key" + std::to_string(i % 100);
                (void)cache->set(key, kText, key + text(0, i % 900), Cache::kNever);
                (void)cache->get(key);
                (void)cache->increment("sum", 1, Cache::kNever);
            }
        });
        usleep(random() % 3000);
        REQUIRE(kill(pid, SIGKILL) == 0);
        REQUIRE(waitpid(pid, nullptr, 0) == pid);
        REQUIRE(cache->is_sound());
        for (int i = 0; i < 100; ++i) {
            const std::string key = "key" + std::to_string(i);
            const Cache::Found found = cache->get(key);
            if (!found.found) continue;
            REQUIRE(found.value.substr(0, key.size()) == key);
            REQUIRE(found.value.substr(key.size()) == text(0, found.value.size() - key.size()));
        }
        REQUIRE(cache->set("alive", kText, "yes", Cache::kNever));
    }
}

TEST_CASE("the largest value of a cache of terabytes has a length of 32 bits") {
    auto shard = std::make_unique<tern::shm::CacheShard>();
    shard->init(1u << 27);
    CHECK(shard->largest_value() >= 0xffff'0000);
    shard->init(1000);
    CHECK(shard->largest_value() == 500 * tern::shm::CacheShard::kBlock);
}

TEST_CASE("a value is removed only if it is the given one") {
    auto cache = make(Cache::kLeast);
    const std::string large = text(1, 300);
    REQUIRE(cache->set("k", kText, large, Cache::kNever));
    CHECK_FALSE(cache->remove_if("k", kText, text(2, 300)));
    CHECK_FALSE(cache->remove_if("k", kText, large.substr(1)));
    CHECK_FALSE(cache->remove_if("k", shm::kCacheInteger, large));
    CHECK_FALSE(cache->remove_if("other", kText, large));
    CHECK(cache->has("k"));
    CHECK(cache->remove_if("k", kText, large));
    CHECK_FALSE(cache->remove_if("k", kText, large));
    CHECK_FALSE(cache->has("k"));
}
