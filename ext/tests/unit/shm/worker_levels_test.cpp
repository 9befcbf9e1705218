#include "shm/worker_levels.h"

#include <doctest/doctest.h>

using namespace tern;
using namespace tern::shm;

TEST_CASE("recent peak: the highest of this window and the one before; old ones are forgotten by readers, too") {
    constexpr int64_t kWindow = RecentPeak::kWindowMs;
    RecentPeak peak;
    CHECK(peak.get(0) == 0);
    int64_t now_ms = 10 * kWindow;
    peak.see(7, now_ms);
    peak.see(3, now_ms + 1);
    CHECK(peak.get(now_ms + 1) == 7);
    CHECK(peak.get(now_ms + kWindow) == 7);
    CHECK(peak.get(now_ms + 2 * kWindow) == 0);
    peak.see(4, now_ms + kWindow);
    CHECK(peak.get(now_ms + kWindow) == 7);
    CHECK(peak.get(now_ms + 2 * kWindow) == 4);
    peak.see(1, now_ms + 2 * kWindow);
    CHECK(peak.get(now_ms + 2 * kWindow) == 4);
    peak.see(2, now_ms + 9 * kWindow);
    CHECK(peak.get(now_ms + 9 * kWindow) == 2);
    peak.reset();
    CHECK(peak.get(now_ms) == 0);
}

TEST_CASE("pool board: what was written last is read; names are cut") {
    PoolBoard board;
    PoolBoard::Pools read;
    CHECK(board.read(read) == 0);
    PoolBoard::Pools pools{};
    pools[0].set_name("orders");
    pools[0].size = 5;
    pools[0].waiting = 2;
    pools[1].set_name(std::string(50, 'x'));
    board.write(pools, 2);
    REQUIRE(board.read(read) == 2);
    CHECK(read[0].name_text() == "orders");
    CHECK(read[0].size == 5);
    CHECK(read[0].idle == 0);
    CHECK(read[0].waiting == 2);
    CHECK(read[1].name_text() == std::string(PoolLevels::kNameBytes, 'x'));
    board.write(pools, 0);
    CHECK(board.read(read) == 0);
}
