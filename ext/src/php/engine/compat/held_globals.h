// The globals of modules that hold something during a call (engine/state/held_state), as far as they are needed. No
// header of PHP that is always installed has them.
#pragma once

#include <cstddef>
#include <ext/standard/file.h>
#include <zend_language_scanner.h>

#include "php/engine/compat/engine.h"

namespace tern::php {

struct LibxmlGlobals {
    zval stream_context;
    smart_str error_buffer;
};

struct IntlGlobals {
    void* current_collator;
    char* default_locale;
    void* compare_func;
};

// The module's setting has the offset of its value.
inline bool is_layout_of(const IntlGlobals& globals) noexcept {
    constexpr char kSetting[] = "intl.default_locale";
    const auto* setting =
        static_cast<zend_ini_entry*>(zend_hash_str_find_ptr(EG(ini_directives), kSetting, sizeof kSetting - 1));
    return setting != nullptr && setting->mh_arg2 == &globals &&
           reinterpret_cast<size_t>(setting->mh_arg1) == offsetof(IntlGlobals, default_locale);
}

}  // namespace tern::php
