#include <cstring>
#include <doctest/doctest.h>
#include <string>

#include "net/block.h"

using tern::Bytes;
using tern::net::Block;
using tern::net::BlockPool;
using tern::net::InputBlock;

namespace {

void append(InputBlock& input, Bytes bytes, bool needs_consumed = false) {
    input.make_room(needs_consumed);
    REQUIRE(input.room() >= bytes.size());
    std::memcpy(input.place(), bytes.data(), bytes.size());
    input.fill(bytes.size());
}

}  // namespace

TEST_CASE("input_block: without input there is no block") {
    BlockPool pool;
    InputBlock input(pool);
    CHECK(input.empty());
    CHECK_FALSE(input.has_block());
    CHECK(input.view().data() == nullptr);
    input.take({});
    CHECK_FALSE(input.has_block());
}

TEST_CASE("input_block: what is consumed makes room") {
    BlockPool pool;
    InputBlock input(pool);
    append(input, "one");
    input.consume(2);
    CHECK(input.view() == "e");
    input.consume(1);
    CHECK(input.empty());
    append(input, "two");
    CHECK(input.view() == "two");
    CHECK(input.room() == Block::kSize - 3);
}

TEST_CASE("input_block: a rest moves to a new block where the old one is kept by others") {
    BlockPool pool;
    InputBlock input(pool);
    append(input, "head rest");
    Block& kept = input.block();
    BlockPool::retain(kept);
    input.consume(5);
    append(input, " and more");
    CHECK(input.view() == "rest and more");
    CHECK(&input.block() != &kept);
    CHECK(kept.view(0) == "head rest");
    BlockPool::release(kept);
}

TEST_CASE("input_block: a head stays where it is while its body streams, and the place behind it is used again") {
    BlockPool pool;
    InputBlock input(pool);
    append(input, "head");
    Block& kept = input.block();
    input.consume(4);
    input.mark();
    for (int i = 0; i < 3; ++i) {
        append(input, "piece", true);
        CHECK(&input.block() == &kept);
        CHECK(input.view() == "piece");
        input.consume(5);
        input.rewind();
    }
    CHECK(kept.view(0) == "head");
    CHECK(input.room_from_start() == Block::kSize - 4);
}

TEST_CASE("input_block: a full block is replaced by a larger one") {
    BlockPool pool;
    InputBlock input(pool);
    const std::string full(Block::kSize, 'x');
    append(input, full);
    append(input, "more");
    CHECK(input.view() == full + "more");
    CHECK(input.room() == Block::kLargeSize - full.size() - 4);
    input.consume(full.size() + 4);
    append(input, "next");
    CHECK(input.view() == "next");
}

TEST_CASE("input_block: what there is moves to the front") {
    BlockPool pool;
    InputBlock input(pool);
    input.take("abcdef");
    input.consume(4);
    input.compact();
    CHECK(input.view() == "ef");
    CHECK(input.room() == Block::kSize - 2);
    input.release();
    CHECK_FALSE(input.has_block());
}
