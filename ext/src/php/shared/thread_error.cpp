#include "php/engine/registry.h"
#include "php/shared/thread_error_arginfo.h"

namespace tern::php {

void register_thread_error(Classes&) {
    zend_class_entry* entry = register_class_Swoole_Thread_Error();
    zend_declare_property_long(entry, ZEND_STRL("code"), 0, ZEND_ACC_PUBLIC | ZEND_ACC_READONLY);
}

}  // namespace tern::php
