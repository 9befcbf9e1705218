#include "php/engine/error.h"

#include <cstdarg>
#include <cstring>

#include "base/check.h"
#include "php/engine/classes.h"
#include "php/engine/globals.h"
#include "php/engine/options/coroutine_options.h"

namespace tern::php {

namespace {

bool declares(const zend_object* object, const char* property) noexcept {
    return zend_hash_str_exists(&object->ce->properties_info, property, std::strlen(property));
}

bool shows_warnings() noexcept { return TERN_G(display_errors) && TERN_G(coroutine_options)->display_errors; }

}  // namespace

void remember(Error error) noexcept { TERN_G(last_error) = number(error); }

Error remembered() noexcept { return static_cast<Error>(TERN_G(last_error)); }

void failure(zend_object* object, Error error, zval* return_value) {
    failure(error, return_value);
    if (declares(object, "errCode")) {
        zend_update_property_long(object->ce, object, ZEND_STRL("errCode"), number(error));
    }
    if (declares(object, "errMsg")) {
        zend_update_property_string(object->ce, object, ZEND_STRL("errMsg"), describe(error));
    }
}

void failure(Error error, zval* return_value) {
    TERN_CHECK(error != Error::ok);
    remember(error);
    ZVAL_FALSE(return_value);
}

void warn(const char* format, ...) {
    if (!shows_warnings()) return;
    va_list arguments;
    va_start(arguments, format);
    raise_warning(format, arguments);
    va_end(arguments);
}

void throw_exception(Error error, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    zend_string* text = zend_vstrpprintf(0, format, arguments);
    va_end(arguments);
    remember(error);
    zend_throw_exception(classes.exception, ZSTR_VAL(text), number(error));
    zend_string_release(text);
}

void warn_argument(uint32_t number, const char* format, ...) {
    remember(Error::invalid_argument);
    va_list arguments;
    va_start(arguments, format);
    zend_string* text = zend_vstrpprintf(0, format, arguments);
    va_end(arguments);
    warn("Argument #%u ($%s) %s", number, get_active_function_arg_name(number), ZSTR_VAL(text));
    zend_string_release(text);
}

}  // namespace tern::php
