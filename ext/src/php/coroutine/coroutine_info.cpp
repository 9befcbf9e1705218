// The methods of Swoole\Coroutine that report about coroutines or set their options.
#include <algorithm>
#include <limits>

#include "php/coroutine/coroutine.h"
#include "php/coroutine/program/given_options.h"
#include "php/coroutine/program/script.h"
#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/engine/fiber/program_coroutine.h"
#include "php/engine/number_list.h"
#include "php/engine/options/coroutine_options.h"
#include "php/isolation/context.h"
#include "php/library/library.h"

namespace tern::php {

namespace {

// 0: the running coroutine. Null: there is none.
Fiber* fiber_of(zend_long id) noexcept {
    Coroutines* coroutines = php::coroutines();
    if (coroutines == nullptr) return nullptr;
    return static_cast<Fiber*>(id == 0 ? coroutines->current() : coroutines->scheduler.find(id));
}

// The number, limited to the range of the engine's int.
int limited(zend_long number) noexcept {
    return static_cast<int>(std::clamp<zend_long>(number, 0, std::numeric_limits<int>::max()));
}

// A server that starts opens its own. False: an exception was thrown.
bool set_log(HashTable* options, const CoroutineOptions& all) {
    if (zend_hash_str_exists(options, ZEND_STRL("log_level"))) {
        TERN_G(log)->set_least(static_cast<LogLevel>(all.log_level));
    }
    const zval* path = zend_hash_str_find_deref(options, ZEND_STRL("log_file"));
    if (path == nullptr || Z_TYPE_P(path) == IS_NULL) return true;
    if (Z_TYPE_P(path) != IS_STRING || zend_str_has_nul_byte(Z_STR_P(path))) {
        zend_argument_type_error(1, "option \"log_file\" must be a path, %s given", zend_zval_type_name(path));
        return false;
    }
    const Error error = TERN_G(log_file)->open({.path = Z_STRVAL_P(path)});
    if (error != Error::ok) warn("log_file %s cannot be opened: %s", Z_STRVAL_P(path), describe(error));
    return EG(exception) == nullptr;
}

// The process keeps what it is given.
void share_with_process() {
    if (Context* context = Context::running()) context->share_values();
}

// The library has the resolvers, for its clients. False: an exception was thrown.
bool set_name_resolvers(HashTable* options) {
    zval* resolvers = zend_hash_str_find_deref(options, ZEND_STRL("name_resolver"));
    if (resolvers == nullptr || Z_TYPE_P(resolvers) == IS_NULL) return true;
    return library::call("tern\\internal\\nameresolvers", "set", resolvers);
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Coroutine, getContext) {
    zend_long id = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(id)
    ZEND_PARSE_PARAMETERS_END();
    Fiber* fiber = fiber_of(id);
    if (fiber == nullptr) RETURN_NULL();
    share_values_with(*fiber);
    if (Z_TYPE(fiber->locals.context) == IS_UNDEF) {
        zval made;
        object_init_ex(&made, classes.coroutine_context);
        zend_call_known_instance_method_with_0_params(spl_ce_ArrayObject->constructor, Z_OBJ(made), nullptr);
        ZVAL_COPY_VALUE(&fiber->locals.context, &made);
    }
    RETURN_COPY(&fiber->locals.context);
}

ZEND_METHOD(Swoole_Coroutine, getBackTrace) {
    zend_long id = 0;
    zend_long options = DEBUG_BACKTRACE_PROVIDE_OBJECT;
    zend_long limit = 0;
    ZEND_PARSE_PARAMETERS_START(0, 3)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(id)
    Z_PARAM_LONG(options)
    Z_PARAM_LONG(limit)
    ZEND_PARSE_PARAMETERS_END();
    Fiber* fiber = fiber_of(id);
    if (fiber == nullptr) return failure(Error::coroutine_not_exist, return_value);
    backtrace_of(*fiber, limited(options), limited(limit), return_value);
}

ZEND_METHOD(Swoole_Coroutine, printBackTrace) {
    zend_long id = 0;
    zend_long options = 0;
    zend_long limit = 0;
    ZEND_PARSE_PARAMETERS_START(0, 3)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(id)
    Z_PARAM_LONG(options)
    Z_PARAM_LONG(limit)
    ZEND_PARSE_PARAMETERS_END();
    Fiber* fiber = fiber_of(id);
    if (fiber == nullptr) return remember(Error::coroutine_not_exist);
    zend_string* text = backtrace_text(*fiber, limited(options), limited(limit));
    php_write(ZSTR_VAL(text), ZSTR_LEN(text));
    zend_string_release(text);
}

ZEND_METHOD(Swoole_Coroutine, getElapsed) {
    zend_long id = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(id)
    ZEND_PARSE_PARAMETERS_END();
    Fiber* fiber = fiber_of(id);
    if (fiber == nullptr) RETURN_LONG(-1);
    RETURN_LONG(tern::coarse_ms() - fiber->started_ms());
}

ZEND_METHOD(Swoole_Coroutine, getExecuteTime) {
    ZEND_PARSE_PARAMETERS_NONE();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_have_coroutine(coroutines)) RETURN_THROWS();
    RETURN_LONG(coroutines->coroutine_clock.of_running_us(*coroutines->current()));
}

ZEND_METHOD(Swoole_Coroutine, getStackUsage) {
    zend_long id = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(id)
    ZEND_PARSE_PARAMETERS_END();
    Fiber* fiber = fiber_of(id);
    if (fiber == nullptr) return failure(Error::coroutine_not_exist, return_value);
    RETURN_LONG(static_cast<zend_long>(fiber->used_stack_bytes()));
}

ZEND_METHOD(Swoole_Coroutine, set) {
    HashTable* options;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ARRAY_HT(options)
    ZEND_PARSE_PARAMETERS_END();
    share_with_process();
    CoroutineOptions& all = *TERN_G(coroutine_options);
    if (!apply_options(coroutine_option_table(), options, {&all, nullptr, &all.touched})) RETURN_THROWS();
    keep_given_options(options);
    keep_exit_condition(options);
    if (!set_name_resolvers(options)) RETURN_THROWS();
    if (!set_log(options, all)) RETURN_THROWS();
    if (runtime() != nullptr) apply_to(*runtime(), all);
}

ZEND_METHOD(Swoole_Coroutine, getOptions) {
    ZEND_PARSE_PARAMETERS_NONE();
    share_with_process();
    copy_given_options(return_value);
    const OptionTable& table = coroutine_option_table();
    for (size_t i = 0; i < table.rows.size(); ++i) {
        if (!TERN_G(coroutine_options)->touched.has(i) || table.rows[i].kind == OptionKind::callable) continue;
        if (Z_TYPE_P(return_value) != IS_ARRAY) array_init(return_value);
        zval value;
        read_option(table.rows[i], TERN_G(coroutine_options), &value);
        add_assoc_zval(return_value, table.rows[i].name, &value);
    }
}

ZEND_METHOD(Swoole_Coroutine, enableScheduler) {
    ZEND_PARSE_PARAMETERS_NONE();
    Runtime* runtime = need_runtime();
    if (runtime == nullptr) RETURN_THROWS();
    RETURN_BOOL(runtime->preemption.allow(true));
}

ZEND_METHOD(Swoole_Coroutine, disableScheduler) {
    ZEND_PARSE_PARAMETERS_NONE();
    Runtime* runtime = need_runtime();
    if (runtime == nullptr) RETURN_THROWS();
    RETURN_BOOL(runtime->preemption.allow(false));
}

ZEND_METHOD(Swoole_Coroutine, stats) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    const auto count = [](size_t number) { return static_cast<zend_long>(number); };
    const Runtime* all = runtime();
    const tern::loop::OffloadLoad threads = all == nullptr ? tern::loop::OffloadLoad() : all->offload.load();
    add_assoc_long(return_value, "event_num", all == nullptr ? 0 : count(all->loop.holds()));
    add_assoc_long(return_value, "signal_listener_num", all == nullptr ? 0 : count(all->signals.listened_count()));
    add_assoc_long(return_value, "aio_task_num", count(threads.queued + threads.running));
    add_assoc_long(return_value, "aio_worker_num", count(threads.threads));
    add_assoc_long(return_value, "aio_queue_size", count(threads.queued));
    add_assoc_long(return_value, "coroutine_num", all == nullptr ? 0 : count(all->scheduler.count()));
    add_assoc_long(return_value, "coroutine_peak_num", all == nullptr ? 0 : count(all->scheduler.peak()));
    add_assoc_long(return_value, "coroutine_last_cid", all == nullptr ? 0 : all->scheduler.last_id());
    const size_t stack = all == nullptr ? usual_stack_bytes() : all->pool.stacks.stack_bytes();
    add_assoc_long(return_value, "c_stack_size", count(stack));
}

ZEND_METHOD(Swoole_Coroutine, list) {
    ZEND_PARSE_PARAMETERS_NONE();
    zval numbers;
    array_init(&numbers);
    if (runtime() != nullptr) {
        coroutines()->scheduler.each(
            [&numbers](tern::coro::Coroutine& one) { add_next_index_long(&numbers, one.id()); });
    }
    return_numbers(classes.coroutine_iterator, &numbers, return_value);
}
