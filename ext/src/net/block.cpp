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

void InputBlock::take(Bytes unread) noexcept {
    release();
    if (!unread.empty()) block_ = pool_.take(unread);
}

void InputBlock::make_room(bool needs_consumed) noexcept {
    if (block_ == nullptr) {
        block_ = pool_.take();
        start_ = 0;
        return;
    }
    if (empty() && !needs_consumed && block_->references == 1) {
        block_->filled = start_ = 0;
        return;
    }
    if (block_->room() > 0 && (start_ == 0 || needs_consumed)) return;
    Block* fresh = pool_.take(view());
    release();
    block_ = fresh;
    mark_ = 0;
}

void InputBlock::compact() noexcept {
    if (block_ == nullptr) block_ = pool_.take();
    if (start_ == 0) return;
    const Bytes rest = view();
    std::memmove(block_->data(), rest.data(), rest.size());
    block_->filled = static_cast<uint32_t>(rest.size());
    start_ = 0;
}

void InputBlock::release() noexcept {
    if (block_ != nullptr) BlockPool::release(*std::exchange(block_, nullptr));
    start_ = 0;
}

}  // namespace tern::net
