#include "php/engine/fiber/overflow.h"

#include <utility>

#include "php/engine/globals.h"

namespace tern::php {

void report_overflow() noexcept {
    Overflow& overflow = TERN_G(overflow);
    if (!std::exchange(overflow.happened, false)) return;
    zend_try {
        zend_string* file = overflow.file == nullptr ? ZSTR_EMPTY_ALLOC() : overflow.file;
        zend_error_at(E_ERROR | E_DONT_BAIL, file, overflow.line,
                      "The C stack of a coroutine is used up: infinite recursion? (option c_stack_size)");
    }
    zend_end_try();
}

}  // namespace tern::php
