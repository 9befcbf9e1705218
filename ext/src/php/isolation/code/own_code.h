// The functions and classes that a context, or the code outside of contexts, has defined and opcache has not cached:
// those of eval(), and of files that opcache did not take. Objects of such classes can cross to another context. So
// their code gets run-time caches for each context (DirectCaches), and looks whether the functions of its file exist.
#pragma once

#include <vector>

#include "php/isolation/definitions.h"

namespace tern::php {

class Context;

class OwnCode {
public:
    explicit OwnCode(const Context* owner) noexcept : owner_(owner) {}  // null: the code outside of contexts

    // What these have belongs to others.
    void begin(const Definitions& tables) noexcept;
    // Looks at what was defined since the last call. Call it while the tables are the running ones.
    void note() {
        const bool has_new =
            EG(function_table)->nNumUsed != functions_ || EG(class_table)->nNumUsed != classes_ || !unlinked_.empty();
        if (has_new) [[unlikely]]
            note_new();
    }

private:
    void note_new();
    bool note_class(uint32_t place);
    void add(zend_op_array& code, bool crosses);

    const Context* owner_;
    uint32_t functions_ = 0;  // how many entries of the table were seen
    uint32_t classes_ = 0;
    std::vector<uint32_t> unlinked_;  // places in the table of classes: they get methods when they are declared
};

}  // namespace tern::php
