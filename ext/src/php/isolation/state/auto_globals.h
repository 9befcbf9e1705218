// Which of $_SERVER, $_ENV and $_REQUEST a script has not made yet. PHP makes each when code that uses it is compiled
// or comes from opcache (auto_globals_jit). What is made is noted in the table of superglobals and by opcache, which
// all code of the process shares. So a script has its own notes, which a switch exchanges.
#pragma once

#include <array>
#include <utility>

#include "php/engine/state/opcache.h"

namespace tern::php {

class AutoGlobals {
public:
    // Call it once, in the context, before PHP makes superglobals: none is made yet. False: PHP does not know when code
    // needs one, so all have to be made.
    bool begin() noexcept;
    void exchange() noexcept {
        if (!on_) return;
        for (size_t i = 0; i < armed_.size(); ++i) std::swap(armed_[i], entries[i]->armed);
        std::swap(made_, *OpcacheUse::made_superglobals);
    }

private:
    static constexpr size_t kCount = 3;
    static inline std::array<zend_auto_global*, kCount> entries{};

    bool on_ = false;
    std::array<bool, kCount> armed_{};
    int made_ = 0;
};

// Makes those that PHP makes on demand.
void make_superglobals();

}  // namespace tern::php
