// What an object of Swoole\Coroutine\Channel holds.
#pragma once

#include "coro/channel.h"
#include "php/engine/classes.h"
#include "php/engine/object.h"

namespace tern::php {

using ValueChannel = coro::Channel<zval>;

struct ChannelObject {
    ValueChannel* channel;  // owned; null before the constructor
    zend_object std;

    static void release(ChannelObject& self);
};

// Null after an Error: a subclass did not call the constructor.
inline ValueChannel* channel_of(const zval* object) {
    ValueChannel* channel = of<ChannelObject>(object)->channel;
    if (EXPECTED(channel != nullptr)) return channel;
    throw_not_constructed(classes.coroutine_channel);
    return nullptr;
}

}  // namespace tern::php
