#include "php/engine/error.h"
#include "php/engine/registry.h"
#include "php/http/request/request_body.h"
#include "php/http/request/request_object.h"
#include "php/http/request/request_parts.h"
#include "php/http/request/http_request_arginfo.h"

namespace tern::php {

namespace {

constexpr uint32_t kLazy = 0b1'1111'1100;  // header to tmpfiles, one bit per RequestProperty

// -1: it is not a declared property of Request itself.
int declared_index(zend_object* object, const zend_string* name) noexcept {
    auto* info = static_cast<zend_property_info*>(
        zend_hash_find_ptr(&object->ce->properties_info, const_cast<zend_string*>(name)));
    if (info == nullptr || (info->flags & ZEND_ACC_STATIC) != 0) return -1;
    auto index = OBJ_PROP_TO_NUM(info->offset);
    return index <= static_cast<uint32_t>(RequestProperty::tmpfiles) ? static_cast<int>(index) : -1;
}

bool awaits_body(const RequestObject& request, uint32_t index) noexcept {
    if (request.exchange == nullptr || EXPECTED(is_whole(request.exchange->body))) return false;
    return (request.built & (1u << index)) == 0 && is_in_body(*request.exchange, static_cast<RequestProperty>(index));
}

bool awaits_body(zend_object* object, const zend_string* name) noexcept {
    const RequestObject* request = of<RequestObject>(object);
    if (request->exchange == nullptr || EXPECTED(is_whole(request->exchange->body))) return false;
    const int index = declared_index(object, name);
    return index >= 0 && awaits_body(*request, static_cast<uint32_t>(index));
}

// False: an exception was thrown, or, after a warning, a BodyStream already reads the body. Suspends.
bool bring_body(const RequestObject& request) {
    serve::Exchange& exchange = *request.exchange;
    if (exchange.body.taken()) {
        warn("the body is read by a Tern\\Http\\BodyStream");
        return false;
    }
    return wait_for_whole(exchange, coro::Deadline::never()) == BodyArrival::there;
}

bool is_unparsed(const RequestObject& request) noexcept {
    return request.exchange == nullptr && request.parts != nullptr;
}

// After parse(): the empty arrays that there were before are built anew.
void forget_unparsed(RequestObject& request) noexcept {
    for (uint32_t i = 0; i <= static_cast<uint32_t>(RequestProperty::tmpfiles); ++i) {
        zval* slot = OBJ_PROP_NUM(&request.std, i);
        const bool is_ours = (kLazy & 1u << i) != 0 && (request.built & 1u << i) == 0 && Z_TYPE_P(slot) == IS_ARRAY;
        if (is_ours && Z_ARR_P(slot) == &zend_empty_array) ZVAL_UNDEF(slot);
    }
}

void build_index(zend_object* object, uint32_t index) {
    RequestObject* request = of<RequestObject>(object);
    uint32_t bit = 1u << index;
    if ((kLazy & bit) == 0 || (request->built & bit) != 0) return;
    if (is_unparsed(*request)) {
        if (Z_TYPE_P(OBJ_PROP_NUM(object, index)) == IS_UNDEF) ZVAL_EMPTY_ARRAY(OBJ_PROP_NUM(object, index));
        return;
    }
    if (awaits_body(*request, index)) return;
    request->built |= bit;
    if (Z_TYPE_P(OBJ_PROP_NUM(object, index)) != IS_UNDEF) return;
    zval built;
    build_request_array(*request, static_cast<RequestProperty>(index), &built);
    // A warning may have run the program's error handler, which may have written here.
    zval* slot = OBJ_PROP_NUM(object, index);
    if (Z_TYPE_P(slot) == IS_UNDEF) {
        ZVAL_COPY_VALUE(slot, &built);
    } else {
        zval_ptr_dtor(&built);
    }
}

// Builds the property if it is one of those that are built on first use.
void build_property(zend_object* object, const zend_string* name) {
    if ((~of<RequestObject>(object)->built & kLazy) == 0) return;
    int index = declared_index(object, name);
    if (index >= 0) build_index(object, static_cast<uint32_t>(index));
}

void build_all(zend_object* object) {
    for (uint32_t i = 0; i <= static_cast<uint32_t>(RequestProperty::tmpfiles); ++i) build_index(object, i);
}

// The reference keeps the object alive: while this waits, other code may drop it.
zval* read_of_body(zend_object* object, zend_string* name, int type, void** cache_slot, zval* rv) {
    zval* value = &EG(uninitialized_zval);
    GC_ADDREF(object);
    if (bring_body(*of<RequestObject>(object))) {
        build_property(object, name);
        value = zend_std_read_property(object, name, type, cache_slot, rv);
        if (GC_REFCOUNT(object) == 1 && value != rv) {
            ZVAL_COPY(rv, value);
            value = rv;
        }
    }
    OBJ_RELEASE(object);
    return value;
}

zval* read_property(zend_object* object, zend_string* name, int type, void** cache_slot, zval* rv) {
    if (UNEXPECTED(awaits_body(object, name))) return read_of_body(object, name, type, cache_slot, rv);
    build_property(object, name);
    return zend_std_read_property(object, name, type, cache_slot, rv);
}

// Null: the engine calls read_property.
zval* get_property_ptr_ptr(zend_object* object, zend_string* name, int type, void** cache_slot) {
    if (UNEXPECTED(awaits_body(object, name))) return nullptr;
    build_property(object, name);
    return zend_std_get_property_ptr_ptr(object, name, type, cache_slot);
}

int has_property(zend_object* object, zend_string* name, int check, void** cache_slot) {
    if (UNEXPECTED(awaits_body(object, name))) {
        zval slot;
        ZVAL_UNDEF(&slot);
        zval* value = read_of_body(object, name, BP_VAR_IS, cache_slot, &slot);
        ZVAL_DEREF(value);
        const bool has = check == ZEND_PROPERTY_EXISTS      ? true
                         : check == ZEND_PROPERTY_NOT_EMPTY ? zend_is_true(value)
                                                            : Z_TYPE_P(value) != IS_NULL;
        if (value == &slot) zval_ptr_dtor(&slot);
        return has ? 1 : 0;
    }
    build_property(object, name);
    return zend_std_has_property(object, name, check, cache_slot);
}

// A value that the program writes replaces the one that would be built, so there is nothing to wait for.
void mark_as_built(zend_object* object, const zend_string* name) noexcept {
    if (awaits_body(object, name)) of<RequestObject>(object)->built |= 1u << declared_index(object, name);
}

zval* write_property(zend_object* object, zend_string* name, zval* value, void** cache_slot) {
    mark_as_built(object, name);
    build_property(object, name);
    return zend_std_write_property(object, name, value, cache_slot);
}

void unset_property(zend_object* object, zend_string* name, void** cache_slot) {
    mark_as_built(object, name);
    build_property(object, name);
    zend_std_unset_property(object, name, cache_slot);
}

HashTable* get_properties(zend_object* object) {
    build_all(object);
    return zend_std_get_properties(object);
}

// Only what exists: the collector must not find new objects while it works.
HashTable* get_gc(zend_object* object, zval** table, int* count) {
    if (object->properties != nullptr) {
        *table = nullptr;
        *count = 0;
        return object->properties;
    }
    *table = object->properties_table;
    *count = object->ce->default_properties_count;
    return nullptr;
}

int compare(zval* left, zval* right) {
    for (zval* one : {left, right}) {
        if (Z_TYPE_P(one) == IS_OBJECT && instanceof_function(Z_OBJCE_P(one), classes.http_request)) {
            build_all(Z_OBJ_P(one));
        }
    }
    return zend_std_compare_objects(left, right);
}

zend_object* clone(zend_object* object) {
    build_all(object);
    zend_object* copy = object->ce->create_object(object->ce);
    RequestObject* from = of<RequestObject>(object);
    RequestObject* to = of<RequestObject>(copy);
    to->exchange = from->exchange;
    to->built = from->built;  // all, except for a body that has not arrived
    to->parse_post = from->parse_post;
    to->parse_files = from->parse_files;
    to->nest_files_as_php = from->nest_files_as_php;
    if (to->exchange != nullptr) to->exchange->retain();
    zend_objects_clone_members(copy, object);
    return copy;
}

zend_object* create_request(zend_class_entry* entry) {
    zend_object* object = create_object<RequestObject>(entry);
    for (uint32_t i = 0; i <= static_cast<uint32_t>(RequestProperty::tmpfiles); ++i) {
        // A subclass may have declared a value of its own.
        zval* slot = OBJ_PROP_NUM(object, i);
        if ((kLazy & (1u << i)) != 0 && Z_TYPE_P(slot) == IS_NULL) ZVAL_UNDEF(slot);
    }
    return object;
}

}  // namespace

void register_http_request(Classes& into) {
    into.http_request = register_class_Swoole_Http_Request();
    into.http_request->create_object = create_request;
    zend_object_handlers* table = handlers<RequestObject>();
    table->read_property = read_property;
    table->get_property_ptr_ptr = get_property_ptr_ptr;
    table->has_property = has_property;
    table->write_property = write_property;
    table->unset_property = unset_property;
    table->get_properties = get_properties;
    table->get_gc = get_gc;
    table->compare = compare;
    table->clone_obj = clone;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Bytes;
using tern::Error;

namespace {

// False: an exception was thrown, or a warning was given.
bool bring(const RequestObject& request) {
    const bool ready = is_whole(request.exchange->body) && !request.exchange->body.taken();
    return EXPECTED(ready) || bring_body(request);
}

// `into` has room for the body.
bool read_body(const tern::serve::RequestBody& body, char* into) {
    Error error = body.read(into, 0, body.size());
    if (error != Error::ok) remember(error);
    return error == Error::ok;
}

}  // namespace

ZEND_METHOD(Swoole_Http_Request, getContent) {
    ZEND_PARSE_PARAMETERS_NONE();
    RequestObject* request = of<RequestObject>(ZEND_THIS);
    if (request->exchange == nullptr || !bring(*request)) RETURN_FALSE;
    const tern::serve::RequestBody& body = request->exchange->body;
    if (body.form() != nullptr || body.size() == 0) RETURN_EMPTY_STRING();
    zend_string* content = zend_string_alloc(body.size(), false);
    ZSTR_VAL(content)[body.size()] = '\0';
    if (!read_body(body, ZSTR_VAL(content))) {
        zend_string_efree(content);
        RETURN_FALSE;
    }
    RETURN_STR(content);
}

ZEND_METHOD(Swoole_Http_Request, getData) {
    ZEND_PARSE_PARAMETERS_NONE();
    RequestObject* request = of<RequestObject>(ZEND_THIS);
    if (request->exchange == nullptr || !bring(*request)) RETURN_FALSE;
    Bytes head = request->exchange->head.raw;
    const tern::serve::RequestBody& body = request->exchange->body;
    size_t body_size = body.form() != nullptr ? 0 : body.size();
    zend_string* data = zend_string_alloc(head.size() + body_size, false);
    if (!head.empty()) std::memcpy(ZSTR_VAL(data), head.data(), head.size());  // HTTP/2 has none
    ZSTR_VAL(data)[head.size() + body_size] = '\0';
    if (body_size > 0 && !read_body(body, ZSTR_VAL(data) + head.size())) {
        zend_string_efree(data);
        RETURN_FALSE;
    }
    RETURN_STR(data);
}

ZEND_METHOD(Swoole_Http_Request, getMethod) {
    ZEND_PARSE_PARAMETERS_NONE();
    RequestObject* request = of<RequestObject>(ZEND_THIS);
    if (request->exchange == nullptr && request->parts == nullptr) RETURN_FALSE;
    Bytes method = request->exchange == nullptr ? request->parts->method() : request->exchange->head.method;
    if (method.empty()) RETURN_FALSE;  // it has not arrived yet
    RETURN_STRINGL_FAST(method.data(), method.size());
}

ZEND_METHOD(Swoole_Http_Request, isCompleted) {
    ZEND_PARSE_PARAMETERS_NONE();
    RequestObject* request = of<RequestObject>(ZEND_THIS);
    if (request->parts != nullptr) RETURN_BOOL(request->parts->complete());
    RETURN_BOOL(request->exchange != nullptr);
}

ZEND_METHOD(Swoole_Http_Request, create) {
    HashTable* given = nullptr;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_ARRAY_HT(given)
    ZEND_PARSE_PARAMETERS_END();
    object_init_ex(return_value, classes.http_request);
    RequestObject* request = of<RequestObject>(return_value);
    RequestOptions options = read_request_options(given);
    request->parse_post = options.parse_post;
    request->parse_cookie = options.parse_cookie;
    request->parse_files = options.parse_files;
    request->parts = new RequestParts(options);
}

ZEND_METHOD(Swoole_Http_Request, parse) {
    zend_string* data;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();
    RequestObject* request = of<RequestObject>(ZEND_THIS);
    if (request->parts == nullptr || request->parts->ended()) RETURN_FALSE;
    size_t used = request->parts->feed(view(data));
    if (request->parts->failed()) RETURN_FALSE;
    if (request->parts->complete()) {
        request->exchange = request->parts->take();
        forget_unparsed(*request);
    }
    RETURN_LONG(used);
}
