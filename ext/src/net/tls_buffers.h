// Who of many keeps its buffers between two uses. OpenSSL gives the 33 KB of a session back whenever they are empty,
// which costs each request two allocations of that size. So as many as have room here keep them, the busy ones: a
// keeper that was not used since the ring came by last loses its place to one that is. Places change hands slowly, so
// that more keepers than places cost next to nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace tern::net {

class BufferKeeper {
public:
    BufferKeeper() noexcept = default;
    BufferKeeper(const BufferKeeper&) = delete;
    BufferKeeper& operator=(const BufferKeeper&) = delete;

protected:
    ~BufferKeeper() = default;

private:
    friend class BufferRing;
    // From now on, and now when they are empty.
    virtual void give_back_buffers() noexcept = 0;

    static constexpr uint16_t kNowhere = UINT16_MAX;
    uint16_t place_ = kNowhere;
};

class BufferRing {
public:
    static constexpr size_t kPlaces = 256;
    static constexpr uint32_t kVisitsPerStep = 16;

    // It is used. True: it has just got a place and is to keep its buffers.
    bool visit(BufferKeeper& keeper) noexcept {
        if (keeper.place_ == BufferKeeper::kNowhere) return seat(keeper);
        places_[keeper.place_].used = true;
        return false;
    }
    void leave(BufferKeeper& keeper) noexcept {
        if (keeper.place_ == BufferKeeper::kNowhere) return;
        places_[std::exchange(keeper.place_, BufferKeeper::kNowhere)].keeper = nullptr;
    }

private:
    struct Place {
        BufferKeeper* keeper = nullptr;
        bool used = false;
    };

    bool seat(BufferKeeper& keeper) noexcept {
        Place& place = places_[hand_];
        if (place.keeper != nullptr) {
            if (++visits_ % kVisitsPerStep != 0) return false;
            if (std::exchange(place.used, false)) return step();
            place.keeper->place_ = BufferKeeper::kNowhere;
            place.keeper->give_back_buffers();
        }
        place = {&keeper, true};
        keeper.place_ = hand_;
        (void)step();
        return true;
    }
    bool step() noexcept {
        hand_ = static_cast<uint16_t>((hand_ + 1) % kPlaces);
        return false;
    }

    std::array<Place, kPlaces> places_;
    uint32_t visits_ = 0;
    uint16_t hand_ = 0;
};

}  // namespace tern::net
