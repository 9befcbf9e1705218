#include "php/coroutine/report/debugger.h"

#include <zend_extensions.h>

#include "php/engine/fiber/guard.h"

namespace tern::php {

void connect_debugger_again() noexcept {
    const zend_extension* xdebug = zend_get_extension("Xdebug");
    if (xdebug == nullptr || xdebug->handle == nullptr) return;
    // The function that Xdebug itself calls after pcntl_fork(), since 3.0.
    void* restart = DL_FETCH_SYMBOL(xdebug->handle, "xdebug_debugger_restart_if_pid_changed");
    if (restart == nullptr) return;
    (void)guard::run([](void* function) { reinterpret_cast<void (*)()>(function)(); }, restart);
}

}  // namespace tern::php
