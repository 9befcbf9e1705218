#include "base/ring.h"

#include <deque>
#include <doctest/doctest.h>

using tern::Ring;

TEST_CASE("ring: an empty one has no memory, and gives back that of a long queue") {
    Ring<int> ring;
    CHECK(ring.room() == 0);
    ring.push_back(1);
    CHECK(ring.room() == 4);
    CHECK(ring.pop_front() == 1);
    CHECK(ring.room() == 4);
    for (int i = 0; i < 1000; ++i) ring.push_back(i);
    CHECK(ring.room() == 1024);
    for (int i = 0; i < 999; ++i) CHECK(ring.pop_front() == i);
    CHECK(ring.room() == 1024);
    CHECK(ring.pop_front() == 999);
    CHECK(ring.room() == 0);
    ring.push_back(7);
    CHECK(ring[0] == 7);
}

TEST_CASE("ring: keeps the order wherever it grows") {
    for (int offset = 0; offset < 8; ++offset) {
        Ring<int> ring;
        std::deque<int> model;
        int next = 0;
        for (int i = 0; i < offset; ++i) {
            ring.push_back(-1);
            CHECK(ring.pop_front() == -1);
        }
        for (int step = 0; step < 200; ++step) {
            if (step % 3 == 2) {
                CHECK(ring.pop_front() == model.front());
                model.pop_front();
            } else {
                ring.push_back(next);
                model.push_back(next++);
            }
            REQUIRE(ring.size() == model.size());
            for (size_t i = 0; i < model.size(); ++i) CHECK(ring[i] == model[i]);
        }
    }
}
