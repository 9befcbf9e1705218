// Blocks, the read buffers of connections. A connection has one only while it has unparsed bytes or a request in
// flight. Blocks have reference counts: a request that outlives its connection keeps its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
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

// The received and unused input of a connection, in a block of the pool. A connection without input has no block.
class InputBlock {
public:
    explicit InputBlock(BlockPool& pool) noexcept : pool_(pool) {}
    InputBlock(const InputBlock&) = delete;
    InputBlock& operator=(const InputBlock&) = delete;
    ~InputBlock() { release(); }

    Bytes view() const noexcept { return block_ == nullptr ? Bytes() : block_->view(start_); }
    bool empty() const noexcept { return block_ == nullptr || start_ == block_->filled; }
    bool has_block() const noexcept { return block_ != nullptr; }
    // Only if there is a block.
    Block& block() const noexcept { return *block_; }
    // The unused bytes, to be changed in place.
    char* data() const noexcept { return block_->data() + start_; }

    // Copies the input of a former owner, which must fit.
    void take(Bytes unread) noexcept;
    // Makes some room for the next bytes, if necessary in a larger block. `needs_consumed`: the consumed bytes are
    // still used, so the unused ones are copied to a new block if necessary. The same happens while another object has
    // a reference to the block.
    void make_room(bool needs_consumed) noexcept;
    // The same without keeping consumed bytes: the unused ones move to the front. There may still be no room.
    void compact() noexcept;
    char* place() const noexcept { return block_->data() + block_->filled; }
    size_t room() const noexcept { return block_->room(); }
    // The size of the unused bytes together with the room after them.
    size_t room_from_start() const noexcept { return block_->size - start_; }
    void fill(size_t count) noexcept { block_->filled += static_cast<uint32_t>(count); }
    void consume(size_t count) noexcept { start_ += static_cast<uint32_t>(count); }

    // Keeps everything before this point; rewind() drops what comes after it.
    void mark() noexcept { mark_ = start_; }
    void rewind() noexcept { block_->filled = start_ = mark_; }
    void release() noexcept;

private:
    BlockPool& pool_;
    Block* block_ = nullptr;
    uint32_t start_ = 0;
    uint32_t mark_ = 0;
};

}  // namespace tern::net
