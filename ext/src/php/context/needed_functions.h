// The engine does not look whether a function exists that the file of the caller declares: where that file runs, it
// does. Code that has crossed to a context without its file would crash there, so this looks first.
#pragma once

#include <unordered_set>

#include "php/bridge/compat/engine.h"

namespace tern::php {

// Of one context, or of the code outside of contexts.
class NeededFunctions {
public:
    // Whether all functions exist in the running context that a closure, and closures in it, calls so. False after an
    // Error.
    bool exist_for(const zend_op_array& code);
    // The same for the methods of a class.
    bool exist_for(const zend_class_entry& type);

private:
    std::unordered_set<const void*> known_;  // code and classes that have them: functions stay
};

// Those of the running context.
NeededFunctions& needed_functions() noexcept;

}  // namespace tern::php
