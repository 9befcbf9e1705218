// The fields of the engine's structures that are exchanged as they are when another context runs. engine_fields.def has
// a row for each field of these structures. While a context runs, its EngineFields hold the outer values, otherwise its
// own.
#pragma once

#include "php/engine/compat/engine.h"

extern "C" {
#include <ext/standard/file.h>
}

namespace tern::php {

class EngineFields {
public:
    void exchange() noexcept {
        using std::swap;
        // The fields of this object are no fields of the engine, so neighbours are swapped at once.
        EngineFields* const __restrict own = this;
#define EXCHANGED(structure, field, ...) swap(own->structure##_##field##_, structure.field);
#define DROPPED(structure, field) swap(own->structure##_##field##_, structure.field);
#include "php/engine/compat/engine_fields.def"
    }
    // Frees what DROPPED fields of the running ones refer to. May run code.
    static void drop();

private:
    // As of a program on the command line, which has no request.
    static sapi_request_info no_request() noexcept {
        sapi_request_info none{};
        none.no_headers = true;
        none.argc = SG(request_info).argc;
        none.argv = SG(request_info).argv;
        return none;
    }
    static sapi_headers_struct empty_head() noexcept {
        sapi_headers_struct head{};
        const zend_llist& outer = SG(sapi_headers).headers;
        zend_llist_init(&head.headers, outer.size, outer.dtor, outer.persistent);
        head.send_default_content_type = 1;
        return head;
    }

#define EXCHANGED(structure, field, ...) decltype(structure.field) structure##_##field##_{__VA_ARGS__};
#define DROPPED(structure, field) decltype(structure.field) structure##_##field##_{};
#include "php/engine/compat/engine_fields.def"
};

}  // namespace tern::php
