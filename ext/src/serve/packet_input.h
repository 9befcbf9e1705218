// What a connection has received of the program's own protocol and not handed over yet: in a block, or, where a packet
// fills one, in memory of its own that grows as it arrives.
#pragma once

#include "base/buffer.h"
#include "serve/input_block.h"

namespace tern::serve {

class PacketInput {
public:
    explicit PacketInput(net::BlockPool& pool) noexcept : block_(pool) {}

    Bytes view() const noexcept { return large_.empty() ? block_.view() : large_.view(); }
    // Nothing is in memory of its own.
    bool fits_block() const noexcept { return large_.empty(); }
    void take(Bytes unread) noexcept { block_.take(unread); }

    // Where the next bytes go, and how many have room there.
    char* make_room(size_t& room) noexcept;
    // Of the room, so many bytes came.
    void fill(size_t room, size_t count) noexcept;

    // The first `size` bytes, for the time of one call that may release() everything.
    class Packet {
    public:
        Packet(PacketInput& input, size_t size) noexcept;
        Packet(const Packet&) = delete;
        Packet& operator=(const Packet&) = delete;
        ~Packet();

        Bytes bytes() const noexcept { return bytes_; }
        // More lies behind it.
        bool has_rest() const noexcept { return has_rest_; }
        // The call is over, and the input still there: what is behind the packet is next.
        void keep_rest() noexcept;

    private:
        PacketInput& input_;
        net::Block* block_;
        Buffer large_;
        Bytes bytes_;
        bool has_rest_;
    };

    // Without input there is no memory.
    void trim() noexcept {
        if (view().empty()) release();
    }
    void release() noexcept {
        block_.release();
        large_.release();
    }

private:
    static constexpr size_t kMostRoom = 1 << 20;

    InputBlock block_;
    Buffer large_;
};

}  // namespace tern::serve
