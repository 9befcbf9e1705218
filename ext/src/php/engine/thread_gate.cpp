#include "php/engine/thread_gate.h"

#include <zend_extensions.h>

#include "base/error_page.h"
#include "php/engine/globals.h"

namespace tern::php {

namespace {

constexpr ErrorPage kThreadSafePhp("thread-safe-php");

int slot = -1;  // of a function's own data: the handler behind the gate

ZEND_NAMED_FUNCTION(pass_or_refuse) {
    if (in_other_thread()) return refuse_other_thread();
    reinterpret_cast<zif_handler>(EX(func)->internal_function.reserved[slot])(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

void close(HashTable& functions, int module_number) noexcept {
    void* value;
    ZEND_HASH_FOREACH_PTR(&functions, value) {
        auto& function = *static_cast<zend_internal_function*>(value);
        if (function.type != ZEND_INTERNAL_FUNCTION || function.handler == pass_or_refuse ||
            function.module == nullptr || function.module->module_number != module_number ||
            function.handler == nullptr)
            continue;
        function.reserved[slot] = reinterpret_cast<void*>(function.handler);
        function.handler = pass_or_refuse;
    }
    ZEND_HASH_FOREACH_END();
}

}  // namespace

void refuse_other_thread() {
    zend_throw_error(nullptr, "Tern runs in the first thread of PHP in a process, and this is another one. See %s",
                     kThreadSafePhp.url);
}

void close_to_other_threads(int module_number) noexcept {
    if constexpr (!kThreadSafe) return;
    if (slot < 0) slot = zend_get_resource_handle("tern");
    if (slot < 0) return;
    close(*CG(function_table), module_number);
    void* value;
    ZEND_HASH_FOREACH_PTR(CG(class_table), value) {
        close(static_cast<zend_class_entry*>(value)->function_table, module_number);
    }
    ZEND_HASH_FOREACH_END();
}

}  // namespace tern::php
