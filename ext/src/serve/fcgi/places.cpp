#include "serve/fcgi/places.h"

namespace tern::serve {

Places::Places(loop::Loop& loop, uint64_t limit, OnRoom on_room, void* owner) noexcept
    : loop_(loop),
      share_out_([](void* self) { static_cast<Places*>(self)->share_out(); }, this),
      limit_(limit),
      on_room_(on_room),
      owner_(owner) {}

bool Places::take_or_wait(Waiter& waiter) noexcept {
    if (taken_ < limit_ && waiting_.empty()) {
        ++taken_;
        return true;
    }
    waiting_.push_back(waiter);
    return false;
}

void Places::release(bool is_reserved) noexcept {
    --(is_reserved ? reserved_ : taken_);
    if (owner_ != nullptr) loop_.defer(share_out_);
}

void Places::share_out() noexcept {
    while (taken_ < limit_ && !waiting_.empty()) {
        ++taken_;
        waiting_.pop_front()->on_place();
    }
    if (has_room()) on_room_(owner_);
}

void Places::stop() noexcept {
    owner_ = nullptr;
    share_out_.withdraw();
}

}  // namespace tern::serve
