// How much PHP may still allocate. Beyond memory_limit the engine bails out, so code measures what comes from outside
// before it allocates.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Limits the heap of the process from now on, in place of memory_limit: in bytes with its free memory, which
// zend_memory_usage(true) returns.
void limit_heap(size_t bytes) noexcept;
inline constexpr size_t kNoHeapLimit = SIZE_MAX / 4;

// Whether the heap has `bytes` more than it may have, or half as much again.
bool exceeds_heap_limit(size_t bytes) noexcept;

// How many bytes one more string may have.
size_t memory_left() noexcept;

// Cuts `text`, whose only reference is the caller's, to its first `size` bytes. The result takes the place of `text`.
zend_string* shortened(zend_string* text, size_t size);

// A string that stays for as long as the process. It counts no references, and code that opcache stores does not free
// it.
zend_string* make_permanent(Bytes text);

// A string that grows by what is read into it. It is trivial, so its owner calls free() or finish().
struct GrowingString {
    zend_string* text;
    size_t size;

    // Returns the room at the end, at least some KB; 0 when memory_limit does not allow more.
    size_t make_room();
    char* end() noexcept { return ZSTR_VAL(text) + size; }
    // Returns the string, with a reference.
    zend_string* finish();
    void free();
};

// Newer engines report an exhausted memory limit at the next interrupt (compat/delayed_exhaustion). Code that opcache's
// JIT compiler has made looks for interrupts in loops only. So a function that calls itself without end never sees one,
// and the engine would end the process at twice the limit.
// From now on such code ends with the fatal error when it has gone beyond the limit. It is left by a bailout, as in
// engines that report the error at once. Once per process.
void end_unseen_exhaustion() noexcept;

}  // namespace tern::php
