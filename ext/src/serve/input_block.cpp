#include "serve/input_block.h"

#include <cstring>
#include <utility>

namespace tern::serve {

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
    net::Block* fresh = pool_.take(view());
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
    if (block_ != nullptr) net::BlockPool::release(*std::exchange(block_, nullptr));
    start_ = 0;
}

}  // namespace tern::serve
