// Decides which sessions keep their buffers while idle. OpenSSL frees the 33 KB of a session whenever they are empty,
// which costs each request two allocations. So as many busy sessions as have a place here keep them. A keeper that was
// not used during one round of the ring loses its place. Places change hands slowly, so more keepers than places
// cost little.
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
    // Frees the buffers whenever they are empty, also now.
    virtual void give_back_buffers() noexcept = 0;

    static constexpr uint16_t kNowhere = UINT16_MAX;
    uint16_t place_ = kNowhere;
};

class BufferRing {
public:
    static constexpr size_t kPlaces = 256;
    static constexpr uint32_t kVisitsPerStep = 16;

    // The keeper is used. True: it has just got a place and must keep its buffers.
    bool visit(BufferKeeper& keeper) noexcept {
        if (keeper.place_ == BufferKeeper::kNowhere) return take_place(keeper);
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

    bool take_place(BufferKeeper& keeper) noexcept {
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
