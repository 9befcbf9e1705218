// Maps, lists and queues in one process and in several.
#include <csignal>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <vector>

#include "base/clock.h"
#include "shm/child.h"
#include "shm/containers_world.h"

using namespace tern;
using namespace tern::shm;
using namespace tern::shm::test;

TEST_CASE("a map keeps the order of its keys and finds all of them") {
    ContainersWorld world;
    for (int i = 0; i < 1000; ++i) world.set("key " + std::to_string(i), integer_value(i));
    for (int i = 0; i < 1000; i += 2) {
        REQUIRE(world.all.map_erase(world.map, map_key("key " + std::to_string(i))) == Error::ok);
    }
    REQUIRE(world.all.map_erase(world.map, map_key("key 0")) == Error::no_payload);
    ReadValue value;
    for (int i = 0; i < 1000; ++i) {
        const Error error = world.all.map_get(world.map, map_key("key " + std::to_string(i)), value);
        REQUIRE(error == (i % 2 == 0 ? Error::no_payload : Error::ok));
        if (i % 2 != 0) REQUIRE(value.bits == static_cast<uint64_t>(i));
    }
    CHECK(world.all.count(world.map).value() == 500);
    for (int i = 9; i < 1000; i += 2) (void)world.all.map_erase(world.map, map_key("key " + std::to_string(i)));
    CHECK(world.seen(world.map) == "key 1=1 key 3=3 key 5=5 key 7=7");
}

