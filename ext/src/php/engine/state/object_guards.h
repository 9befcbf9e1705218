// Guards against recursion. While the engine runs __get() of an object, or json_encode(), print_r() and others walk
// through a value, it is marked: a walk that meets the mark has come back to where it is. But the marks are in the
// value, which other coroutines may have, too. They would be told of a recursion, or read an undefined property. So a
// coroutine that leaves takes its marks away.
#pragma once

#include <cstdint>

#include "php/engine/compat/engine.h"

namespace tern::php {

class ObjectGuards {
public:
    static bool in_use() noexcept;
    // Removes the marks of the calls that the running coroutine is in. They are found from the objects and the
    // arguments of these calls. A value that only the call itself has keeps its marks.
    void release() noexcept;
    void take_back() noexcept;

private:
    struct Mark;
    class Search;

    Mark* first_;
};

}  // namespace tern::php
