#include "php/http/response/response_object.h"

#include <cstddef>
#include <cstring>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/http/websocket/websocket_peer.h"

namespace tern::php {

void ResponseObject::release(ResponseObject& response) {
    if (response.reason != nullptr) zend_string_release(response.reason);
    if (response.websocket != nullptr) response.websocket->release();
    if (response.exchange != nullptr) response.exchange->release();
}

void make_response(serve::Exchange& exchange, zval* into) {
    if (zend_object* idle = runtime() == nullptr ? nullptr : runtime()->idle_responses.take(); idle != nullptr) {
        ZVAL_OBJ(into, idle);
    } else {
        object_init_ex(into, classes.http_response);
    }
    ResponseObject* response = of<ResponseObject>(into);
    exchange.retain();
    response->exchange = &exchange;
    ZVAL_LONG(OBJ_PROP_NUM(&response->std, 0), exchange.session_id);
}

void drop_response(zval* given) {
    ResponseObject* response = of<ResponseObject>(given);
    if (!IdleObjects::is_reusable(response->std) || !response->ended || response->websocket != nullptr)
        return zval_ptr_dtor(given);
    ResponseObject::release(*response);
    std::memset(response, 0, offsetof(ResponseObject, std));
    constexpr auto kLast = static_cast<uint32_t>(ResponseProperty::trailer);
    IdleObjects::clear(OBJ_PROP_NUM(&response->std, 0), IS_NULL);
    IdleObjects::clear_all<kLast>(OBJ_PROP_NUM(&response->std, 1), IS_NULL);
    runtime()->idle_responses.keep(&response->std);
}

zval* property(ResponseObject& response, ResponseProperty which) {
    zval* slot = OBJ_PROP_NUM(&response.std, static_cast<uint32_t>(which));
    ZVAL_DEREF(slot);
    return slot;
}

HashTable* writable_array(zval* slot) {
    if (Z_TYPE_P(slot) != IS_ARRAY) {
        zval old;
        ZVAL_COPY_VALUE(&old, slot);
        array_init(slot);
        zval_ptr_dtor(&old);  // may run destructors of the program, which may use this object
    }
    SEPARATE_ARRAY(slot);
    return Z_ARRVAL_P(slot);
}

bool can_still_change(ResponseObject& response) {
    const bool is_websocket = response.websocket != nullptr;
    const bool has_ended = response.exchange == nullptr || (response.ended && !is_websocket);
    if (!has_ended && !is_websocket && response.exchange->state() == serve::AnswerState::none) return true;
    if (has_ended) warn("the response has ended: it cannot change any more");
    remember(Error::wrong_operation);
    return false;
}

}  // namespace tern::php
