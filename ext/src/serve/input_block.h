// The received and unused input of a connection, in a block of the pool. A connection without input has no block.
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
    // Only if there is a block.
    net::Block& block() const noexcept { return *block_; }
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
    net::BlockPool& pool_;
    net::Block* block_ = nullptr;
    uint32_t start_ = 0;
    uint32_t mark_ = 0;
};

}  // namespace tern::serve
