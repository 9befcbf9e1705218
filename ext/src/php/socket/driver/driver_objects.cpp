#include "php/socket/driver/driver_objects.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>

#include "php/coroutine/hooks/blocking_calls.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/state/engine_state.h"
#include "php/engine/state/own_state.h"
#include "php/engine/state/stream_use.h"
#include "php/socket/driver/connection_claim.h"

// This header does not declare its C linkage.
extern "C" {
#include <ext/standard/file.h>
}

namespace tern::php {

namespace {

// Extensions whose objects stand for a connection, or for a part of one.
constexpr Bytes kModules[] = {
    "amqp", "curl", "ftp", "imap",  "ldap",  "memcache", "memcached", "mongodb", "mysqli",
    "oci8", "odbc", "PDO", "pgsql", "redis", "snmp",     "soap",      "sqlsrv",  "ssh2",
};
constexpr Bytes kDriverOfPdo = "pdo_";
// Values, which a SoapClient has as properties from PHP 8.4 on, and replaces in a call: it belongs to itself.
constexpr Bytes kValues[] = {"Soap\\Sdl", "Soap\\Url"};
// Of mongodb the classes with a known connection are no values.
constexpr Bytes kMongo = "MongoDB\\";

bool is_value(Bytes name) noexcept {
    if (name.starts_with(kMongo)) return connections_of_class(name).first == nullptr;
    return std::ranges::find(kValues, name) != std::end(kValues);
}

}  // namespace

// The handlers of a kind of objects, which their extension has for all of them: as they were.
struct ObjectKind {
    // Null: it may be several.
    const void* single_connection(const zend_object* object) const noexcept {
        if (connections.second != nullptr) return nullptr;
        if (connections.first != nullptr) return connections.first(object);
        return properties == 0 ? object : nullptr;
    }

