// What modules of PHP keep for a request in globals. Each context has its own contents of them, which a switch
// exchanges in place, so that their addresses stay. A module begins and ends a request in the context by its own
// functions, as under PHP-FPM: what it keeps goes with the context. state_table has the exceptions.
#pragma once

#include "php/isolation/state/module_images.h"

namespace tern::php {

class ModuleGlobals {
public:
    // Whether a context has its own globals of this module.
    static bool is_own(int module_number) noexcept {
        return ModuleImages::all() != nullptr && ModuleImages::all()->has(module_number);
    }
    static bool is_own(const zend_module_entry* module) noexcept {
        return module != nullptr && is_own(module->module_number);
    }

    ModuleGlobals() = default;
    ModuleGlobals(const ModuleGlobals&) = delete;
    ModuleGlobals& operator=(const ModuleGlobals&) = delete;
    ~ModuleGlobals();

    void take() { image_ = ModuleImages::all()->take(); }
    // Call these three in the context. They may run code. The modules begin a request: what they read of it must be
    // there. `outer_changes`: settings that code outside has changed; null: none.
    void begin_request(const HashTable* outer_changes);
    // They end it, the last first. Call it again after a fatal error, until it returns.
    void end_request();
    static void abort_session() noexcept;
    // The same for what objects use to their end.
    static void end_values();
    void exchange() noexcept { ModuleImages::all()->swap_with(image_); }

private:
    char* image_ = nullptr;  // while the context runs, that of the outer code
    size_t to_end_ = 0;      // modules that have begun a request
};

}  // namespace tern::php
