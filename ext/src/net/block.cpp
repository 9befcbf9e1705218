#include "net/block.h"

#include <cstdlib>
#include <cstring>

#include "base/check.h"

namespace tern::net {

BlockPool::~BlockPool() {
    for (Block* block : free_) std::free(block);
}

Block* BlockPool::take() noexcept {
    Block* block = nullptr;
    if (!free_.empty()) {
        block = free_.back();
        free_.pop_back();
    } else {
        block = static_cast<Block*>(std::malloc(sizeof(Block) + size_));
        TERN_CHECK(block != nullptr);
        block->pool = this;
        block->size = size_;
    }
    block->references = 1;
    block->filled = 0;
    return block;
}

Block* BlockPool::take(Bytes bytes) noexcept {
    TERN_CHECK(bytes.size() < Block::kLargeSize);
    Block* block = bytes.size() < size_ ? take() : large().take();
    std::memcpy(block->data(), bytes.data(), bytes.size());
    block->filled = static_cast<uint32_t>(bytes.size());
    return block;
}

BlockPool& BlockPool::large() noexcept {
    static BlockPool pool(Block::kLargeSize, 0);
    return pool;
}

void BlockPool::give_back(Block& block) noexcept {
    if (free_.size() < kept_) {
        free_.push_back(&block);
    } else {
        std::free(&block);
    }
}

}  // namespace tern::net
