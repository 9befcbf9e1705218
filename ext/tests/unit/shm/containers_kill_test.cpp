// A process that may be killed at each of its instructions while it changes containers. What the memory was like then
// is what such a process would have left.
#include <cstring>
#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "shm/containers_world.h"
#include "shm/traced.h"

using namespace tern;
using namespace tern::shm;
using namespace tern::shm::test;

namespace {

constexpr size_t kSnapshotPage = 4096;

using ContainersWork = void (*)(ContainersWorld&);

const std::string kOne(100, '1');
const std::string kTwo(200, '2');

void prepare_world(ContainersWorld& world) {
    for (const size_t bytes : {100'000, 50'000, 25'000, 12'000}) {
        world.set("large " + std::to_string(bytes), text_value(std::string(bytes, 'x')));
    }
    world.set("key", text_value(kOne));
    for (int i = 0; i < 7; ++i) world.set("fill " + std::to_string(i), integer_value(i));
    REQUIRE(world.all.map_erase(world.map, map_key("fill 6")) == Error::ok);
    for (int i = 0; i < 8; ++i) world.add(i % 2 == 0 ? text_value(kOne) : integer_value(i));
    world.push(text_value(kOne));
    const ContainerId inner = world.all.make(ContainerKind::list).value();
    REQUIRE(world.all.list_set(inner, -1, text_value(kTwo)) == Error::ok);
    world.set("inner", container_value(inner));
    world.push(container_value(inner));
    world.all.release(inner);
}

void set_new(ContainersWorld& world) { (void)world.all.map_set(world.map, map_key(kTwo), text_value(kTwo), {}); }
void set_old(ContainersWorld& world) { (void)world.all.map_set(world.map, map_key("key"), text_value(kTwo), {}); }
void add_number(ContainersWorld& world) { (void)world.all.map_add(world.map, map_key("fill 1"), {false, 5, 5}); }
void erase_text(ContainersWorld& world) { (void)world.all.map_erase(world.map, map_key("key")); }
void append(ContainersWorld& world) { (void)world.all.list_set(world.list, -1, text_value(kTwo)); }
void erase_from_list(ContainersWorld& world) { (void)world.all.list_erase(world.list, 2); }
void push(ContainersWorld& world) { (void)world.all.queue_push(world.queue, text_value(kTwo), true); }
void pop(ContainersWorld& world) {
    ReadValue value;
    (void)world.all.queue_pop(world.queue, value);
}
void clear_map(ContainersWorld& world) { (void)world.all.clear(world.map); }
void make(ContainersWorld& world) { (void)world.all.make(ContainerKind::lock, 300); }
void put_container(ContainersWorld& world) {
    (void)world.all.map_set(world.map, map_key("key"), container_value(world.list), {});
}
void get_container(ContainersWorld& world) {
    ReadValue value;
    (void)world.all.map_get(world.map, map_key("inner"), value);
    world.all.release(value.container);
}
void set_large(ContainersWorld& world) {
    const std::string large(9'000, 'l');  // adds memory
    (void)world.all.map_set(world.map, map_key("fill 2"), text_value(large), {});
}

// The memory at a moment: the pages that have changed since the moment before.
using ContainersMoment = std::vector<std::pair<size_t, std::string>>;

std::vector<ContainersMoment> moments_of(ContainersWorld& world, ContainersWork work, std::string& first) {
    const Arena& arena = world.all.arena();
    const pid_t pid = stopped_child([&] { (void)world.all.count(world.map); }, [&] { work(world); });
    const size_t all = arena.snapshot_bytes() + (uint64_t{256} << 10);
    first.assign(arena.memory(), all);
    std::string now = first;
    std::vector<ContainersMoment> moments;
    while (step(pid)) {
        ContainersMoment moment;
        for (size_t at = 0; at < all; at += kSnapshotPage) {
            if (std::memcmp(&now[at], arena.memory() + at, kSnapshotPage) == 0) continue;
            now.replace(at, kSnapshotPage, arena.memory() + at, kSnapshotPage);
            moment.emplace_back(at, now.substr(at, kSnapshotPage));
        }
        if (!moment.empty()) moments.push_back(std::move(moment));
    }
    end(pid);
    return moments;
}

std::string before_or_after(const std::string& now, const std::string& before, const std::string& after) {
    if (now == before) return "before";
    return now == after ? "after" : now;
}

}  // namespace

TEST_CASE("a process may be killed at each instruction while it changes containers") {
    if (!may_trace()) return;
    const ContainersWork works[] = {set_new, set_old,   add_number, erase_text,    append,        erase_from_list, push,
                                    pop,     clear_map, make,       put_container, get_container, set_large};
    for (size_t which = 0; which < std::size(works); ++which) {
        const ContainersWork work = works[which];
        std::string after;
        {
            ContainersWorld other;
            prepare_world(other);
            work(other);
            after = other.seen();
        }
        ContainersWorld world;
        const uint64_t empty = world.emptied_bytes();
        prepare_world(world);
        const std::string before = world.seen();
        std::string memory;
        const std::vector<ContainersMoment> moments = moments_of(world, work, memory);
        CHECK(moments.size() > 5);
        bool done = false;
        for (size_t i = 0; i < moments.size(); ++i) {
            for (const auto& [at, page] : moments[i]) memory.replace(at, kSnapshotPage, page);
            std::memcpy(world.all.arena().memory(), memory.data(), memory.size());
            const std::string now = before_or_after(world.seen(), before, after);
            CHECK_MESSAGE((now == "after" || (now == "before" && (!done || before == after))), "work ", which,
                          " moment ", i, ": ", now);
            done = done || now == "after";
            CHECK_MESSAGE(world.all.arena().audit().sound, "work ", which, " moment ", i);
            CHECK_MESSAGE(world.emptied_bytes() == empty, "work ", which, " moment ", i);
        }
        CHECK((done || before == after));
    }
}

TEST_CASE("a process that repairs after a killed one may be killed at each instruction") {
    if (!may_trace()) return;
    ContainersWorld world;
    const uint64_t empty = world.emptied_bytes();
    prepare_world(world);
    const std::string before = world.seen();
    std::string memory;
    const std::vector<ContainersMoment> first = moments_of(world, set_old, memory);
    size_t checked = 0;
    for (size_t i = 0; i < first.size(); ++i) {
        for (const auto& [at, page] : first[i]) memory.replace(at, kSnapshotPage, page);
        if (i % 7 != 3) continue;
        std::memcpy(world.all.arena().memory(), memory.data(), memory.size());
        std::string again;
        for (const ContainersMoment& moment : moments_of(world, add_number, again)) {
            for (const auto& [at, page] : moment) again.replace(at, kSnapshotPage, page);
            std::memcpy(world.all.arena().memory(), again.data(), again.size());
            const std::string now = world.seen();
            CHECK(now.find("fill 0=0") != std::string::npos);
            CHECK(now.size() + 1 >= before.size());
            CHECK(world.all.arena().audit().sound);
            CHECK(world.emptied_bytes() == empty);
            ++checked;
        }
    }
    CHECK(checked > 20);
}
