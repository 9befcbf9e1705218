#include "php/engine/argument_warning.h"

#include "php/engine/error.h"

namespace tern::php {

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
