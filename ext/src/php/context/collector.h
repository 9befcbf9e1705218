// Garbage collection with contexts. There is one collector for the process, and it runs destructors of what it finds.
// They may run in the context only that has made the object.
#pragma once

namespace tern::php {

// From now on a collection leaves objects with destructors to the context that has made them.
void collect_by_context() noexcept;

}  // namespace tern::php
