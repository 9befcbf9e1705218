#include "serve/packet_input.h"

#include <algorithm>
#include <cstring>
#include <doctest/doctest.h>
#include <string>

using tern::Bytes;
using tern::net::Block;
using tern::net::BlockPool;
using tern::serve::PacketInput;

namespace {

// As a socket would give them: as many as there is room for.
void append(PacketInput& input, Bytes bytes) {
    while (!bytes.empty()) {
        size_t room = 0;
        char* place = input.make_room(room);
        const size_t count = std::min(room, bytes.size());
        std::memcpy(place, bytes.data(), count);
        input.fill(room, count);
        bytes.remove_prefix(count);
    }
}

}  // namespace

TEST_CASE("packet_input: packets out of one block") {
    BlockPool pool;
    PacketInput input(pool);
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
    BlockPool pool;
    PacketInput input(pool);
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
    BlockPool pool;
    PacketInput input(pool);
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
    BlockPool pool;
    PacketInput input(pool);
    append(input, "packet behind");
    PacketInput::Packet packet(input, 6);
    input.release();
    CHECK(packet.bytes() == "packet");
}
