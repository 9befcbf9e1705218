// An EventHandler that calls a function: for owners of several descriptors.
#pragma once

#include "loop/poller.h"

namespace tern::loop {

class Watch final : public EventHandler {
public:
    using Callback = void (*)(void* owner);
    Watch(Callback callback, void* owner) noexcept : callback_(callback), owner_(owner) {}
    void on_events(Events) override { callback_(owner_); }

private:
    Callback callback_;
    void* owner_;
};

}  // namespace tern::loop