TEST_CASE("numbers and texts are different keys, and short texts are like long ones") {
    ContainersWorld world;
    const std::string large(10'000, 'x');
    CHECK(world.all.map_set(world.map, map_key(7), text_value("number"), Containers::When::always).value());
    CHECK(world.all.map_set(world.map, map_key("7"), text_value(large), Containers::When::always).value());
    CHECK(world.all.map_set(world.map, map_key(""), text_value(""), Containers::When::always).value());
    CHECK(world.all.map_set(world.map, map_key(large), text_value("12345678"), Containers::When::always).value());
    ReadValue value;
    CHECK(world.all.map_get(world.map, map_key(7), value) == Error::ok);
    CHECK(value.text == "number");
    CHECK(world.all.map_get(world.map, map_key("7"), value) == Error::ok);
    CHECK(value.text == large);
    CHECK(world.all.map_get(world.map, map_key(""), value) == Error::ok);
    CHECK(value.text.empty());
    CHECK(world.all.map_get(world.map, map_key(large), value) == Error::ok);
    CHECK(value.text == "12345678");
}

TEST_CASE("a key is added if it is absent, updated if it is present, and increased in any case") {
    ContainersWorld world;
    CHECK(!world.all.map_set(world.map, map_key("a"), integer_value(1), Containers::When::present).value());
    CHECK(world.all.map_set(world.map, map_key("a"), integer_value(1), Containers::When::absent).value());
    CHECK(!world.all.map_set(world.map, map_key("a"), integer_value(2), Containers::When::absent).value());
    CHECK(world.all.map_set(world.map, map_key("a"), integer_value(3), Containers::When::present).value());
    CHECK(world.all.map_add(world.map, map_key("a"), {false, 4, 4.0}).value().integer == 7);
    CHECK(world.all.map_add(world.map, map_key("b"), {true, 1, 1.5}).value().real == 1.5);
    CHECK(world.all.map_add(world.map, map_key("b"), {false, 2, 2.0}).value().real == 3.5);
    world.set("c", text_value("text"));
    CHECK(world.all.map_add(world.map, map_key("c"), {false, 1, 1.0}).error() == Error::wrong_operation);
    CHECK(world.seen(world.map) == "a=7 b=3.500000 c=text");
}

TEST_CASE("values of a list move when one before them is erased") {
    ContainersWorld world;
    for (int i = 0; i < 20; ++i) world.add(text_value("value " + std::to_string(i)));
    CHECK(world.all.list_set(world.list, 21, integer_value(0)) == Error::invalid_params);
    CHECK(world.all.list_set(world.list, -2, integer_value(0)) == Error::invalid_params);
    CHECK(world.all.list_set(world.list, 3, integer_value(33)) == Error::ok);
    CHECK(world.all.list_erase(world.list, 20) == Error::invalid_params);
    for (int i = 18; i > 4; --i) REQUIRE(world.all.list_erase(world.list, i) == Error::ok);
    REQUIRE(world.all.list_erase(world.list, 0) == Error::ok);
    CHECK(world.seen(world.list) == "0=value 1 1=value 2 2=33 3=value 4 4=value 19");
    const uint32_t order[] = {4, 0, 1, 2, 3};
    std::string items;
    uint32_t version = 0;
    REQUIRE(world.all.snapshot(world.list, false, items, version) == Error::ok);
    CHECK(world.all.reorder(world.list, version, order) == Error::ok);
    CHECK(world.all.reorder(world.list, version, order) == Error::busy);
    CHECK(world.seen(world.list) == "0=value 19 1=value 1 2=value 2 3=33 4=value 4");
}

TEST_CASE("a container is freed with its last reference, and what is in it") {
    ContainersWorld world;
    const uint64_t before = world.emptied_bytes();
    const ContainerId inner = world.all.make(ContainerKind::map).value();
    for (int i = 0; i < 1000; ++i) {
        REQUIRE(
            world.all.map_set(inner, map_key(i), text_value(std::string(100, 'x')), Containers::When::always).value());
    }
    world.set("inner", container_value(inner));
    world.push(container_value(inner));
    world.all.release(inner);
    ReadValue value;
    REQUIRE(world.all.queue_pop(world.queue, value) == Error::ok);
    CHECK(value.container.number == inner.number);
    REQUIRE(world.all.map_erase(world.map, map_key("inner")) == Error::ok);
    CHECK(world.all.count(inner).value() == 1000);
    world.all.release(inner);
    CHECK(world.all.count(inner).error() == Error::bad_descriptor);
    CHECK(world.all.open(inner).error() == Error::bad_descriptor);
    CHECK(world.emptied_bytes() == before);
}

TEST_CASE("without memory nothing changes, and memory is used again") {
    ContainersWorld world;
    const std::string large(uint64_t{1} << 20, 'x');
    int stored = 0;
    for (; stored < 100; ++stored) {
        const std::string name = "key " + std::to_string(stored);
        const auto set = world.all.map_set(world.map, map_key(name), text_value(large), Containers::When::always);
        if (set.ok()) continue;
        CHECK(set.error() == Error::no_memory);
        break;
    }
    CHECK(stored > 2);
    CHECK(stored < 5);
    CHECK(world.all.count(world.map).value() == static_cast<uint32_t>(stored));
    CHECK(world.all.arena().audit().sound);
    REQUIRE(world.all.map_erase(world.map, map_key("key 0")) == Error::ok);
    for (int i = 0; i < 100; ++i) world.set("key 1", integer_value(i));
    world.set("other", text_value(large));
    CHECK(world.all.arena().memory_bytes() <= world.all.arena().limit());
    (void)world.emptied_bytes();
}

TEST_CASE("a child that is forked has references of its own, and a killed one gives them back") {
    ContainersWorld world;
    const uint64_t before = world.emptied_bytes();
    const ContainerId inner = world.all.make(ContainerKind::list).value();
    int ready[2];
    REQUIRE(pipe(ready) == 0);
    const pid_t pid = child([&] {
        (void)world.all.list_set(inner, -1, text_value("from the child, which still has it"));
        (void)!write(ready[1], "x", 1);
        pause();
    });
    char byte;
    REQUIRE(read(ready[0], &byte, 1) == 1);
    world.all.release(inner);
    CHECK(world.all.open(inner).ok());
    world.all.release(inner);
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    CHECK(world.emptied_bytes() == before);
    CHECK(world.all.open(inner).error() == Error::bad_descriptor);
    close(ready[0]);
    close(ready[1]);
}

TEST_CASE("another mapping of the memory has the same containers") {
    ContainersWorld world;
    world.set("key", text_value("a value that has a block"));
    const pid_t pid = child([&] {
        Containers other;
        ReadValue value;
        if (other.attach(world.all.arena().fd()) != Error::ok) _exit(1);
        const auto map = other.open(world.map);
        if (!map || other.map_get(map.value(), map_key("key"), value) != Error::ok) _exit(2);
        if (value.text != "a value that has a block") _exit(3);
        if (other.queue_push(other.open(world.queue).value(), text_value("hello"), true) != Error::ok) _exit(4);
    });
    ReadValue value;
    CHECK(world.all.queue_wait(world.queue, -1, value) == Error::ok);
    CHECK(value.text == "hello");
    int status = 0;
    waitpid(pid, &status, 0);
    CHECK(status == 0);
    CHECK(world.all.queue_wait(world.queue, monotonic_ms() + 1, value) == Error::no_payload);
    const int zero = open("/dev/zero", O_RDONLY);
    Containers wrong;
    CHECK(wrong.attach(zero) == Error::bad_descriptor);
    close(zero);
}

TEST_CASE("processes that are killed at random leave whole containers and no memory") {
    ContainersWorld world;
    const uint64_t before = world.emptied_bytes();
    uint32_t seed = 1;
    for (int round = 0; round < 200; ++round) {
        const pid_t pid = child([&] {
            for (uint32_t i = 0;; ++i) {
                seed = seed * 1664525 + 1013904223 + static_cast<uint32_t>(getpid());
                const std::string name = "key " + std::to_string(seed >> 27);
                const std::string value(seed >> 8 & 255, static_cast<char>('a' + (seed >> 16) % 26));
                (void)world.all.map_set(world.map, map_key(name), text_value(value), Containers::When::always);
                if (i % 5 == 0) (void)world.all.map_erase(world.map, map_key(name));
                (void)world.all.queue_push(world.queue, text_value(value), false);
                ReadValue popped;
                if (i % 16 != 0) (void)world.all.queue_pop(world.queue, popped);
                if (i % 7 == 0) (void)world.all.list_set(world.list, -1, text_value(value));
                if (i % 3 == 0) (void)world.all.list_erase(world.list, 1);
                const ContainerId inner = world.all.make(ContainerKind::list).value();
                (void)world.all.map_set(world.map, map_key(7), container_value(inner), Containers::When::always);
                world.all.release(inner);
            }
        });
        usleep(static_cast<useconds_t>(round * 7 % 1000));
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, 0);
        if (round % 10 == 0) {
            REQUIRE(world.all.arena().audit().sound);
            std::string items;
            uint32_t version = 0;
            REQUIRE(world.seen(world.map) != "failed");
            REQUIRE(world.all.snapshot(world.queue, false, items, version) == Error::ok);
        }
    }
    CHECK(world.emptied_bytes() == before);
}
