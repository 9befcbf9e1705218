// Limits how many requests a worker handles at a time for a FastCGI port, without ever refusing one. While all places
// are taken, the worker accepts no connections, so that they wait in the listening socket for any worker; requests on
// connections that are open already wait here. A new connection takes a place at once, as its request follows.
#pragma once

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

    // Calls `on_room` on the loop when there is a place that no request waits for.
    Places(loop::Loop& loop, uint64_t limit, OnRoom on_room, void* owner) noexcept;
    Places(const Places&) = delete;
    Places& operator=(const Places&) = delete;

    bool has_room() const noexcept { return taken_ < limit_; }
    void take() noexcept { ++taken_; }
    // False: `waiter` is called later, in the order of these calls.
    bool take_or_wait(Waiter& waiter) noexcept;
    void release() noexcept;
    // Its owner goes: nothing is called any more.
    void stop() noexcept;

private:
    void share_out() noexcept;

    loop::Loop& loop_;
    loop::Deferred share_out_;
    List<Waiter> waiting_;
    uint64_t limit_;
    uint64_t taken_ = 0;
    OnRoom on_room_;
    void* owner_;
};

// One place, or none. It may outlive the port.
class Place {
public:
    Place() = default;
    // Of a place that was taken.
    explicit Place(std::shared_ptr<Places> places) noexcept : places_(std::move(places)) {}
    Place(Place&&) noexcept = default;
    Place& operator=(Place&& other) noexcept {
        release();
        places_ = std::move(other.places_);
        return *this;
    }
    ~Place() { release(); }

    bool exists() const noexcept { return places_ != nullptr; }
    void release() noexcept {
        if (auto places = std::exchange(places_, nullptr)) places->release();
    }

private:
    std::shared_ptr<Places> places_;
};

}  // namespace tern::serve
