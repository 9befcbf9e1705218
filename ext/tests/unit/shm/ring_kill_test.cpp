// A writer that may be killed at each of its instructions: what the memory was like then, as the others go on with it.
#include <cstring>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "shm/next_message.h"
#include "shm/traced.h"

using namespace tern;
using namespace tern::shm;
using tern::shm::test::next;

namespace {

Error write_in_two(Ring& ring, Bytes message) {
    const Bytes parts[] = {message.substr(0, message.size() / 2), message.substr(message.size() / 2)};
    return ring.write(parts);
}

struct RingFixture {
    Ring ring;
    const std::string before = std::string(700, 'b');
    const std::string killed = std::string(500, 'k');

    RingFixture() {
        REQUIRE(ring.create(4096) == Error::ok);
        // So that what the killed one writes crosses the end of the memory.
        for (int i = 0; i < 4; ++i) {
            REQUIRE(write_in_two(ring, before) == Error::ok);
            REQUIRE(next(ring) == before);
        }
        REQUIRE(write_in_two(ring, before) == Error::ok);
    }

    void restore(const std::string& moment) { std::memcpy(ring.memory(), moment.data(), moment.size()); }

    // Whether the killed one's message is there; all else is as if nobody had died.
    bool check_rest() {
        const std::string after(900, 'a');
        CHECK(write_in_two(ring, after) == Error::ok);
        CHECK(next(ring) == before);
        std::string second = next(ring);
        const bool has_left_it = second == killed;
        if (has_left_it) second = next(ring);
        CHECK(second == after);
        CHECK(next(ring) == "none");
        CHECK(ring.sleep());
        CHECK(write_in_two(ring, after) == Error::ok);
        CHECK(!ring.sleep());
        CHECK(next(ring) == after);
        return has_left_it;
    }
};

// Different ones only. The writer is dead afterwards.
std::vector<std::string> moments_of(RingFixture& fixture) {
    std::vector<std::string> all;
    Ring& ring = fixture.ring;
    const pid_t pid =
        test::stopped_child([&] { (void)this_process_name(); }, [&] { (void)write_in_two(ring, fixture.killed); });
    while (test::step(pid)) {
        std::string moment(ring.memory(), ring.memory_bytes());
        if (all.empty() || all.back() != moment) all.push_back(std::move(moment));
    }
    test::end(pid);
    return all;
}

}  // namespace

TEST_CASE("a writer of a ring may be killed at each of its instructions") {
    if (!test::may_trace()) return;
    RingFixture fixture;
    const std::vector<std::string> moments = moments_of(fixture);
    CHECK(moments.size() > 10);
    bool was_there = false;
    for (const std::string& moment : moments) {
        fixture.restore(moment);
        const bool is_there = fixture.check_rest();
        CHECK(is_there >= was_there);
        was_there = is_there;
    }
    CHECK(was_there);
}

TEST_CASE("a reader of a ring may be killed at each of its instructions") {
    if (!test::may_trace()) return;
    RingFixture fixture;
    REQUIRE(write_in_two(fixture.ring, fixture.killed) == Error::ok);
    std::vector<std::string> moments;
    const pid_t pid = test::stopped_child([] {}, [&] { (void)next(fixture.ring); });
    while (test::step(pid)) {
        std::string moment(fixture.ring.memory(), fixture.ring.memory_bytes());
        if (moments.empty() || moments.back() != moment) moments.push_back(std::move(moment));
    }
    test::end(pid);
    CHECK(moments.size() == 2);
    for (size_t i = 0; i < moments.size(); ++i) {
        fixture.restore(moments[i]);
        if (i == 0) CHECK(next(fixture.ring) == fixture.before);
        CHECK(next(fixture.ring) == fixture.killed);
        CHECK(next(fixture.ring) == "none");
    }
}
