#include "php/engine/state/error_reporting.h"

namespace tern::php {

void ErrorReporting::read() noexcept {
    if (entry_ == nullptr) {
        entry_ = static_cast<zend_ini_entry*>(zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("error_reporting")));
        if (entry_ == nullptr) return;
    }
    if (text_ != nullptr) zend_string_release(text_);
    text_ = entry_->value == nullptr ? nullptr : zend_string_copy(entry_->value);
    level_ = text_ == nullptr ? E_ALL : static_cast<int>(ZEND_STRTOL(ZSTR_VAL(text_), nullptr, 0));
}

}  // namespace tern::php
