// ini settings that a context has changed. PHP has one list of changed settings; each context has its own, so whatever
// changes a setting changes it for the running context. A switch puts the values of the other side into the entries.
#pragma once

#include <vector>

#include "php/bridge/compat/engine.h"

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
        zend_ini_entry* entry;
        zend_ini_entry state;
    };

    static Held take(zend_ini_entry& entry, bool from_context);
    static void put(const Held& held, bool into_context);

    // Of the side that does not run:
    std::vector<Held> held_;
    HashTable* list_ = nullptr;
};

}  // namespace tern::php