    zend_object_handlers engines;
    Connections connections;
    uint32_t properties;  // the ones that the extension declares
    zend_object_iterator* (*get_iterator)(zend_class_entry* type, zval* object, int by_reference);
    const zend_object_iterator_funcs* engines_iterator;
    zend_object_iterator_funcs iterator;
};

namespace {

std::deque<ObjectKind> kinds;
AddressMap<ObjectKind*> kind_by_handlers;

[[gnu::always_inline]] inline ObjectKind* kind_with(const zend_object_handlers* handlers) noexcept {
    ObjectKind** found = kind_by_handlers.find(handlers);
    return found == nullptr ? nullptr : *found;
}

[[gnu::always_inline]] inline ObjectKind* kind_of(const zend_object* object) noexcept {
    return kind_with(object->handlers);
}

void add(Claim& claim, zend_object* object, const ObjectKind& kind);

// An object that has another one of a client as a property belongs to the connection of that: a channel of AMQP.
bool add_parents(Claim& claim, const zend_object* object, uint32_t properties) {
    for (uint32_t i = 0; i < properties; ++i) {
        const zval* one = &object->properties_table[i];
        ZVAL_DEREF(one);
        const ObjectKind* kind = Z_TYPE_P(one) == IS_OBJECT && Z_OBJ_P(one) != object ? kind_of(Z_OBJ_P(one)) : nullptr;
        if (kind == nullptr) continue;
        add(claim, Z_OBJ_P(one), *kind);
        return true;
    }
    return false;
}

void add(Claim& claim, zend_object* object, const ObjectKind& kind) {
    if (kind.connections.first != nullptr) {
        claim.add(kind.connections.first(object));
        const void* second = kind.connections.second == nullptr ? nullptr : kind.connections.second(object);
        if (second != nullptr) claim.add(second);
    } else if (!add_parents(claim, object, kind.properties)) {
        claim.add(object);
    }
}

bool is_used_elsewhere(zend_object* object, const ObjectKind& kind) {
    Coroutines* coroutines = php::coroutines();
    if (coroutines == nullptr || coroutines->driver_calls.users.empty()) return false;
    Claim claim(*coroutines);
    add(claim, object, kind);
    return claim.is_refused();
}

[[gnu::noinline]] void free_with_claim(zend_object* object, const ObjectKind& kind, Coroutines& coroutines) {
    Claim claim(coroutines);
    claim.begin_at_last([&](Claim& one) { add(one, object, kind); });
    kind.engines.free_obj(object);
    claim.end();
}

// Its end may have begun before another coroutine used its connection.
void free_object(zend_object* object) {
    const ObjectKind& kind = *kind_of(object);
    Coroutines* coroutines = php::coroutines();
    if (coroutines == nullptr) return kind.engines.free_obj(object);
    const void* connection = kind.single_connection(object);
    if (connection == nullptr || !begin_single(*coroutines, connection))
        return free_with_claim(object, kind, *coroutines);
    kind.engines.free_obj(object);
    end_single(*coroutines, connection);
}

// A reference keeps the engine from freeing it now. Any code may free it later.
void destroy_object(zend_object* object) {
    const ObjectKind& kind = *kind_of(object);
    kind.engines.dtor_obj(object);
    if (!is_used_elsewhere(object, kind)) return;
    GC_ADDREF(object);
    const Fiber* self = current_fiber();
    if (self != nullptr && self->own_state() != nullptr) self->own_state()->share_values();
    php::coroutines()->driver_calls.unfreed.push_back(object);
}

// False: an exception says that another coroutine uses the connection.
bool begin_use(Claim& claim, zend_object* object) {
    add_connections_of_this(claim, object);
    if (claim.begin()) return true;
    claim.refuse(object);
    return false;
}

zend_object* clone_object(zend_object* object) {
    const ObjectKind& kind = *kind_of(object);
    Coroutines* coroutines = php::coroutines();
    if (coroutines == nullptr) return kind.engines.clone_obj(object);
    Claim claim(*coroutines);
    zval whole;
    if (!begin_use(claim, object)) {
        // The engine wants an object. It throws that away.
        object_init(&whole);
        return Z_OBJ(whole);
    }
    zend_object* made = kind.engines.clone_obj(object);
    claim.end();
    return made;
}

// Whether the running code may read from the object. Otherwise there is an exception.
bool may_read(zend_object* object) {
    if (!is_used_elsewhere(object, *kind_of(object))) return true;
    Claim claim(*php::coroutines());
    if (begin_use(claim, object)) claim.end();
    return false;
}

// Whom to end, when a call takes too long.
bool is_thread(const zend_string* name) noexcept { return zend_string_equals_literal(name, "thread_id"); }

zval* read_property(zend_object* object, zend_string* name, int way, void** cache, zval* into) {
    if (!is_thread(name) && !may_read(object)) return &EG(uninitialized_zval);
    return kind_of(object)->engines.read_property(object, name, way, cache, into);
}

int has_property(zend_object* object, zend_string* name, int how, void** cache) {
    return may_read(object) ? kind_of(object)->engines.has_property(object, name, how, cache) : 0;
}

zval* read_dimension(zend_object* object, zval* key, int way, zval* into) {
    if (!may_read(object)) return &EG(uninitialized_zval);
    return kind_of(object)->engines.read_dimension(object, key, way, into);
}

int has_dimension(zend_object* object, zval* key, int is_empty) {
    return may_read(object) ? kind_of(object)->engines.has_dimension(object, key, is_empty) : 0;
}

HashTable* get_properties_for(zend_object* object, zend_prop_purpose purpose) {
    if (!may_read(object)) return nullptr;
    return kind_of(object)->engines.get_properties_for(object, purpose);
}

// A dump shows less rather than fail.
HashTable* get_debug_info(zend_object* object, int* is_temporary) {
    const ObjectKind& kind = *kind_of(object);
    if (!is_used_elsewhere(object, kind)) return kind.engines.get_debug_info(object, is_temporary);
    *is_temporary = 0;
    return zend_std_get_properties(object);
}

void take_over_reading(zend_object_handlers& handlers, const zend_object_handlers& of_all) noexcept {
    if (handlers.read_property != of_all.read_property) handlers.read_property = read_property;
    if (handlers.has_property != of_all.has_property) handlers.has_property = has_property;
    if (handlers.read_dimension != of_all.read_dimension) handlers.read_dimension = read_dimension;
    if (handlers.has_dimension != of_all.has_dimension) handlers.has_dimension = has_dimension;
    if (handlers.get_debug_info != of_all.get_debug_info) handlers.get_debug_info = get_debug_info;
    if (handlers.get_properties_for != of_all.get_properties_for) handlers.get_properties_for = get_properties_for;
}

zend_function* get_method(zend_object** object, zend_string* name, const zval* key) {
    zend_function* found = kind_of(*object)->engines.get_method(object, name, key);
    const bool is_added = found != nullptr && found->type == ZEND_INTERNAL_FUNCTION &&
                          found->internal_function.module == nullptr &&
                          (found->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) == 0;
    if (is_added) take_over_driver_method(found->internal_function);
    return found;
}

template <class Call>
void step(zend_object_iterator* of, Call call) {
    const ObjectKind& kind = *kind_of(Z_OBJ(of->data));
    Coroutines* coroutines = php::coroutines();
    if (coroutines == nullptr) return call(*kind.engines_iterator);
    Claim claim(*coroutines);
    if (!begin_use(claim, Z_OBJ(of->data))) return;
    call(*kind.engines_iterator);
    claim.end();
}

void move_forward(zend_object_iterator* of) {
    step(of, [of](const zend_object_iterator_funcs& engines) { engines.move_forward(of); });
}
void rewind(zend_object_iterator* of) {
    step(of, [of](const zend_object_iterator_funcs& engines) { engines.rewind(of); });
}

zend_object_iterator* get_iterator(zend_class_entry* type, zval* object, int by_reference) {
    ObjectKind& kind = *kind_of(Z_OBJ_P(object));
    if (!may_read(Z_OBJ_P(object))) return nullptr;
    zend_object_iterator* made = kind.get_iterator(type, object, by_reference);
    if (made == nullptr || Z_TYPE(made->data) != IS_OBJECT || Z_OBJ(made->data) != Z_OBJ_P(object)) return made;
    if (kind.engines_iterator == nullptr) {
        kind.engines_iterator = made->funcs;
        kind.iterator = *made->funcs;
        if (kind.iterator.move_forward != nullptr) kind.iterator.move_forward = move_forward;
        if (kind.iterator.rewind != nullptr) kind.iterator.rewind = rewind;
    }
    made->funcs = &kind.iterator;
    return made;
}

// The handlers that objects of the class have; null: those of any object.
zend_object_handlers* shared_handlers(zend_class_entry& type) {
    constexpr uint32_t kWithoutObjects =
        ZEND_ACC_INTERFACE | ZEND_ACC_TRAIT | ZEND_ACC_EXPLICIT_ABSTRACT_CLASS | ZEND_ACC_ENUM;
    if (type.create_object == nullptr || (type.ce_flags & kWithoutObjects) != 0) return nullptr;
    zend_object* sample = type.create_object(&type);
    const zend_object_handlers* handlers = sample->handlers;
    GC_ADD_FLAGS(sample, IS_OBJ_DESTRUCTOR_CALLED);
    OBJ_RELEASE(sample);
    return handlers == zend_get_std_object_handlers() ? nullptr : const_cast<zend_object_handlers*>(handlers);
}

ObjectKind* make_kind(const zend_class_entry& type, zend_object_handlers& handlers) {
    const zend_object_handlers& of_all = *zend_get_std_object_handlers();
    ObjectKind& kind = kinds.emplace_back(ObjectKind{.engines = handlers,
                                                     .connections = connections_of_class(view(type.name)),
                                                     .properties = static_cast<uint32_t>(type.default_properties_count),
                                                     .get_iterator = nullptr,
                                                     .engines_iterator = nullptr,
                                                     .iterator = {}});
    kind_by_handlers.find_or_add(&handlers, &kind);
    handlers.free_obj = free_object;
    handlers.dtor_obj = destroy_object;
    if (handlers.clone_obj != nullptr) handlers.clone_obj = clone_object;
    if (handlers.get_method != of_all.get_method) handlers.get_method = get_method;
    take_over_reading(handlers, of_all);
    return &kind;
}

// What PHP's streams are passed for: the connection is that of the other arguments. libcurl gets their FILE.
bool is_stream(const zend_resource& resource) noexcept {
    return resource.type == php_file_le_stream() || resource.type == php_file_le_pstream() ||
           resource.type == php_le_stream_context();
}

}  // namespace

bool is_driver(const zend_module_entry& module) noexcept {
    const Bytes name(module.name);
    return name.starts_with(kDriverOfPdo) || std::ranges::find(kModules, name) != std::end(kModules);
}

void take_over_objects(zend_class_entry& type) {
    if (is_value(view(type.name))) return;
    zend_object_handlers* handlers = shared_handlers(type);
    if (handlers == nullptr) return;
    ObjectKind* kind = kind_with(handlers);
    if (kind == nullptr) kind = make_kind(type, *handlers);
    if (type.get_iterator == nullptr || type.get_iterator == get_iterator) return;
    kind->get_iterator = std::exchange(type.get_iterator, get_iterator);
}

const void* single_connection(const zend_object* object, LastKind& last) noexcept {
    if (object->handlers != last.handlers) last = {object->handlers, kind_of(object)};
    return last.kind == nullptr ? nullptr : last.kind->single_connection(object);
}

void add_connections(Claim& claim, const zval& value) {
    if (Z_TYPE(value) == IS_RESOURCE) {
        if (is_stream(*Z_RES(value))) return stop_stream_uses(*Z_RES(value));
        return add_resource(claim, *Z_RES(value));
    }
    const ObjectKind* kind = Z_TYPE(value) == IS_OBJECT ? kind_of(Z_OBJ(value)) : nullptr;
    if (kind != nullptr) add(claim, Z_OBJ(value), *kind);
}

void add_connections_of_this(Claim& claim, zend_object* object) {
    const ObjectKind* kind = kind_of(object);
    if (kind != nullptr) return add(claim, object, *kind);
    const zend_class_entry* type = object->ce;
    while (type->type == ZEND_USER_CLASS && type->parent != nullptr) type = type->parent;
    if (!add_parents(claim, object, static_cast<uint32_t>(type->default_properties_count))) claim.add(object);
}

void add_default_connection(Claim& claim) {
    if (DefaultLink::running() != nullptr) add_connections_of_this(claim, DefaultLink::running());
}

// While one is freed, others may come and go.
void free_unused_objects(Coroutines& coroutines) {
    std::vector<zend_object*>& unfreed = coroutines.driver_calls.unfreed;
    for (size_t i = 0; i < unfreed.size();) {
        zend_object* object = unfreed[i];
        if (is_used_elsewhere(object, *kind_of(object))) {
            ++i;
            continue;
        }
        unfreed.erase(unfreed.begin() + static_cast<ptrdiff_t>(i));
        OBJ_RELEASE(object);
        i = 0;
    }
}

}  // namespace tern::php
