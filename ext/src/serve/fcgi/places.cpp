#include "serve/fcgi/places.h"

namespace tern::serve {

Places::Places(loop::Loop& loop, uint64_t limit, OnRoom on_room, void* owner) noexcept
    : loop_(loop),
      share_out_([](void* self) { static_cast<Places*>(self)->share_out(); }, this),
      limit_(limit),
      on_room_(on_room),
      owner_(owner) {}

bool Places::take_or_wait(Waiter& waiter) noexcept {
    if (has_room() && waiting_.empty()) {
        take();
        return true;
    }
    waiting_.push_back(waiter);
    return false;
}

void Places::release() noexcept {
    --taken_;
    if (owner_ != nullptr) loop_.defer(share_out_);
}

void Places::share_out() noexcept {
    while (has_room()) {
        Waiter* next = waiting_.pop_front();
        if (next == nullptr) return on_room_(owner_);
        take();
        next->on_place();
    }
}

void Places::stop() noexcept {
    owner_ = nullptr;
    share_out_.withdraw();
}

}  // namespace tern::serve
