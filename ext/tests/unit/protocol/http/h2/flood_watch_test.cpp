#include <string>

#include "doctest/doctest.h"
#include "protocol/http/h2/watched_input.h"

using namespace tern;
using namespace tern::http::h2;
using namespace tern::http::h2::test;

namespace {

std::string frame(int type, int flags, size_t length) {
    std::string bytes;
    for (int shift : {16, 8, 0}) bytes.push_back(static_cast<char>(length >> shift));
    bytes.push_back(static_cast<char>(type));
    bytes.push_back(static_cast<char>(flags));
    bytes.append(4, '\0');
    return bytes.append(length, '\0');
}

FloodLimits all(uint32_t allowed) {
    FloodLimits limits;
    limits.allowed.fill(allowed);
    return limits;
}

// How many of those frames pass, of at most `most`.
int passed(FrameWatch& watch, const std::string& bytes, int most, int64_t now_ms = 1'000'000) {
    int count = 0;
    while (count < most && passes(watch, bytes, now_ms)) ++count;
    return count;
}

}  // namespace

TEST_CASE("FloodWatch: each kind has its own allowance") {
    const std::pair<Flood, std::string> cases[] = {
        {Flood::resets, frame(3, 0, 4)},          {Flood::pings, frame(6, 0, 8)},
        {Flood::settings, frame(4, 0, 0)},        {Flood::settings, frame(4, 0, 6)},
        {Flood::empty_frames, frame(0, 0, 0)},    {Flood::window_updates, frame(8, 0, 4)},
        {Flood::priorities, frame(2, 0, 5)},      {Flood::priorities, frame(16, 0, 6)},
        {Flood::unknown_frames, frame(99, 0, 3)},
    };
    for (const auto& [kind, bytes] : cases) {
        const Flood expected = kind;  // clang's lambdas capture no structured binding in C++20
        CAPTURE(name_of(expected));
        FrameWatch watch(all(5));
        CHECK(passed(watch, bytes, 100) == 5);
        CHECK(watch.floods().kind() == expected);
    }
}

TEST_CASE("FloodWatch: answers, payload and ends are no flood") {
    for (const std::string& bytes : {frame(6, 1, 8), frame(4, 1, 0), frame(0, 1, 0), frame(0, 0, 1), frame(1, 4, 20)}) {
        FrameWatch watch(all(5));
        CHECK(passed(watch, bytes, 100) == 100);
    }
}

TEST_CASE("FloodWatch: an allowance comes back with time") {
    FrameWatch watch(all(6));
    CHECK(passed(watch, frame(6, 0, 8), 100, 1'000'000) == 6);
    CHECK(passed(watch, frame(6, 0, 8), 100, 1'000'000 + 60'000) <= 6);
    FrameWatch slow(all(6));
    for (int i = 0; i < 100; ++i) CHECK(passes(slow, frame(6, 0, 8), 1'000'000 + i * 10'000));
}

TEST_CASE("FloodWatch: CONTINUATIONs count by head") {
    FloodLimits limits;
    limits[Flood::continuations] = 2;
    FrameWatch watch(limits);
    for (int head = 0; head < 50; ++head) {
        CHECK(passes(watch, frame(1, 0, 3) + frame(9, 0, 3) + frame(9, 4, 3), 1));
    }
    CHECK_FALSE(passes(watch, frame(1, 0, 3) + frame(9, 0, 3) + frame(9, 0, 3) + frame(9, 4, 3), 1));
    CHECK(watch.floods().kind() == Flood::continuations);
}

TEST_CASE("FloodWatch: what we send and what is asked for earns an allowance") {
    FrameWatch watch(all(5));
    for (int i = 0; i < 100; ++i) {
        watch.floods().on_data_sent();
        CHECK(passes(watch, frame(8, 0, 4) + frame(8, 0, 4), 1));
        CHECK(passes(watch, frame(1, 5, 4) + frame(16, 0, 8), 1));
    }
}

TEST_CASE("FloodWatch: no limit, and bytes cut anywhere") {
    FrameWatch free(all(0));
    CHECK(passed(free, frame(6, 0, 8), 1000) == 1000);
    const std::string bytes = frame(1, 5, 7) + frame(6, 0, 8) + frame(0, 0, 0) + frame(6, 0, 8);
    for (size_t cut = 0; cut <= bytes.size(); ++cut) {
        FrameWatch watch(all(1));
        const bool first = passes(watch, Bytes(bytes).substr(0, cut), 1);
        const bool both = first && passes(watch, Bytes(bytes).substr(cut), 1);
        CHECK_FALSE(both);
        CHECK(watch.floods().kind() == Flood::pings);
    }
}
