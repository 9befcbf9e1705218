#include "php/coroutine/program/process_runtime.h"
#include "php/engine/error.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/registry.h"
#include "php/http/request/late_calls.h"
#include "php/http/request/request_owner.h"
#include "php/http/response/response.h"
#include "protocol/http/field.h"
#include "php/http/response/tern_http_response_arginfo.h"

namespace tern::php {

namespace {

constexpr size_t kMostInterimFields = 100;
constexpr size_t kMostInterimBytes = 16 * 1024;

bool is_open(const ResponseObject& response) {
    return response.exchange != nullptr && !response.ended && !response.detached &&
           response.exchange->responder() != nullptr;
}

// The connection's side, if an interim response can still be sent; null after a warning or setting the error.
serve::Responder* before_head(ResponseObject& response) {
    const char* why = nullptr;
    if (response.exchange == nullptr || response.ended || response.detached) {
        why = "the response has ended or was given up by detach()";
    } else if (response.exchange->state() == serve::ResponseState::streaming) {
        why = "the head was sent";
    }
    if (why == nullptr) {
        if (response.exchange->responder() == nullptr) remember(Error::session_closed_by_client);
        return response.exchange->responder();
    }
    warn("%s", why);
    remember(Error::wrong_operation);
    return nullptr;
}

// The fields of an interim response, as views into the program's array. False after throwing.
class InterimFields {
public:
    explicit InterimFields(uint32_t argument) noexcept : argument_(argument) { list().clear(); }
    static std::vector<http::Field>& list() noexcept { return runtime()->fields; }

    bool add_all(HashTable* headers) {
        zend_string* name;
        zval* value;
        ZEND_HASH_FOREACH_STR_KEY_VAL(headers, name, value) {
            ZVAL_DEREF(value);
            if (!check_name(name)) return false;
            if (Z_TYPE_P(value) == IS_ARRAY ? !add_list(view(name), Z_ARRVAL_P(value)) : !add(view(name), value)) {
                return false;
            }
        }
        ZEND_HASH_FOREACH_END();
        return true;
    }
    bool add_list(Bytes name, HashTable* values) {
        zval* value;
        ZEND_HASH_FOREACH_VAL(values, value) {
            ZVAL_DEREF(value);
            if (!add(name, value)) return false;
        }
        ZEND_HASH_FOREACH_END();
        return true;
    }

private:
    bool check_name(const zend_string* name) {
        if (name == nullptr) {
            zend_argument_value_error(argument_, "must have field names as keys");
        } else if (!http::valid_field_name(view(name))) {
            zend_argument_value_error(argument_, "has the key \"%s\", which is not a field name", ZSTR_VAL(name));
        } else if (http::is_connection_field(view(name))) {
            zend_argument_value_error(argument_, "must not have \"%s\", which is the connection's own", ZSTR_VAL(name));
        } else {
            return true;
        }
        return false;
    }
    bool add(Bytes name, const zval* value) {
        const int length = static_cast<int>(name.size());
        if (Z_TYPE_P(value) != IS_STRING) {
            zend_argument_type_error(argument_, "must have strings only, %s given for \"%.*s\"",
                                     zend_zval_type_name(value), length, name.data());
            return false;
        }
        const Bytes text = view(Z_STR_P(value));
        bytes_ += name.size() + text.size() + 4;
        if (!http::valid_field_value(text)) {
            zend_argument_value_error(argument_, "has a line break or NUL in a value of \"%.*s\"", length, name.data());
            return false;
        }
        if (list().size() == kMostInterimFields || bytes_ > kMostInterimBytes) {
            zend_argument_value_error(argument_, "must not have more than %zu fields or %zu bytes", kMostInterimFields,
                                      kMostInterimBytes);
            return false;
        }
        list().push_back({name, text});
        return true;
    }

    uint32_t argument_;
    size_t bytes_ = 0;
};

// No PHP code runs between collecting the fields and this call.
void inform(zval* response, int status, zval* return_value) {
    ResponseObject* object = of<ResponseObject>(response);
    serve::Responder* responder = before_head(*object);
    if (responder == nullptr) RETURN_FALSE;
    http::ResponseHead head;
    head.status = status;
    head.fields = InterimFields::list().data();
    head.field_count = InterimFields::list().size();
    const Error error = responder->inform(*object->exchange, head);
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

}  // namespace

void register_tern_http_response(Classes&) { register_class_Tern_Http_Response(); }

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Tern_Http_Response, onAbort) {
    zval* response;
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    bool cancel = true;
    ZEND_PARSE_PARAMETERS_START(2, 3)
    Z_PARAM_OBJECT_OF_CLASS(response, classes.http_response)
    Z_PARAM_FUNC(callable, cache)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(cancel)
    ZEND_PARSE_PARAMETERS_END();
    ResponseObject* object = of<ResponseObject>(response);
    if (!is_open(*object) || handler_state(*object->exchange).client_gone) {
        zend_release_fcall_info_cache(&cache);
        const bool over = object->exchange == nullptr || object->ended || object->detached;
        return failure(over ? Error::wrong_operation : Error::session_closed_by_client, return_value);
    }
    zval kept;
    keep_callable(callable, cache, &kept);
    AbortCalls::add(*object->exchange, &kept);
    if (cancel) handler_state(*object->exchange).handles_abort = true;
    RETURN_TRUE;
}

ZEND_METHOD(Tern_Http_Response, earlyHints) {
    zval* response;
    HashTable* links;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_OBJECT_OF_CLASS(response, classes.http_response)
    Z_PARAM_ARRAY_HT(links)
    ZEND_PARSE_PARAMETERS_END();
    if (zend_hash_num_elements(links) == 0) {
        zend_argument_value_error(2, "must not be empty");
        RETURN_THROWS();
    }
    if (!is_open(*of<ResponseObject>(response))) return inform(response, 103, return_value);
    if (!InterimFields(2).add_list("Link", links)) RETURN_THROWS();
    inform(response, 103, return_value);
}

ZEND_METHOD(Tern_Http_Response, informational) {
    zval* response;
    zend_long status;
    HashTable* headers = nullptr;
    ZEND_PARSE_PARAMETERS_START(2, 3)
    Z_PARAM_OBJECT_OF_CLASS(response, classes.http_response)
    Z_PARAM_LONG(status)
    Z_PARAM_OPTIONAL
    Z_PARAM_ARRAY_HT(headers)
    ZEND_PARSE_PARAMETERS_END();
    if (status < 102 || status > 199) {
        zend_argument_value_error(2, "must be between 102 and 199, " ZEND_LONG_FMT " given", status);
        RETURN_THROWS();
    }
    if (!is_open(*of<ResponseObject>(response))) return inform(response, static_cast<int>(status), return_value);
    if (InterimFields fields(3); headers != nullptr && !fields.add_all(headers)) RETURN_THROWS();
    inform(response, static_cast<int>(status), return_value);
}
