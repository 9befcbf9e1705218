// Tern\Internal\Poller.
#include <algorithm>

#include "php/coroutine/program/program_poll.h"
#include "php/coroutine/program/script.h"
#include "php/engine/descriptor.h"
#include "php/engine/error.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/isolation/context.h"
#include "php/coroutine/poller_arginfo.h"

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
    Context::allow_end_while_held(&kept, true);
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
    if (poll != nullptr) Context::allow_end_while_held(poll->callable(), !kept);
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
