#include "serve/packet_input.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "serve/rig.h"

using tern::Bytes;
using tern::net::Block;
using tern::net::BlockPool;
using tern::serve::PacketInput;

namespace {

struct Pools {
    tern::loop::Loop loop{tern::serve::test::Rig::clock};
    tern::serve::test::Journal journal;
    tern::Log log{&journal, tern::LogLevel::debug};
    BlockPool blocks;
    tern::shm::Counter dropped;
    tern::serve::InputBudget budget{loop, log, dropped};
};

// As a socket would give them: as many as there is room for.
void append(PacketInput& input, Bytes bytes) {
    while (!bytes.empty()) {
        size_t room = 0;
        char* place = input.make_room(room);
        const size_t count = std::min(room, bytes.size());
        std::memcpy(place, bytes.data(), count);
        if (!input.fill(room, count)) return;
        bytes.remove_prefix(count);
    }
}

}  // namespace

TEST_CASE("packet_input: packets out of one block") {
    Pools pools;
    PacketInput input(pools.blocks, pools.budget);
    append(input, "onetwo");
    {
        PacketInput::Packet packet(input, 3);
        CHECK(packet.bytes() == "one");
        CHECK(packet.has_rest());
        packet.keep_rest();
    }
    CHECK(input.view() == "two");
    {
        PacketInput::Packet packet(input, 3);
        CHECK_FALSE(packet.has_rest());
        packet.keep_rest();
    }
    input.trim();
    CHECK(input.view().empty());
}

TEST_CASE("packet_input: a packet that fills a block goes on in memory of its own, and a small rest comes back") {
    Pools pools;
    PacketInput input(pools.blocks, pools.budget);
    const std::string large(3 * Block::kSize, 'x');
    append(input, large + "rest");
    CHECK_FALSE(input.fits_block());
    {
        PacketInput::Packet packet(input, large.size());
        CHECK(packet.bytes() == large);
        CHECK(packet.has_rest());
        packet.keep_rest();
    }
    CHECK(input.fits_block());
    CHECK(input.view() == "rest");
}

TEST_CASE("packet_input: a large rest stays in memory of its own") {
    Pools pools;
    PacketInput input(pools.blocks, pools.budget);
    const std::string large(3 * Block::kSize, 'x');
    append(input, large + large);
    {
        PacketInput::Packet packet(input, large.size());
        packet.keep_rest();
    }
    CHECK_FALSE(input.fits_block());
    CHECK(input.view() == large);
}

TEST_CASE("packet_input: a packet outlives the input that a handler gives up") {
    Pools pools;
    PacketInput input(pools.blocks, pools.budget);
    append(input, "packet behind");
    PacketInput::Packet packet(input, 6);
    input.release();
    CHECK(packet.bytes() == "packet");
}

TEST_CASE("packet_input: memory besides the block counts until the packet is complete, and may be dropped") {
    Pools pools;
    PacketInput first(pools.blocks, pools.budget);
    PacketInput second(pools.blocks, pools.budget);
    append(first, std::string(100, 'x'));
    CHECK(pools.budget.bytes() == 0);
    const std::string large(3 * Block::kSize, 'x');
    append(first, large);
    const uint64_t one = pools.budget.bytes();
    CHECK(one >= large.size());
    { PacketInput::Packet packet(first, large.size() + 100); }
    CHECK(pools.budget.bytes() == 0);
    append(first, large);
    pools.budget.set_limit(one + 1000);
    append(second, large);
    CHECK(first.dropped());
    CHECK_FALSE(second.dropped());
    CHECK(second.view() == large);
    second.release();
    CHECK(pools.budget.bytes() == 0);
}

TEST_CASE(
    "packet_input: of a packet whose size is known no more memory counts, and what follows it stays in the block") {
    Pools pools;
    PacketInput input(pools.blocks, pools.budget);
    const std::string large(9 * Block::kSize + 5, 'x');
    const std::string both = large + "next";
    const size_t head = Block::kSize / 2;
    append(input, Bytes(both).substr(0, head));
    input.expect(large.size());
    size_t at = head;
    while (at < large.size()) {
        size_t room = 0;
        char* place = input.make_room(room);
        const size_t count = std::min(room, both.size() - at);
        std::memcpy(place, both.data() + at, count);
        REQUIRE(input.fill(room, count));
        at += count;
        CHECK(pools.budget.bytes() <= large.size());
    }
    REQUIRE(input.view() == large);
    {
        PacketInput::Packet packet(input, large.size());
        CHECK_FALSE(packet.has_rest());
    }
    append(input, "next");
    CHECK(input.fits_block());
    CHECK(input.view() == "next");
}
