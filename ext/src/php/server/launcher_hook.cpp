#include "php/server/launcher_hook.h"

namespace tern::php {

zend_function* launcher_hook() noexcept {
    return static_cast<zend_function*>(
        zend_hash_str_find_ptr(EG(function_table), ZEND_STRL("tern\\launcher\\before_start")));
}

}  // namespace tern::php
