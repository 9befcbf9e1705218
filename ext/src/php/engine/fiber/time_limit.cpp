#include "php/engine/fiber/time_limit.h"

#include "php/engine/compat/engine.h"

namespace tern::php {

void end_time_limit() noexcept {
    if (EG(timeout_seconds) == 0) return;
    zend_string* name = zend_string_init(ZEND_STRL("max_execution_time"), false);
    zend_restore_ini_entry(name, PHP_INI_STAGE_RUNTIME);
    zend_string_release(name);
    zend_unset_timeout();
}

}  // namespace tern::php
