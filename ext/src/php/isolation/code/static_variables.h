// The static variables of the program's functions and methods, at one time. Of the running code: in a context they are
// the context's. Those of closures are left out.
#pragma once

#include <vector>

#include "php/engine/compat/engine.h"

namespace tern::php {

class StaticVariables {
public:
    StaticVariables();
    StaticVariables(const StaticVariables&) = delete;
    StaticVariables& operator=(const StaticVariables&) = delete;
    ~StaticVariables();

    // Gives them the values of then. Those of functions that were loaded since are as before the first call. May run
    // PHP code.
    void restore();

private:
    struct One {
        zend_op_array* code;
        HashTable* then;  // null: it was not called, or is new
    };

    void add(bool is_new);
    void add_function(zend_function& function, bool is_new);

    std::vector<One> all_;
    uint32_t functions_ = 0;  // places in the tables up to which they are known
    uint32_t classes_ = 0;
};

}  // namespace tern::php
