#include "php/coroutine/program/process_runtime.h"
#include "php/coroutine/report/waiting_report.h"
#include "php/engine/compat/engine.h"
#include "php/engine/registry.h"
#include "php/coroutine/tern_coroutine_arginfo.h"

namespace tern::php {

void register_tern_coroutine(Classes&) { register_class_Tern_Coroutine(); }

}  // namespace tern::php

ZEND_METHOD(Tern_Coroutine, listWaiting) {
    zend_long limit = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(limit)
    ZEND_PARSE_PARAMETERS_END();
    if (limit < 0) {
        zend_argument_value_error(1, "must be 0 or more, " ZEND_LONG_FMT " given", limit);
        RETURN_THROWS();
    }
    if (tern::php::runtime() == nullptr) RETURN_EMPTY_ARRAY();
    tern::php::list_waiting(*tern::php::runtime(), limit == 0 ? ZEND_LONG_MAX : limit, return_value);
}
