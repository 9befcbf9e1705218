#include "php/bridge/engine_state.h"

#include <cstdlib>
#include <cstring>

#include "base/check.h"

namespace tern::php {

namespace {

// Output buffers are rare in servers: kept aside only when there are any.
zend_output_globals* set_output_aside() noexcept {
    if (OG(active) == nullptr) return nullptr;
    auto* kept = static_cast<zend_output_globals*>(std::malloc(sizeof(zend_output_globals)));
    TERN_CHECK(kept != nullptr);
    std::memcpy(kept, &output_globals, sizeof output_globals);
    php_output_activate();
    return kept;
}

}  // namespace

void EngineState::save() noexcept {
    output_ = set_output_aside();
    exception_class_ = EG(exception_class);
    error_handling_ = EG(error_handling);
    EG(exception_class) = nullptr;
    EG(error_handling) = EH_NORMAL;
}

void EngineState::restore() noexcept {
    EG(exception_class) = exception_class_;
    EG(error_handling) = error_handling_;
    if (output_ == nullptr) return;
    std::memcpy(&output_globals, output_, sizeof output_globals);
    std::free(output_);
}

}  // namespace tern::php
