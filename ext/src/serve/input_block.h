// What a connection has received and not used yet, in a block of the pool. A connection without input has no block.
#pragma once

#include "net/block.h"

namespace tern::serve {

class InputBlock {
public:
    explicit InputBlock(net::BlockPool& pool) noexcept : pool_(pool) {}
    InputBlock(const InputBlock&) = delete;
    InputBlock& operator=(const InputBlock&) = delete;
    ~InputBlock() { release(); }

    Bytes view() const noexcept { return block_ == nullptr ? Bytes() : block_->view(start_); }
    bool empty() const noexcept { return block_ == nullptr || start_ == block_->filled; }
    bool has_block() const noexcept { return block_ != nullptr; }
    // There is one.
    net::Block& block() const noexcept { return *block_; }
    // The same bytes, to be changed in place.
    char* data() const noexcept { return block_->data + start_; }

    // Copies what a former owner has received; it fits.
    void take(Bytes unread) noexcept;
    // Where the next bytes go: some room is there. Who still needs what it has consumed keeps it where it is, or holds
    // a reference to the block; then the rest moves to a new one.
    void make_room(bool needs_consumed) noexcept;
    // The same where nothing is kept: what there is moves to the front. There may be no room then.
    void compact() noexcept;
    char* place() const noexcept { return block_->data + block_->filled; }
    size_t room() const noexcept { return block_->room(); }
    // Bytes that the block holds from the first unused one on, with the room behind them.
    size_t room_from_start() const noexcept { return net::Block::kSize - start_; }
    void fill(size_t count) noexcept { block_->filled += static_cast<uint32_t>(count); }
    void consume(size_t count) noexcept { start_ += static_cast<uint32_t>(count); }

    // Everything before this point is needed for longer: rewind() drops what is behind it.
    void mark() noexcept { mark_ = start_; }
    void rewind() noexcept { block_->filled = start_ = mark_; }
    void release() noexcept;

private:
    net::BlockPool& pool_;
    net::Block* block_ = nullptr;
    uint32_t start_ = 0;
    uint32_t mark_ = 0;
};

}  // namespace tern::serve
