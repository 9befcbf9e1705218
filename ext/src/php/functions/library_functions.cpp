// Functions whose bodies are methods of php/library, and functions that php/library uses.
#include "php/coroutine/coroutine.h"
#include "php/coroutine/hooks/blocking_calls.h"
#include "php/coroutine/program/script.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/globals.h"
#include "php/engine/object.h"
#include "php/engine/options/options.h"
#include "php/engine/registry.h"
#include "php/library/library.h"
#include "php/functions/library_functions_arginfo.h"

namespace tern::php {

namespace {

using coro::Wait;

// clang-format off
const zend_function_entry short_functions[] = {
    ZEND_NS_NAMED_FE("Co", batch, ZEND_FN(Swoole_Coroutine_batch), arginfo_Swoole_Coroutine_batch)
    ZEND_NS_NAMED_FE("Co", parallel, ZEND_FN(Swoole_Coroutine_parallel), arginfo_Swoole_Coroutine_parallel)
    ZEND_NS_NAMED_FE("Co", map, ZEND_FN(Swoole_Coroutine_map), arginfo_Swoole_Coroutine_map)
    ZEND_NAMED_FE(_string, ZEND_FN(swoole_string), arginfo_swoole_string)
    ZEND_NAMED_FE(_mbstring, ZEND_FN(swoole_mbstring), arginfo_swoole_mbstring)
    ZEND_NAMED_FE(_array, ZEND_FN(swoole_array), arginfo_swoole_array)
    ZEND_FE_END
};
// clang-format on

constexpr zend_long kNotHooked = 0;  // a time in the past

bool waits_for_wake(const tern::coro::Coroutine& coroutine) noexcept {
    const Wait wait = coroutine.waits_for();
    return wait == Wait::group || wait == Wait::suspension || wait == Wait::background;
}

constexpr Bytes kTasks = "tern\\internal\\tasks";
constexpr Bytes kWrappers = "tern\\internal\\wrappers";
constexpr Bytes kLibraryOptions = "tern\\internal\\libraryoptions";
constexpr Bytes kContainer = "tern\\internal\\container";
constexpr Bytes kRemoteObjects = "tern\\internal\\remoteobject\\defaultserver";
constexpr Bytes kNameResolvers = "tern\\internal\\nameresolvers";
constexpr Bytes kWebRequests = "tern\\internal\\client\\webrequest\\requests";

constexpr library::Target kString{"|S", kWrappers, "string"};
constexpr library::Target kMultibyte{"|S", kWrappers, "multibyte_string"};
constexpr library::Target kArray{"|a", kWrappers, "array"};
constexpr library::Target kList{"*", kWrappers, "list"};
constexpr library::Target kDefaultValue{"az|z", kWrappers, "default_value"};
constexpr library::Target kTable{"lS", kWrappers, "table"};
constexpr library::Target kSetOptions{"a", kLibraryOptions, "set_all"};
constexpr library::Target kOptions{"", kLibraryOptions, "all"};
constexpr library::Target kSetOption{"Sz", kLibraryOptions, "set"};
constexpr library::Target kOption{"S", kLibraryOptions, "get"};
constexpr library::Target kIsInside{"", kContainer, "is_inside"};
constexpr library::Target kCpus{"", kContainer, "cpus"};
constexpr library::Target kAddResolver{"o", kNameResolvers, "add"};
constexpr library::Target kRemoveResolver{"o", kNameResolvers, "remove"};
constexpr library::Target kLookup{"So", kNameResolvers, "lookup"};
constexpr library::Target kInitRemoteObjects{"", kRemoteObjects, "init"};
constexpr library::Target kRemoteObjectClient{"", kRemoteObjects, "client"};
constexpr library::Target kRequest{"SS|za!a!a!", kWebRequests, "request"};
constexpr library::Target kRequestWithHttpClient{"SS|za!a!a!", kWebRequests, "with_http_client"};
constexpr library::Target kRequestWithCurl{"SS|za!a!a!", kWebRequests, "with_curl"};
constexpr library::Target kRequestWithStream{"SS|za!a!a!", kWebRequests, "with_stream"};
constexpr library::Target kPost{"Sz|a!a!a!", kWebRequests, "post"};
constexpr library::Target kGet{"S|a!a!a!", kWebRequests, "get"};

void call_start(INTERNAL_FUNCTION_PARAMETERS) {
    zend_fcall_info start;
    zend_fcall_info_cache cache;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_FUNC(start, cache)
    ZEND_PARSE_PARAMETERS_END();
    start.retval = return_value;
    zend_call_function(&start, &cache);
}

}  // namespace

void register_library_functions(bool with_short_names) {
    register_functions(library_functions_entries);
    if (with_short_names) register_functions(short_functions);
}

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Swoole_Coroutine_batch) { library::forward({"a|d", kTasks, "batch"}, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(Swoole_Coroutine_parallel) {
    library::forward({"lf", kTasks, "parallel"}, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(Swoole_Coroutine_map) { library::forward({"af|d", kTasks, "map"}, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(Swoole_Coroutine_Http_request) { library::forward(kRequest, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(Swoole_Coroutine_Http_request_with_http_client) {
    library::forward(kRequestWithHttpClient, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(Swoole_Coroutine_Http_request_with_curl) {
    library::forward(kRequestWithCurl, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(Swoole_Coroutine_Http_request_with_stream) {
    library::forward(kRequestWithStream, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(Swoole_Coroutine_Http_post) { library::forward(kPost, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(Swoole_Coroutine_Http_get) { library::forward(kGet, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_string) { library::forward(kString, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_mbstring) { library::forward(kMultibyte, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_array) { library::forward(kArray, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_array_list) { library::forward(kList, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_array_default_value) { library::forward(kDefaultValue, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_table) { library::forward(kTable, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_library_set_options) { library::forward(kSetOptions, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_library_get_options) { library::forward(kOptions, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_library_set_option) { library::forward(kSetOption, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_library_get_option) { library::forward(kOption, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_is_in_container) { library::forward(kIsInside, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_container_cpu_num) { library::forward(kCpus, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_name_resolver_add) { library::forward(kAddResolver, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_name_resolver_remove) { library::forward(kRemoveResolver, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_name_resolver_lookup) { library::forward(kLookup, INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_init_default_remote_object_server) {
    library::forward(kInitRemoteObjects, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(swoole_get_default_remote_object_client) {
    library::forward(kRemoteObjectClient, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(Tern_Internal_wait) {
    double timeout;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_be_in_coroutine(coroutines)) RETURN_THROWS();
    const tern::coro::Wake wake = coroutines->scheduler.suspend(Wait::group, deadline_in(timeout));
    if (!after_wait(*coroutines, wake, return_value)) return;
    if (wake == tern::coro::Wake::timed_out) return failure(tern::Error::coroutine_timed_out, return_value);
    RETURN_TRUE;
}

ZEND_FUNCTION(Tern_Internal_cooperate) {
    double timeout = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_be_in_coroutine(coroutines)) RETURN_THROWS();
    Fiber& self = *current_fiber();
    const zend_long before = self.hooked() == 0 ? kNotHooked : self.hooked_until().at_ms;
    hook_coroutine(self, deadline_in(timeout));
    RETURN_LONG(before);
}

ZEND_FUNCTION(Tern_Internal_uncooperate) {
    zend_long before;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(before)
    ZEND_PARSE_PARAMETERS_END();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_be_in_coroutine(coroutines)) RETURN_THROWS();
    Fiber& self = *current_fiber();
    if (before == kNotHooked) {
        self.hook(0, tern::coro::Deadline::never());
    } else {
        self.hook(self.hooked(), {before});
    }
}

ZEND_FUNCTION(Tern_Internal_is_overdue) {
    ZEND_PARSE_PARAMETERS_NONE();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_be_in_coroutine(coroutines)) RETURN_THROWS();
    const tern::coro::Deadline until = coroutines->current()->hooked_until();
    RETURN_BOOL(until.finite() && tern::monotonic_ms() >= until.at_ms);
}

ZEND_FUNCTION(Tern_Internal_in_worker) {
    ZEND_PARSE_PARAMETERS_NONE();
    const Coroutines* coroutines = tern::php::coroutines();
    RETURN_BOOL(coroutines != nullptr && !coroutines->is_script);
}

ZEND_FUNCTION(Tern_Internal_note_option) {
    zend_string* name;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(name)
    ZEND_PARSE_PARAMETERS_END();
    note_option(name);
}

ZEND_FUNCTION(Tern_Internal_loaded_classes) { library::list_loaded_classes(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(Tern_Internal_options_without_effect) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (TERN_G(options_without_effect) == nullptr) RETURN_EMPTY_ARRAY();
    RETURN_ARR(zend_array_dup(TERN_G(options_without_effect)));
}

ZEND_FUNCTION(Tern_Internal_remember_error) {
    zend_long code;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(code)
    ZEND_PARSE_PARAMETERS_END();
    remember(static_cast<tern::Error>(code));
}

ZEND_FUNCTION(Tern_Internal_run_all) {
    if (!run_program(call_start, INTERNAL_FUNCTION_PARAM_PASSTHRU)) RETURN_NULL();
}

ZEND_FUNCTION(Tern_Internal_give_way) {
    ZEND_PARSE_PARAMETERS_NONE();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_be_in_coroutine(coroutines)) RETURN_THROWS();
    if (after_wait(*coroutines, coroutines->scheduler.give_way(), return_value)) RETURN_TRUE;
}

ZEND_FUNCTION(Tern_Internal_enter_order) {
    ZEND_PARSE_PARAMETERS_NONE();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr) RETURN_THROWS();
    RETURN_BOOL(coroutines->current() == nullptr || coroutines->scheduler.order().enter());
}

ZEND_FUNCTION(Tern_Internal_wait_for_start) {
    double timeout;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_be_in_coroutine(coroutines)) RETURN_THROWS();
    const tern::coro::Wake wake = coroutines->scheduler.order().wait_for_start(deadline_in(timeout));
    RETVAL_FALSE;
    if (after_wait(*coroutines, wake, return_value) && wake == tern::coro::Wake::resumed) RETURN_TRUE;
}

ZEND_FUNCTION(Tern_Internal_wait_for_event) {
    bool in_background;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_BOOL(in_background)
    ZEND_PARSE_PARAMETERS_END();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_be_in_coroutine(coroutines)) RETURN_THROWS();
    const Wait reason = in_background ? Wait::background : Wait::suspension;
    const tern::coro::Wake wake = coroutines->scheduler.suspend(reason, tern::coro::Deadline::never());
    if (after_wait(*coroutines, wake, return_value) && wake == tern::coro::Wake::resumed) RETURN_TRUE;
}

ZEND_FUNCTION(Tern_Internal_turn) {
    ZEND_PARSE_PARAMETERS_NONE();
    Runtime* runtime = need_runtime();
    if (runtime == nullptr) RETURN_THROWS();
    if (!runtime->is_script || runtime->current() != nullptr || runtime->running) {
        zend_throw_error(nullptr, "The event loop of this process runs already: wait in a coroutine");
        RETURN_THROWS();
    }
    const bool alive = turn_if_alive(*runtime);
    bail_if_ended();
    RETURN_BOOL(alive);
}

ZEND_FUNCTION(Tern_Internal_wake) {
    zend_long id;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(id)
    ZEND_PARSE_PARAMETERS_END();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr) RETURN_THROWS();
    tern::coro::Coroutine* target = coroutines->scheduler.find(id);
    if (target == nullptr || !waits_for_wake(*target)) RETURN_FALSE;
    coroutines->scheduler.resume(*target, tern::coro::Wake::resumed);
    bail_if_ended();
    RETURN_TRUE;
}

ZEND_FUNCTION(Tern_Internal_restore_properties) {
    zend_object* object;
    HashTable* then;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_OBJ(object)
    Z_PARAM_ARRAY_HT(then)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(restore_properties(object, then));
}
