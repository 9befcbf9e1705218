// What an object of Swoole\Coroutine\Channel holds.
#pragma once

#include "coro/channel.h"
#include "php/bridge/classes.h"
#include "php/bridge/object.h"

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
    zend_throw_error(nullptr, "%s::__construct() was not called", ZSTR_VAL(classes.coroutine_channel->name));
    return nullptr;
}

}  // namespace tern::php
