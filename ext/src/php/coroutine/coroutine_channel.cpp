#include "php/coroutine/channel_object.h"
#include "php/coroutine/program/script.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/registry.h"
#include "php/coroutine/coroutine_channel_arginfo.h"

namespace tern::php {

namespace {

using coro::ChannelResult;

enum class ChannelProperty : uint8_t { capacity, error_code };

zval* property(ChannelObject& self, ChannelProperty which) {
    return OBJ_PROP_NUM(&self.std, static_cast<uint32_t>(which));
}

// Programs may have replaced the number by a reference, or unset it.
void set_error_code(ChannelObject& self, ChannelResult result) {
    const zend_long code = -static_cast<zend_long>(result);  // SWOOLE_CHANNEL_OK is 0, TIMEOUT -1, CLOSED -2, ...
    zval* slot = property(self, ChannelProperty::error_code);
    if (UNEXPECTED(Z_TYPE_P(slot) != IS_LONG)) {
        zend_update_property_long(classes.coroutine_channel, &self.std, ZEND_STRL("errCode"), code);
    } else if (Z_LVAL_P(slot) != code) {
        Z_LVAL_P(slot) = code;
    }
}

// The result of push() and pop() for the program. False: `return_value` is set, or an exception was thrown.
bool succeeded(Coroutines& coroutines, ChannelObject& self, ChannelResult result, zval* return_value) {
    set_error_code(self, result);
    switch (result) {
        case ChannelResult::ok: return true;
        case ChannelResult::timed_out: failure(Error::coroutine_timed_out, return_value); break;
        case ChannelResult::closed: failure(Error::broken_pipe, return_value); break;
        case ChannelResult::canceled: (void)after_wait(coroutines, coro::Wake::canceled, return_value); break;
    }
    return false;
}

// One push() or pop(). It keeps the channel until finish(), as the program may drop its variable during a wait.
struct ChannelCall {
    zend_object* kept;
    ValueChannel* channel;
    Coroutines* coroutines;
    coro::Deadline until;

