// Functions of PHP and handlers of its settings that differ between versions.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// readdir() and others without a directory.
inline void deprecate_default_directory() {
#if PHP_VERSION_ID >= 80500
    php_error_docref(nullptr, E_DEPRECATED,
                     "Passing null is deprecated, instead the last opened directory stream should be provided");
#endif
}

// From 8.4 on compiled code calls some functions (class_exists()) in another way than by their handler.
inline void call_by_handler([[maybe_unused]] zend_internal_function& function) noexcept {
#if PHP_VERSION_ID >= 80400
    function.frameless_function_infos = nullptr;
#endif
}

// Whether the handler of a setting notes where its text lies. From 8.4 on some note PHP's string instead of its
// characters.
inline bool notes_text(const zend_ini_entry& entry) noexcept {
#if PHP_VERSION_ID >= 80400
    if (entry.on_modify == OnUpdateStr || entry.on_modify == OnUpdateStrNotEmpty) return true;
#endif
    return entry.on_modify == OnUpdateString || entry.on_modify == OnUpdateStringUnempty;
}

}  // namespace tern::php
