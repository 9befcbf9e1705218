#include "php/engine/globals.h"
#include "serve/files/static_files.h"

using namespace tern::php;

ZEND_FUNCTION(Tern_Internal_is_hidden_path) {
    zend_string* path;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(path)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(tern::serve::HiddenNames(true, {}).in_path(view(path)));
}
