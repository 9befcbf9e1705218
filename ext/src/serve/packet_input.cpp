#include "serve/packet_input.h"

#include <algorithm>

namespace tern::serve {

char* PacketInput::make_room(size_t& room) noexcept {
    if (large_.empty()) {
        block_.compact();
        room = block_.room();
        if (room > 0) return block_.place();
        large_.append(block_.view());
        block_.release();
    }
    room = std::clamp<size_t>(large_.size(), net::Block::kSize, kMostRoom);
    if (expected_ <= large_.size()) return large_.extend(room);
    room = std::min(room, expected_ - large_.size());
    return large_.extend(room, expected_);
}

bool PacketInput::fill(size_t room, size_t count) noexcept {
    if (large_.empty()) {
        block_.fill(count);
        return true;
    }
    large_.shrink(room - count);
    return large_.capacity() == input_bytes() || budget_.set(*this, large_.capacity());
}

PacketInput::Packet::Packet(PacketInput& input, size_t size) noexcept
    : input_(input),
      block_(input.block_.has_block() ? &input.block_.block() : nullptr),
      large_(std::move(input.large_)) {
    if (!large_.empty()) input_.budget_.release(input_);
    input_.expected_ = 0;
    const Bytes arrived = large_.empty() ? input.block_.view() : large_.view();
    bytes_ = arrived.substr(0, size);
    has_rest_ = arrived.size() > size;
    if (block_ != nullptr) net::BlockPool::retain(*block_);
    if (large_.empty()) input.block_.consume(size);
}

PacketInput::Packet::~Packet() {
    if (block_ != nullptr) net::BlockPool::release(*block_);
}

void PacketInput::Packet::keep_rest() noexcept {
    if (large_.empty()) return;
    const Bytes rest = large_.view().substr(bytes_.size());
    if (rest.size() < net::Block::kSize) return input_.block_.take(rest);
    large_.drop_front(bytes_.size());
    input_.large_ = std::move(large_);
    (void)input_.budget_.set(input_, input_.large_.capacity());
}

}  // namespace tern::serve
