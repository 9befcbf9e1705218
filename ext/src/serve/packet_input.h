// The input of a connection with the program's own protocol that is not handed over yet. It is in a block; a packet
// that is larger than a block has memory of its own, which grows as the packet arrives.
#pragma once

#include "base/buffer.h"
#include "net/block.h"
#include "serve/input_budget.h"

namespace tern::serve {

class PacketInput final : private UnfinishedInput {
public:
    // Memory besides the block counts in the budget, which outlives the input.
    PacketInput(net::BlockPool& pool, InputBudget& budget) noexcept : block_(pool), budget_(budget) {}
    PacketInput(const PacketInput&) = delete;
    PacketInput& operator=(const PacketInput&) = delete;
    ~PacketInput() { release(); }

    Bytes view() const noexcept { return large_.empty() ? block_.view() : large_.view(); }
    // True: no memory besides the block is used.
    bool fits_block() const noexcept { return large_.empty(); }
    void take(Bytes unread) noexcept { block_.take(unread); }
    // The first packet has this size; 0: it is not known. Memory of its own grows to no more, and takes nothing after
    // it.
    void expect(size_t size) noexcept { expected_ = size; }

    // Returns the place for the next bytes, and how many fit there.
    char* make_room(size_t& room) noexcept;
    // `count` of the `room` bytes were received. False: the input was dropped.
    bool fill(size_t room, size_t count) noexcept;
    // True: the budget was exceeded, and the beginning of the packet is lost.
    bool dropped() const noexcept { return dropped_; }

    // The first `size` bytes, during one call that may release() everything.
    class Packet {
    public:
        Packet(PacketInput& input, size_t size) noexcept;
        Packet(const Packet&) = delete;
        Packet& operator=(const Packet&) = delete;
        ~Packet();

        Bytes bytes() const noexcept { return bytes_; }
        // True: more input follows the packet.
        bool has_rest() const noexcept { return has_rest_; }
        // Call it after the call, if the input still exists: the input after the packet is next.
        void keep_rest() noexcept;

    private:
        PacketInput& input_;
        net::Block* block_;
        Buffer large_;
        Bytes bytes_;
        bool has_rest_;
    };

    // Frees the memory when there is no input.
    void trim() noexcept {
        if (view().empty()) release();
    }
    void release() noexcept {
        block_.release();
        if (large_.capacity() > 0) release_large();
    }

private:
    static constexpr size_t kMostRoom = 1 << 20;

    void release_large() noexcept {
        budget_.release(*this);
        large_.release();
    }
    void drop_input() noexcept override {
        release_large();
        dropped_ = true;
    }

    net::InputBlock block_;
    Buffer large_;
    size_t expected_ = 0;
    InputBudget& budget_;
    bool dropped_ = false;
};

}  // namespace tern::serve
