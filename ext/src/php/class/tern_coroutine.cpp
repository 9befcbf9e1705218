#include "php/bridge/waiting_report.h"
#include "php/class/registry.h"
#include "php/class/tern_coroutine_arginfo.h"

namespace tern::php {

void register_tern_coroutine(Classes&) { register_class_Tern_Coroutine(); }

}  // namespace tern::php

ZEND_METHOD(Tern_Coroutine, listWaiting) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (tern::php::runtime() == nullptr) RETURN_EMPTY_ARRAY();
    tern::php::list_waiting(*tern::php::runtime(), return_value);
}
