#include "php/bridge/error.h"
#include "php/bridge/script.h"
#include "php/class/event_arginfo.h"
#include "php/class/registry.h"

namespace tern::php {

void register_event(Classes& into) { into.event = register_class_Swoole_Event(); }

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Event, wait) {
    ZEND_PARSE_PARAMETERS_NONE();
    Runtime* all = runtime();
    if (all == nullptr) return;
    if (!all->is_script || all->current() != nullptr || all->running) {
        warn("the loop runs already");
        return;
    }
    if (!run_to_end(*all)) zend_throw_unwind_exit();
}

ZEND_METHOD(Swoole_Event, rshutdown) {
    ZEND_PARSE_PARAMETERS_NONE();
    finish_script();
}
