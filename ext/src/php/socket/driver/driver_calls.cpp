#include <algorithm>
#include <deque>
#include <iterator>
#include <vector>
#include <zend_extensions.h>

#include "php/engine/internal_function.h"
#include "php/socket/driver/connection_claim.h"
#include "php/socket/driver/driver_objects.h"

namespace tern::php {

namespace {

enum class Way : uint8_t {
    strict,  // claims what its object and its arguments use
    of_all,  // the same for the objects in arrays
    free,    // if another coroutine uses it, claims nothing: libcurl refuses the call itself
    none,    // touches nothing that a waiting call uses
};

struct DriverFunction {
    zif_handler handler;
    Way way;
    bool is_pgsql;
    LastKind last_kind;
};

struct CallRow {
    const char* name;
    Way way;
};

// A handle for many transfers is shared by the coroutines that wait for them. The last two say whom to end. Options may
// be streams.
constexpr CallRow kCallRows[] = {
    {"curl_multi_add_handle", Way::none}, {"curl_multi_errno", Way::none},     {"curl_multi_exec", Way::free},
    {"curl_multi_getcontent", Way::none}, {"curl_multi_info_read", Way::none}, {"curl_multi_select", Way::none},
    {"curl_setopt_array", Way::of_all},   {"mysqli::poll", Way::of_all},       {"mysqli_poll", Way::of_all},
    {"mysqli_thread_id", Way::none},      {"pg_get_pid", Way::none},
};

int place = -1;  // in the reserved pointers of each function
std::deque<DriverFunction> functions;

DriverFunction& driver_function(const zend_internal_function& function) noexcept {
    return *static_cast<DriverFunction*>(function.reserved[place]);
}

void add_elements(Claim& claim, const zval* array) {
    const zval* one;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(array), one) {
        ZVAL_DEREF(one);
        add_connections(claim, *one);
    }
    ZEND_HASH_FOREACH_END();
}

void add_all(Claim& claim, const DriverFunction& function, zend_execute_data* call) {
    if (Z_TYPE(call->This) == IS_OBJECT) add_connections_of_this(claim, Z_OBJ(call->This));
    const uint32_t count = ZEND_CALL_NUM_ARGS(call);
    for (uint32_t i = 1; i <= count; ++i) {
        const zval* one = ZEND_CALL_ARG(call, i);
        ZVAL_DEREF(one);
        if (Z_TYPE_P(one) < IS_ARRAY) continue;
        if (Z_TYPE_P(one) != IS_ARRAY) {
            add_connections(claim, *one);
        } else if (function.way == Way::of_all) {
            add_elements(claim, one);
        }
    }
    if (function.is_pgsql && claim.empty()) add_default_connection(claim);
}

// The object whose connection it is, as far as the call shows it.
const zend_object* subject_of(zend_execute_data* call) noexcept {
    if (Z_TYPE(call->This) == IS_OBJECT) return Z_OBJ(call->This);
    const uint32_t count = ZEND_CALL_NUM_ARGS(call);
    for (uint32_t i = 1; i <= count; ++i) {
        const zval* one = ZEND_CALL_ARG(call, i);
        ZVAL_DEREF(one);
        if (Z_TYPE_P(one) == IS_OBJECT) return Z_OBJ_P(one);
    }
    return nullptr;
}

[[gnu::noinline]] void call_with_claim(const DriverFunction& function, Coroutines& coroutines,
                                       INTERNAL_FUNCTION_PARAMETERS) {
    Claim claim(coroutines);
    add_all(claim, function, execute_data);
    if (!claim.begin() && function.way != Way::free) return claim.refuse(subject_of(execute_data));
    function.handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    claim.end();
}

// The connection of a method that is called without other objects, or of a function whose first argument is the only
// object; null: there may be several.
const void* single_connection_of(DriverFunction& function, zend_execute_data* call) noexcept {
    if (function.way != Way::strict) return nullptr;
    const zval* subject = &call->This;
    const zval* one = ZEND_CALL_ARG(call, 1);
    const zval* const end = one + ZEND_CALL_NUM_ARGS(call);
    if (Z_TYPE_P(subject) != IS_OBJECT) {
        if (one == end || Z_TYPE_P(one) != IS_OBJECT) return nullptr;
        subject = one++;
    }
    for (; one != end; ++one) {
        if (Z_TYPE_P(one) >= IS_OBJECT) return nullptr;
    }
    return single_connection(Z_OBJ_P(subject), function.last_kind);
}

ZEND_NAMED_FUNCTION(call_driver) {
    DriverFunction& function = driver_function(EX(func)->internal_function);
    Coroutines* coroutines = php::coroutines();
    if (coroutines == nullptr || function.way == Way::none) return function.handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    const void* connection = single_connection_of(function, execute_data);
    if (connection == nullptr || !begin_single(*coroutines, connection))
        return call_with_claim(function, *coroutines, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    function.handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    end_single(*coroutines, connection);
}

void take_over(zend_internal_function& function, bool is_pgsql) noexcept {
    if (function.handler == call_driver || function.handler == nullptr) return;
    functions.push_back({function.handler, Way::strict, is_pgsql, {}});
    function.reserved[place] = &functions.back();
    function.handler = call_driver;
}

// The modules whose functions are calls of a client: few of thousands of functions are theirs.
using Modules = std::vector<const zend_module_entry*>;

Modules find_drivers() {
    Modules found;
    void* one;
    ZEND_HASH_FOREACH_PTR(&module_registry, one) {
        const auto* module = static_cast<const zend_module_entry*>(one);
        if (is_driver(*module)) found.push_back(module);
    }
    ZEND_HASH_FOREACH_END();
    return found;
}

bool has(const Modules& drivers, const zend_module_entry* module) noexcept {
    return std::ranges::find(drivers, module) != drivers.end();
}

void take_over_all(HashTable& table, const Modules& drivers) noexcept {
    void* found;
    ZEND_HASH_FOREACH_PTR(&table, found) {
        auto* function = static_cast<zend_function*>(found);
        if (function->type != ZEND_INTERNAL_FUNCTION) continue;
        zend_internal_function& internal = function->internal_function;
        if (!has(drivers, internal.module)) continue;
        take_over(internal, Bytes(internal.module->name) == "pgsql");
    }
    ZEND_HASH_FOREACH_END();
}

void take_over_classes(const Modules& drivers) noexcept {
    void* found;
    ZEND_HASH_FOREACH_PTR(CG(class_table), found) {
        auto* type = static_cast<zend_class_entry*>(found);
        if (type->type != ZEND_INTERNAL_CLASS || !has(drivers, type->info.internal.module)) continue;
        if (instanceof_function(type, zend_ce_throwable)) continue;
        take_over_all(type->function_table, drivers);
        take_over_objects(*type);
    }
    ZEND_HASH_FOREACH_END();
}

}  // namespace

void prepare_driver_calls() noexcept { place = zend_get_resource_handle("tern"); }

void take_over_driver_calls() noexcept {
    if (place < 0 || !functions.empty()) return;
    const Modules drivers = find_drivers();
    if (drivers.empty()) return;
    take_over_all(*CG(function_table), drivers);
    take_over_classes(drivers);
    for (const CallRow& row : kCallRows) {
        zend_internal_function* function = internal_function(row.name);
        if (function == nullptr || function->handler != call_driver) continue;
        static_cast<DriverFunction*>(function->reserved[place])->way = row.way;
    }
}

zif_handler unclaimed_handler(const zend_internal_function& function) noexcept {
    return function.handler == call_driver ? driver_function(function).handler : function.handler;
}

// Each object has its own copy of the function, and all of them the same data.
void take_over_driver_method(zend_internal_function& method) noexcept {
    if (place < 0 || method.handler == call_driver) return;
    const auto same = [&method](const DriverFunction& one) { return one.handler == method.handler; };
    const auto known = std::ranges::find_if(functions, same);
    if (known == functions.end()) return take_over(method, false);
    method.reserved[place] = &*known;
    method.handler = call_driver;
}

}  // namespace tern::php
