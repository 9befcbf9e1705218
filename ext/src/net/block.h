// Blocks, the read buffers of connections. A connection has one only while it has unparsed bytes or a request in
// flight. Blocks have reference counts: a request that outlives its connection keeps its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace tern::net {

class BlockPool;

// Its bytes follow it.
struct Block {
    static constexpr size_t kSize = 18 * 1024;  // of most
    // The largest configurable request head, with room for a body after it.
    static constexpr size_t kLargeSize = 66 * 1024;

    BlockPool* pool;
    uint32_t references;
    uint32_t filled;  // bytes received into data()
    uint32_t size;

    char* data() noexcept { return reinterpret_cast<char*>(this + 1); }
    const char* data() const noexcept { return reinterpret_cast<const char*>(this + 1); }
    Bytes view(size_t from) const noexcept { return Bytes(data() + from, filled - from); }
    size_t room() const noexcept { return size - filled; }
};

class BlockPool {
public:
    BlockPool() = default;
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;
    ~BlockPool();

    // An empty block with one reference.
    Block* take() noexcept;
    // The same with a copy of these bytes, at most kLargeSize. There is room for more.
    Block* take(Bytes bytes) noexcept;
    // Its blocks have kLargeSize, and none is kept.
    static BlockPool& large() noexcept;
    static void retain(Block& block) noexcept { ++block.references; }
    static void release(Block& block) noexcept {
        if (--block.references == 0) block.pool->give_back(block);
    }

    // The number of free blocks that are kept for the next burst.
    static constexpr size_t kKept = 64;

private:
    BlockPool(size_t size, size_t kept) noexcept : size_(static_cast<uint32_t>(size)), kept_(kept) {}
    void give_back(Block& block) noexcept;

    std::vector<Block*> free_;
    const uint32_t size_ = Block::kSize;
    const size_t kept_ = kKept;
};

}  // namespace tern::net
