#include "php/isolation/state/request_globals.h"

#include <utility>

#include "php/engine/globals.h"
#include "php/isolation/state/sapi_globals.h"

namespace tern::php {

void RequestGlobals::exchange() noexcept {
    fields_.exchange();
    status_.exchange();
    std::swap(directory_, TERN_G(default_directory));
}

void RequestGlobals::call_shutdown_functions() {
    php_call_shutdown_functions();
    if (CG(unclean_shutdown) && EG(exception) == nullptr) zend_bailout();  // PHP has caught that of a fatal error
}

void RequestGlobals::note_end() noexcept { EG(flags) |= EG_FLAGS_IN_SHUTDOWN; }

void RequestGlobals::note_end_of_resources() noexcept { EG(flags) |= EG_FLAGS_IN_RESOURCE_SHUTDOWN; }

void RequestGlobals::drop_shutdown_functions() { php_free_shutdown_functions(); }

void RequestGlobals::drop_stream_context() {
    if (php_stream_context* context = std::exchange(FG(default_context), nullptr)) zend_list_delete(context->res);
}

void RequestGlobals::drop_directory() {
    if (zend_resource* last = std::exchange(TERN_G(default_directory), nullptr)) zend_list_delete(last);
}

void RequestGlobals::end() {
    SapiGlobals::end();
    php_clear_stat_cache(false, nullptr, 0);
    EngineFields::drop();
}

}  // namespace tern::php
