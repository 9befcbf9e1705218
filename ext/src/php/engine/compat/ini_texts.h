// Which handlers of settings note where the text lies. From 8.4 on some note PHP's string instead of its characters.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

inline bool notes_text(const zend_ini_entry& entry) noexcept {
#if PHP_VERSION_ID >= 80400
    if (entry.on_modify == OnUpdateStr || entry.on_modify == OnUpdateStrNotEmpty) return true;
#endif
    return entry.on_modify == OnUpdateString || entry.on_modify == OnUpdateStringUnempty;
}

}  // namespace tern::php
