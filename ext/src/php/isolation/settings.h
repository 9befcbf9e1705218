// ini settings that a context has changed. PHP has one list of changed settings; each context has its own, so whatever
// changes a setting changes it for the running context. A switch puts the values of the other side into the entries.
#pragma once

#include <vector>

#include "php/engine/compat/engine.h"

namespace tern::php {

class Settings {
public:
    // Call it when a request of PHP starts. Texts of php.ini lie where opcache has moved them then, which stay as long
    // as the process. What PHP had made of them before points to where they were: a switch would change that.
    static void point_to_texts();
    // `leaves`: the context runs no more from now on.
    void exchange(bool leaves);
    // Code outside has changed these; null: none. While the context runs.
    const HashTable* outer_changes() const noexcept { return list_; }
    // The values of outside apply again. Call it in the context, when no code of it runs any more.
    static void end();

private:
    struct Held {
        zend_ini_entry* entry = nullptr;
        zend_string* value = nullptr;
        zend_string* orig_value = nullptr;
        uint8_t modified = 0;
        uint8_t modifiable = 0;
        uint8_t orig_modifiable = 0;
        bool is_applied = false;  // PHP makes something of the value that nothing else exchanges
    };

    static void take(zend_ini_entry& entry, bool from_context, Held& into);
    static void put(const Held& held, bool into_context);

    // Valid while the side does not run. A side changes few settings, and mostly the same ones from switch to switch.
    std::vector<Held> own_;
    std::vector<Held> outer_;
    HashTable* list_ = nullptr;  // of the side that does not run
};

}  // namespace tern::php
