// Tern\Internal\Poller.
#include <algorithm>

#include "php/bridge/callback.h"
#include "php/bridge/descriptor.h"
#include "php/bridge/error.h"
#include "php/bridge/object.h"
#include "php/class/coroutine/poller_arginfo.h"
#include "php/class/registry.h"
#include "php/context/context.h"
#include "php/runtime/program_poll.h"
#include "php/runtime/script.h"

namespace tern::php {

namespace {

ProgramPoll* poll_of(const zval* object) { return part_of<ProgramPoll>(object); }

zend_long to_php(loop::Events events) noexcept {
    constexpr zend_long kRead = 1;
    constexpr zend_long kWrite = 2;
    if ((events & loop::kBroken) != 0) return kRead | kWrite;
    return static_cast<zend_long>(events & (loop::kReadable | loop::kWritable));
}

int64_t to_ns(double seconds) noexcept {
    constexpr double kMostSeconds = 1e9;
    return seconds < 0 ? -1 : static_cast<int64_t>(std::min(seconds, kMostSeconds) * 1e9);
}

}  // namespace

void register_poller(Classes&) {
    register_class_Tern_Internal_Poller()->create_object = create_object<Owning<ProgramPoll>>;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Tern_Internal_Poller, __construct) {
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_FUNC(callable, cache)
    ZEND_PARSE_PARAMETERS_END();
    Runtime* runtime = has_no_part<ProgramPoll>(ZEND_THIS) ? need_runtime() : nullptr;
    if (runtime == nullptr) {
        zend_release_fcall_info_cache(&cache);
        RETURN_THROWS();
    }
    zval kept;
    keep_callable(callable, cache, &kept);
    Context::let_end(&kept, true);
    auto* poll = new ProgramPoll(*runtime, kept);
    of<Owning<ProgramPoll>>(ZEND_THIS)->part = poll;
    const Error error = poll->open();
    if (error != Error::ok) throw_exception(error, "No event loop: %s", describe(error));
}

ZEND_METHOD(Tern_Internal_Poller, isUsable) {
    ZEND_PARSE_PARAMETERS_NONE();
    const ProgramPoll* poll = poll_of(ZEND_THIS);
    if (poll != nullptr) RETURN_BOOL(poll->usable());
}

ZEND_METHOD(Tern_Internal_Poller, watch) {
    zval* stream;
    zend_long events;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_ZVAL(stream)
    Z_PARAM_LONG(events)
    ZEND_PARSE_PARAMETERS_END();
    ProgramPoll* poll = poll_of(ZEND_THIS);
    if (poll == nullptr) RETURN_THROWS();
    const int fd = descriptor_of(stream);
    if (fd < 0 || poll->watch(fd, static_cast<tern::loop::Events>(events)) != Error::ok) RETURN_LONG(-1);
    RETURN_LONG(fd);
}

ZEND_METHOD(Tern_Internal_Poller, unwatch) {
    zend_long fd;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(fd)
    ZEND_PARSE_PARAMETERS_END();
    ProgramPoll* poll = poll_of(ZEND_THIS);
    if (poll != nullptr && fd >= 0 && fd <= INT_MAX) poll->unwatch(static_cast<int>(fd));
}

ZEND_METHOD(Tern_Internal_Poller, collect) {
    ZEND_PARSE_PARAMETERS_NONE();
    ProgramPoll* poll = poll_of(ZEND_THIS);
    if (poll == nullptr) RETURN_THROWS();
    array_init(return_value);
    for (const ProgramPoll::Ready& one : poll->collect())
        add_index_long(return_value, static_cast<zend_ulong>(one.fd), to_php(one.events));
}

ZEND_METHOD(Tern_Internal_Poller, arm) {
    double delay;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_DOUBLE(delay)
    ZEND_PARSE_PARAMETERS_END();
    ProgramPoll* poll = poll_of(ZEND_THIS);
    if (poll != nullptr) poll->arm(to_ns(delay));
}

ZEND_METHOD(Tern_Internal_Poller, disarm) {
    ZEND_PARSE_PARAMETERS_NONE();
    ProgramPoll* poll = poll_of(ZEND_THIS);
    if (poll != nullptr) poll->disarm();
}

ZEND_METHOD(Tern_Internal_Poller, keepContext) {
    bool kept;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_BOOL(kept)
    ZEND_PARSE_PARAMETERS_END();
    ProgramPoll* poll = poll_of(ZEND_THIS);
    if (poll != nullptr) Context::let_end(poll->callable(), !kept);
}

ZEND_METHOD(Tern_Internal_Poller, resume) {
    zend_long cid;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(cid)
    ZEND_PARSE_PARAMETERS_END();
    ProgramPoll* poll = poll_of(ZEND_THIS);
    if (poll != nullptr) poll->resume_soon(cid);
}

ZEND_METHOD(Tern_Internal_Poller, hold) {
    bool held;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_BOOL(held)
    ZEND_PARSE_PARAMETERS_END();
    ProgramPoll* poll = poll_of(ZEND_THIS);
    if (poll != nullptr) poll->hold(held);
}
