#include "php/engine/globals.h"
#include "php/http/options/port_options.h"
#include "protocol/http/field.h"

using namespace tern::php;

namespace {

// A type is sent in a field unchanged, so it must be valid there.
bool valid_type(const zend_string* type) {
    if (tern::http::valid_field_value(view(type)) && ZSTR_LEN(type) > 0) return true;
    zend_argument_value_error(2, "must be a media type");
    return false;
}

}  // namespace

ZEND_FUNCTION(swoole_mime_type_add) {
    zend_string* suffix;
    zend_string* type;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(suffix)
    Z_PARAM_STR(type)
    ZEND_PARSE_PARAMETERS_END();
    if (!valid_type(type)) RETURN_THROWS();
    RETURN_BOOL(media_types().add(view(suffix), view(type)));
}

ZEND_FUNCTION(swoole_mime_type_set) {
    zend_string* suffix;
    zend_string* type;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(suffix)
    Z_PARAM_STR(type)
    ZEND_PARSE_PARAMETERS_END();
    if (!valid_type(type)) RETURN_THROWS();
    media_types().set(view(suffix), view(type));
}

ZEND_FUNCTION(swoole_mime_type_delete) {
    zend_string* suffix;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(suffix)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(media_types().remove(view(suffix)));
}

ZEND_FUNCTION(swoole_mime_type_get) {
    zend_string* name;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(name)
    ZEND_PARSE_PARAMETERS_END();
    const tern::Bytes type = media_types().find(view(name));
    RETURN_STRINGL(type.data(), type.size());
}

ZEND_FUNCTION(swoole_mime_type_exists) {
    zend_string* name;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(name)
    ZEND_PARSE_PARAMETERS_END();
    const tern::Bytes text = view(name);
    RETURN_BOOL(media_types().has(text.substr(text.rfind('.') + 1)));
}

// Entries are copied one at a time, as the list is not on the Zend heap.
ZEND_FUNCTION(swoole_mime_type_list) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    media_types().each(
        [](tern::Bytes extension, tern::Bytes type, void* into) {
            add_assoc_stringl_ex(static_cast<zval*>(into), extension.data(), extension.size(), type.data(),
                                 type.size());
        },
        return_value);
}
