#include "php/process/process_title.h"

#include <sys/prctl.h>

namespace tern::php {

// Calls an internal function, no user code. Only its warning may run PHP code, which the callers' frames allow.
bool set_process_title(zend_string* title) {
    zval* found = zend_hash_str_find(EG(function_table), ZEND_STRL("cli_set_process_title"));
    if (found == nullptr) return prctl(PR_SET_NAME, ZSTR_VAL(title), 0, 0, 0) == 0;
    zval argument;
    zval result;
    ZVAL_STR(&argument, title);
    ZVAL_UNDEF(&result);
    zend_call_known_function(Z_FUNC_P(found), nullptr, nullptr, &result, 1, &argument, nullptr);
    return Z_TYPE(result) == IS_TRUE;
}

}  // namespace tern::php
