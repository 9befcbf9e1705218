// The error level that a coroutine starts with, as ini and error_reporting() set it. An `@` where the coroutine was
// started does not silence it.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

class ErrorReporting {
public:
    ErrorReporting() = default;
    ErrorReporting(const ErrorReporting&) = delete;
    ErrorReporting& operator=(const ErrorReporting&) = delete;
    ~ErrorReporting() {
        if (text_ != nullptr) zend_string_release(text_);
    }

    int configured() noexcept {
        if (entry_ == nullptr || entry_->value != text_) read();
        return level_;
    }

private:
    void read() noexcept;

    zend_ini_entry* entry_ = nullptr;
    zend_string* text_ = nullptr;  // of the level, with a reference, so that another text has another address
    int level_ = E_ALL;
};

}  // namespace tern::php
