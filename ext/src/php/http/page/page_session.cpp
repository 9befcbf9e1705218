#include "php/http/page/page_session.h"

#include <cstring>

#include "php/isolation/state/engine_functions.h"

namespace tern::php {

namespace {

bool is_on(const char* setting) { return zend_ini_long(setting, std::strlen(setting), false) != 0; }

}  // namespace

void auto_start_session() {
    if (!is_on("session.auto_start")) return;
    zval function;
    zval result;
    ZVAL_STRING(&function, "session_start");
    ZVAL_NULL(&result);
    call_user_function(nullptr, nullptr, &function, &result, 0, nullptr);
    zval_ptr_dtor(&result);
    zval_ptr_dtor(&function);
}

}  // namespace tern::php