    void finish() {
        bail_if_ended();
        OBJ_RELEASE(kept);
    }
};

// False after an exception: the call would have to wait but must not.
template <bool (ValueChannel::*kWaits)() const noexcept>
bool begin(ChannelCall& call, const zval* object, double timeout) {
    call.channel = channel_of(object);
    call.coroutines = call.channel == nullptr ? nullptr : need_runtime();
    if (call.coroutines == nullptr) return false;
    if ((call.channel->*kWaits)()) {
        if (!must_be_in_coroutine(call.coroutines)) return false;
        call.until = deadline_in(timeout);
    }
    call.kept = Z_OBJ_P(object);
    GC_ADDREF(call.kept);
    return true;
}

// Values in the queue may refer to the channel itself.
HashTable* collect_channel(zend_object* object, zval** table, int* count) {
    auto* self = of<ChannelObject>(object);
    zend_get_gc_buffer* buffer = zend_get_gc_buffer_create();
    const size_t queued = self->channel == nullptr ? 0 : self->channel->values().size();
    for (size_t i = 0; i < queued; ++i) {
        zval value = self->channel->values()[i];
        zend_get_gc_buffer_add_zval(buffer, &value);
    }
    if (object->properties == nullptr) {
        for (int i = 0; i < object->ce->default_properties_count; ++i) {
            zend_get_gc_buffer_add_zval(buffer, OBJ_PROP_NUM(object, i));
        }
    }
    zend_get_gc_buffer_use(buffer, table, count);
    return object->properties;
}

zend_object* create_channel(zend_class_entry* entry) { return create_object<ChannelObject>(entry); }

}  // namespace

void ChannelObject::release(ChannelObject& self) {
    ValueChannel* channel = self.channel;
    if (channel == nullptr) return;
    self.channel = nullptr;
    while (!channel->empty()) {
        zval value = channel->take_front();
        zval_ptr_dtor(&value);
    }
    delete channel;
}

void register_coroutine_channel(Classes& into) {
    into.coroutine_channel = register_class_Swoole_Coroutine_Channel();
    into.coroutine_channel->create_object = create_channel;
    handlers<ChannelObject>()->get_gc = collect_channel;
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Coroutine_Channel, __construct) {
    zend_long size = 1;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(size)
    ZEND_PARSE_PARAMETERS_END();
    ChannelObject* self = of<ChannelObject>(ZEND_THIS);
    if (self->channel != nullptr) {
        zend_throw_error(nullptr, "The channel is constructed already");
        RETURN_THROWS();
    }
    if (size < 1) size = 1;
    self->channel = new ValueChannel(static_cast<size_t>(size));
    ZVAL_LONG(property(*self, ChannelProperty::capacity), size);
}

ZEND_METHOD(Swoole_Coroutine_Channel, push) {
    zval* data;
    double timeout = -1;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_ZVAL(data)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    ChannelCall call;
    if (!begin<&ValueChannel::push_waits>(call, ZEND_THIS, timeout)) RETURN_THROWS();
    zval value;
    ZVAL_COPY_DEREF(&value, data);
    const ChannelResult result = call.channel->push(call.coroutines->scheduler, value, call.until);
    if (result != ChannelResult::ok) zval_ptr_dtor(&value);
    if (succeeded(*call.coroutines, *of<ChannelObject>(call.kept), result, return_value)) RETVAL_TRUE;
    call.finish();
}

ZEND_METHOD(Swoole_Coroutine_Channel, pop) {
    double timeout = -1;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    ChannelCall call;
    if (!begin<&ValueChannel::pop_waits>(call, ZEND_THIS, timeout)) RETURN_THROWS();
    zval value;
    const ChannelResult result = call.channel->pop(call.coroutines->scheduler, &value, call.until);
    if (succeeded(*call.coroutines, *of<ChannelObject>(call.kept), result, return_value)) RETVAL_COPY_VALUE(&value);
    call.finish();
}

ZEND_METHOD(Swoole_Coroutine_Channel, close) {
    ZEND_PARSE_PARAMETERS_NONE();
    auto* channel = channel_of(ZEND_THIS);
    Coroutines* coroutines = channel == nullptr ? nullptr : need_runtime();
    if (coroutines == nullptr) RETURN_THROWS();
    zend_object* kept = Z_OBJ_P(ZEND_THIS);
    GC_ADDREF(kept);
    RETVAL_BOOL(channel->close(coroutines->scheduler));
    bail_if_ended();
    OBJ_RELEASE(kept);
}

ZEND_METHOD(Swoole_Coroutine_Channel, isEmpty) {
    ZEND_PARSE_PARAMETERS_NONE();
    auto* channel = channel_of(ZEND_THIS);
    if (channel == nullptr) RETURN_THROWS();
    RETURN_BOOL(channel->empty());
}

ZEND_METHOD(Swoole_Coroutine_Channel, isFull) {
    ZEND_PARSE_PARAMETERS_NONE();
    auto* channel = channel_of(ZEND_THIS);
    if (channel == nullptr) RETURN_THROWS();
    RETURN_BOOL(channel->full());
}

ZEND_METHOD(Swoole_Coroutine_Channel, length) {
    ZEND_PARSE_PARAMETERS_NONE();
    auto* channel = channel_of(ZEND_THIS);
    if (channel == nullptr) RETURN_THROWS();
    RETURN_LONG(static_cast<zend_long>(channel->values().size()));
}

ZEND_METHOD(Swoole_Coroutine_Channel, stats) {
    ZEND_PARSE_PARAMETERS_NONE();
    auto* channel = channel_of(ZEND_THIS);
    if (channel == nullptr) RETURN_THROWS();
    array_init(return_value);
    add_assoc_long(return_value, "consumer_num", static_cast<zend_long>(channel->consumers()));
    add_assoc_long(return_value, "producer_num", static_cast<zend_long>(channel->producers()));
    add_assoc_long(return_value, "queue_num", static_cast<zend_long>(channel->values().size()));
}
