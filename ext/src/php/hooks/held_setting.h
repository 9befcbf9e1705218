// The value of an ini setting that a context has for itself, exchanged without calling the module that it belongs to.
#pragma once

#include <utility>

#include "php/bridge/own_state.h"

namespace tern::php {

class HeldSetting {
public:
    explicit HeldSetting(zend_ini_entry& entry) noexcept : entry_(entry), outer_(entry) {}
    void exchange() noexcept { std::swap(outer_, entry_); }
    // Call it after the last exchange.
    void drop() noexcept {
        if (outer_.modified && outer_.value != outer_.orig_value && outer_.value != nullptr)
            zend_string_release(outer_.value);
    }

private:
    zend_ini_entry& entry_;
    zend_ini_entry outer_;
};

}  // namespace tern::php
