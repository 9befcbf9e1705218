// The connection that pg_query() and others use without an argument: the last one that was opened. PHP keeps it for the
// process, but it belongs to the coroutine that has opened it. Others have none until they open one.
#pragma once

#include "php/engine/compat/module_globals.h"

namespace tern::php {

class DefaultLink {
public:
    // Call it when all extensions are loaded.
    static void find() noexcept {
        PgsqlGlobals* pgsql = pgsql_globals();
        place_ = pgsql == nullptr ? &none_ : &pgsql->default_link;
    }
    // The one of the running code; null: none.
    static zend_object*& running() noexcept { return *place_; }
    // At the end of a coroutine. May close the connection.
    static void drop() {
        if (zend_object* last = std::exchange(*place_, nullptr)) OBJ_RELEASE(last);
    }

private:
    inline static zend_object* none_ = nullptr;
    inline static zend_object** place_ = &none_;
};

}  // namespace tern::php
