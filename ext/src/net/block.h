// Blocks, the read buffers of connections. A connection has one only while it has unparsed bytes or a request in
// flight. Blocks have reference counts: a request that outlives its connection keeps its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace tern::net {

class BlockPool;

struct Block {
    // The largest configurable request head, with room for a body after it.
    static constexpr size_t kSize = 18 * 1024;

    BlockPool* pool;
    uint32_t references;
    uint32_t filled;  // bytes received into data
    char data[kSize];

    Bytes view(size_t from) const noexcept { return Bytes(data + from, filled - from); }
    size_t room() const noexcept { return kSize - filled; }
};

class BlockPool {
public:
    BlockPool() = default;
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;
    ~BlockPool();

    // An empty block with one reference.
    Block* take() noexcept;
    // The same with a copy of these bytes, at most kSize.
    Block* take(Bytes bytes) noexcept;
    static void retain(Block& block) noexcept { ++block.references; }
    static void release(Block& block) noexcept {
        if (--block.references == 0) block.pool->give_back(block);
    }

    // The number of free blocks that are kept for the next burst.
    static constexpr size_t kKept = 64;

private:
    void give_back(Block& block) noexcept;
    std::vector<Block*> free_;
};

}  // namespace tern::net
