// Limits how many requests a worker handles at a time for a FastCGI port, without ever refusing one. While all places
// are taken, the worker accepts no connections, so that they wait in the listening socket for any worker; requests on
// connections that are open already wait here. A new connection reserves a place, as its request follows, but a client
// that sends nothing holds up no request.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "base/list.h"
#include "loop/loop.h"

namespace tern::serve {

class Places {
public:
    // A request that waits. Unlink it when it does not wait any more.
    class Waiter : public ListHook {
    public:
        // It has a place now. Called on the loop.
        virtual void on_place() noexcept = 0;

    protected:
        ~Waiter() = default;
    };
    using OnRoom = void (*)(void* owner);

    // The part of a worker of all places of its server. Parts differ by one at most, and none is 0.
    static uint64_t share_of(int64_t all, int64_t worker_id, int64_t workers) noexcept {
        return static_cast<uint64_t>(std::max<int64_t>((all + workers - 1 - worker_id) / workers, 1));
    }

    // Calls `on_room` on the loop when a connection may be accepted again.
    Places(loop::Loop& loop, uint64_t limit, OnRoom on_room, void* owner) noexcept;
    Places(const Places&) = delete;
    Places& operator=(const Places&) = delete;

    // True: a new connection may be accepted.
    bool has_room() const noexcept { return taken_ + reserved_ < limit_ && waiting_.empty(); }
    void reserve() noexcept { ++reserved_; }
    // False: `waiter` is called later, in the order of these calls.
    bool take_or_wait(Waiter& waiter) noexcept;
    // Its owner goes: nothing is called any more.
    void stop() noexcept;

private:
    friend class Place;
    void release(bool is_reserved) noexcept;
    void share_out() noexcept;

    loop::Loop& loop_;
    loop::Deferred share_out_;
    List<Waiter> waiting_;
    uint64_t limit_;
    uint64_t taken_ = 0;
    uint64_t reserved_ = 0;
    OnRoom on_room_;
    void* owner_;
};

// A place that was taken or reserved, or none. It may outlive the port.
class Place {
public:
    enum class Kind : uint8_t { taken, reserved };

    Place() = default;
    Place(std::shared_ptr<Places> places, Kind kind) noexcept : places_(std::move(places)), kind_(kind) {}
    Place(const Place&) = delete;
    Place& operator=(Place&& other) noexcept {
        release();
        places_ = std::move(other.places_);
        kind_ = other.kind_;
        return *this;
    }
    ~Place() { release(); }

    void release() noexcept {
        if (auto places = std::exchange(places_, nullptr)) places->release(kind_ == Kind::reserved);
    }

private:
    std::shared_ptr<Places> places_;
    Kind kind_ = Kind::taken;
};

}  // namespace tern::serve
