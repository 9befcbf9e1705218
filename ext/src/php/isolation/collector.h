// Garbage collection with contexts. There is one collector for the process, and it runs destructors of what it finds.
// They may run in the context only that has made the object.
#pragma once

#include "php/isolation/object_owners.h"

namespace tern::php {

// From now on a collection leaves objects with destructors to the context that has made them.
void collect_by_context() noexcept;

// Garbage of a context, from its beginning on.
class Garbage {
public:
    // At the end of the context, while it runs. A collection looks at values of the worker and of all its contexts, so
    // there are few. The first is for objects whose end runs code, if one is left.
    static void run_code(ContextNumber running);
    // The last one. There is none where nothing is left that has to end now: no object, and no resource. Other values
    // wait for the next one, at most 1 MiB of them.
    static void collect(ContextNumber running);
};

}  // namespace tern::php
