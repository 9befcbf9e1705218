// Connections that PHP gives to every caller with equal arguments: pg_connect(), and persistent ones. In coroutines,
// two would use one connection at once, and one would work in the transaction of the other. So the arguments of their
// functions say whose it is: those that each driver makes the name of the connection of, and otherwise ignores.
#include <iterator>

#include "base/check.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/internal_function.h"
#include "php/engine/registry.h"
#include "php/engine/state/engine_state.h"
#include "php/isolation/state/link_slots.h"
#include "php/socket/driver/connection_claim.h"

namespace tern::php {

namespace {

struct PersistentRow;

using Replacement = void (*)(const PersistentRow& row, INTERNAL_FUNCTION_PARAMETERS);

struct PersistentRow {
    const char* name;
    Replacement call;
    const char* other;  // makes such a connection for its caller alone
};

// The function as it was.
struct Taken {
    zend_internal_function engines;
    bool is_taken;
};

const PersistentRow* find_row(const zend_function* function) noexcept;
Taken& taken_of(const PersistentRow& row) noexcept;

void call_engines(const PersistentRow& row, INTERNAL_FUNCTION_PARAMETERS) {
    taken_of(row).engines.handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

void call_other(const PersistentRow& row, INTERNAL_FUNCTION_PARAMETERS) {
    const zend_internal_function* other = current_fiber() == nullptr ? nullptr : internal_function(row.other);
    if (other == nullptr) return call_engines(row, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    const PersistentRow* of_other = find_row(reinterpret_cast<const zend_function*>(other));
    const zif_handler handler = of_other == nullptr ? unclaimed_handler(*other) : taken_of(*of_other).engines.handler;
    handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

// With its pools, phpredis lends each connection once.
void call_other_without_pools(const PersistentRow& row, INTERNAL_FUNCTION_PARAMETERS) {
    constexpr char kPools[] = "redis.pconnect.pooling_enabled";
    if (zend_ini_long(const_cast<char*>(kPools), sizeof kPools - 1, false) != 0)
        return call_engines(row, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    call_other(row, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

// The arguments that are strings.
smart_str texts_of(const zend_execute_data* call) {
    smart_str text{};
    for (uint32_t i = 1; i <= ZEND_CALL_NUM_ARGS(call); ++i) {
        const zval* one = ZEND_CALL_ARG(call, i);
        if (Z_TYPE_P(one) == IS_STRING) smart_str_append(&text, Z_STR_P(one));
        smart_str_appendc(&text, '\0');
    }
    smart_str_append(&text, call->func->common.function_name);
    smart_str_0(&text);
    return text;
}

// Replaces a name of the program's, or none.
void set_name(zval* value, uint32_t slot) {
    zend_string* name = Z_TYPE_P(value) == IS_STRING
                            ? zend_strpprintf(0, "%s#tern-%u", Z_STRVAL_P(value), static_cast<unsigned>(slot))
                            : zend_strpprintf(0, "tern-%u", static_cast<unsigned>(slot));
    zval_ptr_dtor(value);
    ZVAL_STR(value, name);
}

// The connection that was made holds the slot.
void keep_slot(const smart_str& arguments, uint32_t slot, const zval* made) {
    if (EG(exception) != nullptr || Z_TYPE_P(made) != IS_OBJECT) return LinkSlots::release(view(arguments.s), slot);
    LinkSlots::release_with(Z_OBJ_P(made), view(arguments.s), slot);
}

void connect_in_slot(const PersistentRow& row, const smart_str& arguments, uint32_t slot,
                     INTERNAL_FUNCTION_PARAMETERS) {
    call_engines(row, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    keep_slot(arguments, slot, Z_TYPE(EX(This)) == IS_OBJECT ? &EX(This) : return_value);
}

constexpr zend_ulong kPersistent = 12;  // PDO::ATTR_PERSISTENT

// The option may be a name, which is part of the name of the connection.
void own_pdo(const PersistentRow& row, INTERNAL_FUNCTION_PARAMETERS) {
    zval* options = ZEND_NUM_ARGS() < 4 ? nullptr : ZEND_CALL_ARG(execute_data, 4);
    zval* wanted = options == nullptr || Z_TYPE_P(options) != IS_ARRAY
                       ? nullptr
                       : zend_hash_index_find_deref(Z_ARRVAL_P(options), kPersistent);
    if (current_fiber() == nullptr || wanted == nullptr || !zend_is_true(wanted))
        return call_engines(row, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    smart_str arguments = texts_of(execute_data);
    const uint32_t slot = LinkSlots::hold(view(arguments.s));
    zval name;
    ZVAL_COPY(&name, wanted);
    if (slot == 0) {
        zval_ptr_dtor(&name);
        ZVAL_FALSE(&name);
    } else {
        set_name(&name, slot);
    }
    SEPARATE_ARRAY(options);
    zend_hash_index_update(Z_ARRVAL_P(options), kPersistent, &name);
    connect_in_slot(row, arguments, slot, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    smart_str_free(&arguments);
}

void own_memcached(const PersistentRow& row, INTERNAL_FUNCTION_PARAMETERS) {
    zval* name = ZEND_NUM_ARGS() < 1 ? nullptr : ZEND_CALL_ARG(execute_data, 1);
    if (current_fiber() == nullptr || name == nullptr || Z_TYPE_P(name) != IS_STRING)
        return call_engines(row, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    smart_str arguments = texts_of(execute_data);
    const uint32_t slot = LinkSlots::hold(view(arguments.s));
    if (slot == 0) {
        zval_ptr_dtor(name);
        ZVAL_NULL(name);
    } else {
        set_name(name, slot);
    }
    connect_in_slot(row, arguments, slot, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    smart_str_free(&arguments);
}

// A driver option that mongodb does not know is part of the name of its client.
void own_mongodb(const PersistentRow& row, INTERNAL_FUNCTION_PARAMETERS) {
    constexpr uint32_t kArguments = 3;
    const uint32_t count = ZEND_NUM_ARGS();
    const zval* options = count < kArguments ? nullptr : ZEND_CALL_ARG(execute_data, kArguments);
    const bool is_usual = options == nullptr || Z_TYPE_P(options) == IS_NULL || Z_TYPE_P(options) == IS_ARRAY;
    if (current_fiber() == nullptr || count > kArguments || !is_usual)
        return call_engines(row, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    smart_str arguments = texts_of(execute_data);
    const uint32_t slot = LinkSlots::hold(view(arguments.s));
    zval given[kArguments];
    for (uint32_t i = 0; i < kArguments - 1; ++i) {
        ZVAL_NULL(&given[i]);
        if (i < count) ZVAL_COPY_VALUE(&given[i], ZEND_CALL_ARG(execute_data, i + 1));
    }
    array_init(&given[2]);
    if (options != nullptr && Z_TYPE_P(options) == IS_ARRAY)
        zend_hash_copy(Z_ARRVAL(given[2]), Z_ARRVAL_P(options), zval_add_ref);
    slot == 0 ? add_assoc_bool(&given[2], "disableClientPersistence", true) : add_assoc_long(&given[2], "tern", slot);
    auto* function = reinterpret_cast<zend_function*>(&taken_of(row).engines);
    zend_call_known_function(function, Z_OBJ(EX(This)), Z_OBJCE(EX(This)), return_value, kArguments, given, nullptr);
    zval_ptr_dtor(&given[2]);
    keep_slot(arguments, slot, &EX(This));
    smart_str_free(&arguments);
}

// What a coroutine has of pgsql until its end. A persistent connection must not keep its transaction.
struct PgsqlEnd final : CoroutineLocals::Held {
    explicit PgsqlEnd(zend_object* persistent) noexcept : Held(end), link(persistent) {}

    static void call_on(zend_object* link, const char* function, const char* argument, zval* result) {
        zval name;
        zval arguments[2];
        ZVAL_STRING(&name, function);
        ZVAL_OBJ(&arguments[0], link);
        if (argument != nullptr) ZVAL_STRING(&arguments[1], argument);
        ZVAL_UNDEF(result);
        call_user_function(nullptr, nullptr, &name, result, argument == nullptr ? 1 : 2, arguments);
        if (argument != nullptr) zval_ptr_dtor(&arguments[1]);
        zval_ptr_dtor(&name);
    }
    static void roll_back(zend_object* link) {
        zval status;
        call_on(link, "pg_transaction_status", nullptr, &status);
        const bool in_transaction = Z_TYPE(status) == IS_LONG && Z_LVAL(status) != 0;
        if (!in_transaction || EG(exception) != nullptr) return;
        zval result;
        call_on(link, "pg_query", "ROLLBACK", &result);
        zval_ptr_dtor(&result);
    }
    static void end(Held& held) {
        zend_object* link = static_cast<PgsqlEnd&>(held).link;
        delete static_cast<PgsqlEnd*>(&held);
        if (link == nullptr) return DefaultLink::drop();
        if (GC_REFCOUNT(link) > 0) roll_back(link);
        OBJ_RELEASE(link);
    }

    zend_object* link;  // null: it ends the default link
};

void end_with_coroutine(zend_object* persistent) {
    CoroutineLocals& locals = current_fiber()->locals;
    if (persistent != nullptr) GC_ADDREF(persistent);
    bool ends_default = false;
    for (auto* one = locals.held.front(); one != nullptr; one = locals.held.next(*one))
        ends_default = ends_default || one->at_end == PgsqlEnd::end;
    if (!ends_default) locals.held.push_back(*new PgsqlEnd(nullptr));
    if (persistent != nullptr) locals.held.push_back(*new PgsqlEnd(persistent));
}

constexpr zend_long kForceNew = 2;  // PGSQL_CONNECT_FORCE_NEW
constexpr int kNameShift = 8;       // the driver does not look at further bits of the flags

void connect_with_flags(const PersistentRow& row, zend_long flags, INTERNAL_FUNCTION_PARAMETERS) {
    zval arguments[2];
    ZVAL_COPY_VALUE(&arguments[0], ZEND_CALL_ARG(execute_data, 1));
    ZVAL_LONG(&arguments[1], flags);
    auto* function = reinterpret_cast<zend_function*>(&taken_of(row).engines);
    zend_call_known_function(function, nullptr, nullptr, return_value, 2, arguments, nullptr);
}

bool has_flags(const zend_execute_data* call, zend_long* flags) noexcept {
    const uint32_t count = ZEND_CALL_NUM_ARGS(call);
    if (current_fiber() == nullptr || count < 1 || count > 2) return false;
    const zval* second = count == 1 ? nullptr : ZEND_CALL_ARG(call, 2);
    if (second != nullptr && Z_TYPE_P(second) != IS_LONG) return false;
    *flags = second == nullptr ? 0 : Z_LVAL_P(second);
    return true;
}

// One for each coroutine and string.
void own_pg_connect(const PersistentRow& row, INTERNAL_FUNCTION_PARAMETERS) {
    zend_long flags;
    if (!has_flags(execute_data, &flags)) return call_engines(row, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    const auto self = static_cast<zend_long>(current_fiber()->id());
    connect_with_flags(row, flags | self << kNameShift, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    if (Z_TYPE_P(return_value) == IS_OBJECT) end_with_coroutine(nullptr);
}

void own_pg_pconnect(const PersistentRow& row, INTERNAL_FUNCTION_PARAMETERS) {
    zend_long flags;
    if (!has_flags(execute_data, &flags)) return call_engines(row, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    smart_str arguments = texts_of(execute_data);
    const uint32_t slot = LinkSlots::hold(view(arguments.s));
    if (slot == 0) {
        const zend_internal_function* other = internal_function(row.other);
        const PersistentRow* of_other =
            other == nullptr ? nullptr : find_row(reinterpret_cast<const zend_function*>(other));
        connect_with_flags(of_other == nullptr ? row : *of_other, flags | kForceNew, INTERNAL_FUNCTION_PARAM_PASSTHRU);
        if (Z_TYPE_P(return_value) == IS_OBJECT) end_with_coroutine(nullptr);
        return smart_str_free(&arguments);
    }
    connect_with_flags(row, flags | static_cast<zend_long>(slot) << kNameShift, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    if (Z_TYPE_P(return_value) == IS_OBJECT) {
        end_with_coroutine(Z_OBJ_P(return_value));
        LinkSlots::release_with(Z_OBJ_P(return_value), view(arguments.s), slot);
    } else {
        LinkSlots::release(view(arguments.s), slot);
    }
    smart_str_free(&arguments);
}

// mysqli lends each persistent connection once, and amqp refuses a second one.
constexpr PersistentRow kPersistentRows[] = {
    {"dba_popen", call_other, "dba_open"},
    {"memcached::__construct", own_memcached, nullptr},
    {"mongodb\\driver\\manager::__construct", own_mongodb, nullptr},
    {"oci_connect", call_other, "oci_new_connect"},
    {"oci_pconnect", call_other, "oci_new_connect"},
    {"odbc_pconnect", call_other, "odbc_connect"},
    {"pdo::__construct", own_pdo, nullptr},
    {"pdo::connect", own_pdo, nullptr},
    {"pfsockopen", call_other, "fsockopen"},
    {"pg_connect", own_pg_connect, nullptr},
    {"pg_pconnect", own_pg_pconnect, "pg_connect"},
    {"redis::pconnect", call_other_without_pools, "redis::connect"},
    {"redis::popen", call_other_without_pools, "redis::connect"},
};

Taken taken[std::size(kPersistentRows)];

// Two methods have one name, but each its own arguments.
const PersistentRow* find_row(const zend_function* function) noexcept {
    for (size_t i = 0; i < std::size(kPersistentRows); ++i) {
        const zend_internal_function& engines = taken[i].engines;
        if (taken[i].is_taken && engines.arg_info == function->internal_function.arg_info &&
            engines.function_name == function->common.function_name)
            return &kPersistentRows[i];
    }
    return nullptr;
}

Taken& taken_of(const PersistentRow& row) noexcept { return taken[&row - kPersistentRows]; }

ZEND_NAMED_FUNCTION(call_own) {
    const PersistentRow* row = find_row(EX(func));
    TERN_CHECK(row != nullptr);
    row->call(*row, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

// Classes of extensions that extend the class have a copy of the method.
void take_over_copies(const zend_internal_function& engines) noexcept {
    if (engines.scope == nullptr) return;
    void* found;
    ZEND_HASH_FOREACH_PTR(CG(class_table), found) {
        auto* entry = static_cast<zend_class_entry*>(found);
        if (entry->type != ZEND_INTERNAL_CLASS) continue;
        for (void* one : {static_cast<void*>(entry->constructor),
                          zend_hash_find_ptr(&entry->function_table, engines.function_name)}) {
            auto* copy = static_cast<zend_function*>(one);
            if (copy != nullptr && copy->type == ZEND_INTERNAL_FUNCTION &&
                copy->internal_function.handler == engines.handler)
                copy->internal_function.handler = call_own;
        }
    }
    ZEND_HASH_FOREACH_END();
}

}  // namespace

void take_over_connections() noexcept {
    for (size_t i = 0; i < std::size(kPersistentRows); ++i) {
        zend_internal_function* function = internal_function(kPersistentRows[i].name);
        if (function == nullptr || taken[i].is_taken) continue;
        taken[i] = {*function, true};
        function->handler = call_own;
        take_over_copies(taken[i].engines);
    }
}

}  // namespace tern::php
